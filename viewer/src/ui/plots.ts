// Plots of columns over time, linked to the time line: the cursor is the time of the run, a click goes there.
import uPlot from 'uplot';
import type { Connection } from '../net/connection.ts';
import type { Model } from '../model/model.ts';
import { el, setShown } from './dom.ts';

const kHeightPx = 124;
const kFirstColumns = 3;

export class Plots {
  readonly root = el('section');
  private readonly list = el('fieldset', { class: 'columns' });
  private readonly hint = el('p', { class: 'hint' }, 'Choose a column to plot.');
  private readonly area = el('div', { class: 'plots' });
  private plots: { column: string; plot: uPlot; marker: HTMLElement }[] = [];
  private wanted: string[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
  ) {
    this.root.append(this.list, this.hint, this.area);
    model.on('hello', (hello) => {
      const known = hello.columns.map((column) => column.name);
      this.wanted = this.wanted.filter((name) => known.includes(name));
      if (!this.wanted.length) this.wanted = known.slice(0, kFirstColumns);
      this.list.replaceChildren(el('legend', {}, 'Columns'), ...hello.columns.map((column) => this.choice(column.name)));
      this.clear();
      this.ask();
    });
    model.on('curves', () => this.draw());
  }

  // The panel is visible now: plots know their width.
  onShown(): void {
    this.clear();
    this.draw();
  }

  recolour(): void {
    this.onShown();
  }

  showTime(seconds: number): void {
    for (const { plot, marker } of this.plots) marker.style.transform = `translateX(${Math.round(plot.valToPos(seconds, 'x'))}px)`;
  }

  private choice(name: string): HTMLElement {
    const box = el('input', {
      type: 'checkbox',
      onchange: () => {
        this.wanted = box.checked ? [...this.wanted, name] : this.wanted.filter((other) => other !== name);
        this.clear();
        this.ask();
      },
    });
    box.checked = this.wanted.includes(name);
    return el('label', {}, box, name.replaceAll('_', ' '));
  }

  private ask(): void {
    setShown(this.hint, this.wanted.length === 0);
    if (this.model.can('curves')) this.connection.send({ do: 'curves', columns: this.wanted });
  }

  private clear(): void {
    for (const { plot } of this.plots) plot.destroy();
    this.plots = [];
    this.area.replaceChildren();
  }

  private draw(): void {
    const curves = this.model.curves;
    if (!curves || this.root.hidden || !this.root.clientWidth) return;
    curves.columns.forEach((column, i) => {
      if (!this.wanted.includes(column)) return;
      const data: uPlot.AlignedData = [curves.time_s, curves.values[i]];
      const entry = this.plots.find((other) => other.column === column);
      if (entry) entry.plot.setData(data);
      else this.plots.push(this.make(column, data));
    });
    this.showTime(this.model.run?.time_s ?? 0);
  }

  private make(column: string, data: uPlot.AlignedData): { column: string; plot: uPlot; marker: HTMLElement } {
    const style = getComputedStyle(this.root);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const unit = this.model.hello?.columns.find((other) => other.name === column)?.unit ?? '';
    const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    const box = el('figure', {}, el('figcaption', {}, column.replaceAll('_', ' '), unit ? el('span', { class: 'muted' }, ` ${unit}`) : null));
    this.area.append(box);
    const plot = new uPlot(
      {
        width: this.root.clientWidth - 32,
        height: kHeightPx,
        legend: { show: false },
        scales: { x: { time: false } },
        series: [{}, { stroke: colour('--accent'), width: 1.5, points: { show: false } }],
        axes: [
          { ...axis, size: 22 },
          { ...axis, size: 44 },
        ],
        cursor: { y: false, drag: { x: false, y: false } },
      },
      data,
      box,
    );
    const marker = el('div', { class: 'plot-now' });
    plot.over.append(marker);
    plot.over.addEventListener('click', () => {
      if (this.model.can('seek') && plot.cursor.left !== undefined)
        this.connection.send({ do: 'seek', time_s: plot.posToVal(plot.cursor.left, 'x') });
    });
    return { column, plot, marker };
  }
}
