// The run: set-up (seed, subject, parameters), what it has reached, who drives; of a report the list of its runs.
import type { Connection } from '../net/connection.ts';
import type { Hello, Run } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { refill } from './actor_panel.ts';
import { el, setShown } from './dom.ts';
import { Facts } from './facts.ts';
import { fixed, withUnit } from './format.ts';
import { verdictText } from './verdict_panel.ts';

export interface DrawFacts {
  framesPerSecond: number;
  drawCalls: number;
  objects: number;
  bytes: number;
}

export class RunPanel {
  readonly root = el('section');
  private readonly form = el('form', { class: 'set-up' });
  private readonly facts = new Facts();
  private readonly drawing = new Facts();
  private readonly runs = el('ul', { class: 'runs' });
  private readonly back = el(
    'button',
    { type: 'button', class: 'plain', hidden: true, onclick: () => this.connection.send({ do: 'open', run: -1 }) },
    'All runs',
  );
  private readonly runsHead = el('h3', {}, 'Runs');

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
  ) {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.restart();
    });
    this.root.append(
      this.back,
      this.runsHead,
      this.runs,
      this.form,
      el('h3', {}, 'Run'),
      this.facts.root,
      el('h3', {}, 'Picture'),
      this.drawing.root,
    );
    model.on('hello', (hello) => this.fill(hello));
    model.on('run', (run) => this.show(run));
  }

  showDrawing({ framesPerSecond, drawCalls, objects, bytes }: DrawFacts): void {
    this.drawing.set('Bodies in view', String(objects));
    this.drawing.set('Pictures per second', framesPerSecond > 0 ? fixed(framesPerSecond, 0) : 'at rest');
    this.drawing.set('Draw calls', String(drawCalls));
    this.drawing.set('Received', bytes > 2e6 ? withUnit(bytes / 1e6, 1, 'MB') : withUnit(bytes / 1e3, 0, 'kB'));
  }

  focusSeed(): void {
    this.form.querySelector<HTMLInputElement>('#seed')?.focus();
  }

  private fill(hello: Hello): void {
    setShown(this.form, this.model.can('restart'));
    this.form.replaceChildren(el('h3', {}, 'Set-up'));
    const field = (label: string, id: string, control: HTMLElement, hint = '') => {
      control.id = id;
      this.form.append(el('label', { for: id }, label), control);
      if (hint) this.form.append(el('span', { class: 'muted field-hint' }, hint));
    };
    field('Seed', 'seed', el('input', { type: 'number', min: 0, step: 1, value: hello.seed ?? 1, required: true }));
    if (hello.styles.length || hello.drivers.length) {
      const options = [
        ...hello.styles.map((style) => el('option', { value: style }, `model driver, ${style}`)),
        ...hello.drivers.map((driver) => el('option', { value: `driver:${driver}` }, `driver ${driver}`)),
      ];
      if (this.model.can('drive')) options.push(el('option', { value: 'me' }, 'me, by keys or gamepad'));
      const select = el('select', {}, ...options);
      if (options.some((option) => option.value === hello.subject)) select.value = hello.subject;
      field('Subject', 'subject', select);
    }
    for (const parameter of hello.parameters) {
      const range =
        parameter.low !== null && parameter.high !== null ? `${fixed(parameter.low, 1)} to ${fixed(parameter.high, 1)} ${parameter.unit}` : '';
      field(
        parameter.name.replaceAll('_', ' '),
        `parameter-${parameter.name}`,
        el('input', { type: 'text', value: parameter.text, 'data-parameter': parameter.name, 'data-was': parameter.text }),
        range,
      );
    }
    this.form.append(el('button', { type: 'submit', class: 'wide-button' }, 'Restart'));

    setShown(this.runsHead, hello.runs.length > 0);
    setShown(this.back, this.model.can('open') && hello.mode !== 'report');
    refill(
      this.runs,
      hello.runs.map((run) => {
        const [text, look] = verdictText(run.verdict);
        return el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: 'run-row',
              title: `${run.text}${run.has_recording ? '' : ' (it has no recording and is played again)'}`,
              onclick: () => this.connection.send({ do: 'open', run: run.run }),
            },
            el('span', { class: `badge ${look}` }, text),
            el('span', {}, `${run.name}, seed ${run.seed}`),
            el('span', { class: 'muted' }, run.driver),
          ),
        );
      }),
    );
  }

  private show(run: Run): void {
    this.facts.set('Seed', run.seed === null ? null : String(run.seed));
    this.facts.set('Vehicles', String(run.objects));
    this.facts.set('Steps', String(run.steps));
    this.facts.set('Hash', run.hash || null);
    this.facts.set('Driven by', run.driver === 'human' ? 'you' : run.software || null);
    this.facts.set('Overruns', run.overruns ? `${run.overruns}, ${withUnit(run.worst_late_ms, 0, 'ms')} at worst` : '0');
    this.facts.set('Viewers', run.viewers > 1 ? String(run.viewers) : null);
    const seed = this.form.querySelector<HTMLInputElement>('#seed');
    if (seed && run.seed !== null && seed.dataset.run !== String(run.seed) && document.activeElement !== seed) {
      seed.value = seed.dataset.run = String(run.seed);
    }
  }

  private restart(): void {
    const seed = Number(this.form.querySelector<HTMLInputElement>('#seed')!.value);
    const subject = this.form.querySelector<HTMLSelectElement>('#subject')?.value;
    const parameters: Record<string, string> = {};
    for (const input of this.form.querySelectorAll<HTMLInputElement>('[data-parameter]')) {
      if (input.value !== input.dataset.was) parameters[input.dataset.parameter!] = input.value;
    }
    this.connection.send({ do: 'restart', seed, ...(subject ? { subject } : {}), ...(Object.keys(parameters).length ? { parameters } : {}) });
  }
}
