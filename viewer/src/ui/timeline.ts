// The time line at the bottom: where the run is, beats, findings and events; of a recording the slider moves through it.
import type { Connection } from '../net/connection.ts';
import type { Finding, RunEvent } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { refill } from './actor_panel.ts';
import { el, iconButton, setClass, setShown, setText } from './dom.ts';
import { clock, words } from './format.ts';

const kMostEventMarks = 300;

export class TimeLine {
  readonly root: HTMLElement;
  private readonly slider = el('input', { type: 'range', class: 'scrub', min: 0, max: 60, step: 0.01, value: 0, 'aria-label': 'Time' });
  private readonly beats = el('div', { class: 'beat-row' });
  private readonly findings = el('div', { class: 'finding-row' });
  private readonly events = el('canvas', { class: 'event-row', 'aria-hidden': 'true' });
  private readonly passed = el('div', { class: 'passed' });
  private readonly head = el('div', { class: 'play-head' });
  private readonly from = el('span', { class: 'muted' });
  private readonly to = el('span', { class: 'muted' });
  private isDragging = false;
  private range = ''; // that the marks are drawn for

  constructor(
    connection: Connection,
    private readonly model: Model,
    private readonly jumpTo: (finding: Finding) => void,
  ) {
    const back = iconButton('previous', 'Previous finding', () => connection.send({ do: 'next_finding', direction: -1 }), 'Shift+N');
    const forth = iconButton('next', 'Next finding', () => connection.send({ do: 'next_finding', direction: 1 }), 'N');
    this.root = el(
      'footer',
      { class: 'time-line', 'aria-label': 'Time line' },
      back,
      forth,
      this.from,
      el('div', { class: 'track' }, this.events, this.beats, el('div', { class: 'rail' }), this.passed, this.head, this.slider, this.findings),
      this.to,
    );
    this.slider.addEventListener('pointerdown', () => {
      this.isDragging = true;
    });
    addEventListener('pointerup', () => {
      this.isDragging = false;
    });
    this.slider.addEventListener('input', () => {
      this.showTime(Number(this.slider.value));
      connection.send({ do: 'seek', time_s: Number(this.slider.value) });
    });
    model.on('hello', () => {
      const canSeek = model.can('seek');
      this.slider.disabled = !canSeek;
      setClass(this.root, 'can-seek', canSeek);
      for (const button of [back, forth]) setShown(button, model.can('next_finding'));
      setShown(this.root, model.can('play'));
      this.redraw();
    });
    model.on('run', () => this.redraw());
    model.on('scene', () => this.showBeats());
    model.on('verdict', () => this.showFindings());
    model.on('events', () => this.showEvents());
  }

  showTime(seconds: number): void {
    const share = this.shareOf(seconds);
    this.passed.style.width = this.head.style.left = `${100 * share}%`;
    if (!this.isDragging) this.slider.value = String(seconds);
    this.slider.setAttribute('aria-valuetext', clock(seconds));
  }

  redraw(): void {
    const [from, to] = this.model.timeRange;
    if (this.range !== `${from} ${to}`) {
      this.range = `${from} ${to}`;
      this.slider.min = String(from);
      this.slider.max = String(to);
      setText(this.from, clock(from, 0));
      setText(this.to, clock(to, 0));
      this.showEvents();
      this.showFindings();
    }
    this.showBeats();
    this.showTime(this.model.run?.time_s ?? from);
  }

  private shareOf(seconds: number): number {
    const [from, to] = this.model.timeRange;
    return Math.min(1, Math.max(0, (seconds - from) / Math.max(1e-6, to - from)));
  }

  private showBeats(): void {
    const now = this.model.run?.time_s ?? 0;
    const begun = (this.model.scene?.beats ?? []).filter((beat) => beat.began_s !== null);
    refill(
      this.beats,
      begun.map((beat) => {
        const from = this.shareOf(beat.began_s!);
        const to = this.shareOf(beat.over_s ?? Math.max(now, beat.began_s!));
        const item = el(
          'span',
          {
            class: `beat-span is-${beat.state}`,
            title: `${words(beat.name)}: ${clock(beat.began_s!)}${beat.over_s === null ? '' : ` to ${clock(beat.over_s)}`}`,
          },
          words(beat.name),
        );
        item.style.left = `${100 * from}%`;
        item.style.width = `${100 * Math.max(0.004, to - from)}%`;
        return item;
      }),
    );
    begun.forEach((beat, i) => {
      const item = this.beats.children[i] as HTMLElement;
      const from = this.shareOf(beat.began_s!);
      item.style.left = `${100 * from}%`;
      item.style.width = `${100 * Math.max(0.004, this.shareOf(beat.over_s ?? Math.max(now, beat.began_s!)) - from)}%`;
    });
  }

  private showFindings(): void {
    refill(
      this.findings,
      (this.model.verdict?.findings ?? []).map((finding) => {
        const text = `${clock(finding.time_s)} ${finding.text || finding.rule}`;
        return el(
          'button',
          { type: 'button', class: 'finding-mark', title: text, 'aria-label': `Finding at ${text}`, onclick: () => this.jumpTo(finding) },
          el('span', { class: 'unseen' }, text),
        );
      }),
    );
    (this.model.verdict?.findings ?? []).forEach((finding, i) => {
      (this.findings.children[i] as HTMLElement).style.left = `${100 * this.shareOf(finding.time_s)}%`;
    });
  }

  private showEvents(): void {
    const ratio = devicePixelRatio;
    const width = Math.round(this.events.clientWidth * ratio);
    const height = Math.round(this.events.clientHeight * ratio);
    if (!width) return;
    this.events.width = width;
    this.events.height = height;
    const pen = this.events.getContext('2d')!;
    const style = getComputedStyle(this.root);
    for (const event of this.model.events.slice(-kMostEventMarks) as RunEvent[]) {
      pen.fillStyle = style.getPropertyValue(/contact|wreck/.test(event.kind) ? '--bad' : '--muted');
      pen.fillRect(Math.round(width * this.shareOf(event.time_s)), 0, ratio, height);
    }
  }
}
