// The operator's tab of a study: who sits there, where the session stands, and what the operator does: start, pause, abort, markers, notes.
import type { Model } from '../model/model.ts';
import type { Connection } from '../net/connection.ts';
import { refill } from '../ui/actor_panel.ts';
import { el, setShown, setText } from '../ui/dom.ts';
import { Facts } from '../ui/facts.ts';
import { clock } from '../ui/format.ts';
import type { Phase, PlanItem, Session } from './messages.ts';

const kPhases: Record<Phase, string> = {
  instruction: 'The participant reads',
  rest: 'Break',
  ready: 'Ready to start',
  loading: 'The traffic warms up',
  countdown: 'Countdown',
  driving: 'The trial runs',
  paused: 'Paused',
  saving: 'The tables are written',
  finished: 'The session is complete',
};
const kMostNotes = 6;

export class OperatorPanel {
  readonly root = el('section', { class: 'operator' });
  private readonly title = el('h2', { class: 'actor-name' });
  private readonly who = el('select', { id: 'participant' });
  private readonly phase = el('p', { class: 'notice phase', role: 'status' });
  private readonly resumed = el('p', { class: 'hint resumed' });
  private readonly trouble = el('p', { class: 'notice bad', role: 'alert', hidden: true });
  private readonly start = el('button', { type: 'button', class: 'wide-button', onclick: () => this.begin() });
  private readonly pause = el('button', { type: 'button', class: 'plain', onclick: () => this.connection.send({ do: this.model.run?.playing ? 'pause' : 'play' }) });
  private readonly skip = el('button', { type: 'button', class: 'plain', onclick: () => this.connection.send({ do: 'skip' }) }, 'Skip trial');
  private readonly wheel = el('button', { type: 'button', class: 'plain', onclick: () => this.passWheel() });
  private readonly abortForm = el('form', { class: 'abort' });
  private readonly code = el('select', { id: 'abort-code' });
  private readonly abort = el('button', { type: 'submit', class: 'danger' }, 'Abort');
  private readonly markers = el('div', { class: 'marker-row', role: 'group', 'aria-label': 'Markers' });
  private readonly markerHead = el('h3', {}, 'Markers');
  private readonly noteForm = el('form', { class: 'note-form' });
  private readonly note = el('input', { type: 'text', id: 'note', maxlength: 400 });
  private readonly log = el('ul', { class: 'rows notes' });
  private readonly plan = el('ol', { class: 'beats plan' });
  private readonly facts = new Facts();
  private readonly link = el('a', { target: '_blank', rel: 'noreferrer' }, "Open the participant's page");
  private session: Session | null = null;
  private endMs = 0; // of a break, by the page's clock
  private lines: string[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
  ) {
    this.who.addEventListener('change', () => connection.send({ do: 'participant', name: this.who.value }));
    this.abortForm.append(el('label', { for: 'abort-code', class: 'unseen' }, 'Code of an abort'), this.code, this.abort);
    this.abortForm.addEventListener('submit', (event) => {
      event.preventDefault();
      connection.send({ do: 'abort', code: this.code.value, text: this.note.value });
    });
    this.noteForm.append(el('label', { for: 'note' }, 'Note'), this.note, el('button', { type: 'submit', class: 'plain' }, 'Write'));
    this.noteForm.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.note.value.trim()) connection.send({ do: 'note', text: this.note.value.trim() });
      if (!this.isDriven) this.say(this.note.value.trim());
      this.note.value = '';
    });
    this.root.append(
      this.title,
      this.resumed,
      el('div', { class: 'set-up' }, el('label', { for: 'participant' }, 'Participant'), this.who),
      this.phase,
      this.trouble,
      this.start,
      el('div', { class: 'buttons operator-buttons' }, this.pause, this.wheel, this.skip),
      this.abortForm,
      this.markerHead,
      this.markers,
      this.noteForm,
      this.log,
      el('h3', {}, 'Session'),
      this.plan,
      el('h3', {}, 'Study'),
      this.facts.root,
      this.link,
    );
    model.on('session', (session) => this.show(session));
    model.on('run', () => this.showButtons());
    model.on('events', (events) => {
      for (const { kind, text, time_s } of events)
        if (kind === 'marker' || kind === 'note' || kind === 'takeover') this.say(`${clock(time_s)}  ${kind === 'note' ? '' : `${kind} `}${text}`);
    });
    setInterval(() => this.showPhase(), 500);
  }

  // Keys of markers count before all others. True where the key is one of them.
  key(event: KeyboardEvent): boolean {
    if (!this.session || !this.isDriven || event.shiftKey || event.repeat) return false;
    const marker = this.session.markers.find(({ code }) => code === event.key.toLowerCase());
    if (marker) this.connection.send({ do: 'marker', key: marker.code, text: marker.text });
    return marker !== undefined;
  }

  private get isDriven(): boolean {
    const phase = this.session?.phase;
    return phase === 'countdown' || phase === 'driving' || phase === 'paused';
  }

  private begin(): void {
    this.connection.send({ do: this.session?.phase === 'ready' ? 'start' : 'go_on' });
  }

  private passWheel(): void {
    const isHuman = this.model.run?.driver === 'human';
    this.connection.send({ do: 'takeover', to: isHuman ? 'software' : 'me', why: 'the operator asked for it' });
  }

  private say(line: string): void {
    if (!line) return;
    this.lines = [...this.lines, line].slice(-kMostNotes);
    refill(
      this.log,
      this.lines.map((text) => el('li', {}, text)),
    );
  }

  private show(session: Session): void {
    const isNewParticipant = session.participant !== this.session?.participant;
    if (session.phase === 'rest') this.endMs = performance.now() + 1000 * session.rest_left_s;
    this.session = session;
    setText(this.title, session.title);
    setText(this.resumed, session.resumed);
    setShown(this.resumed, session.resumed !== '');
    if (isNewParticipant || this.who.options.length === 0 || document.activeElement !== this.who) this.fillParticipants(session);
    setShown(this.trouble, session.trouble !== '');
    setText(this.trouble, session.trouble);
    this.fillOnce(session);
    refill(this.plan, session.plan.map(planItem));
    this.showPhase();
    this.showButtons();
    this.facts.set('Results', session.results);
    this.facts.set('Rehearsed by', session.subject && session.subject !== 'me' ? session.subject : null);
    const { events } = session;
    this.facts.set('Events in', events?.in ? `port ${events.in}, ${events.received} received` : null);
    this.facts.set('Malformed', events?.malformed ? `${events.malformed}: ${events.last_fault}` : null);
    this.facts.set('Dropped', events?.dropped ? String(events.dropped) : null);
    this.facts.set('Events out', events?.out ? `port ${events.out}, ${events.sent} sent` : null);
    if (session.participant_link && !this.link.href) this.link.href = session.participant_link;
    setShown(this.link, session.participant_link !== '');
  }

  private fillParticipants(session: Session): void {
    refill(
      this.who,
      session.participants.map(({ name, done }) =>
        el('option', { value: name, selected: name === session.participant }, `${name}  ${done === session.trials ? 'complete' : `${done} of ${session.trials}`}`),
      ),
    );
    this.who.value = session.participant;
  }

  private fillOnce(session: Session): void {
    if (this.code.options.length === 0) refill(this.code, session.abort_codes.map(({ code, text }) => el('option', { value: code }, text || code)));
    setShown(this.markerHead, session.markers.length > 0);
    if (this.markers.children.length === session.markers.length) return;
    refill(
      this.markers,
      session.markers.map(({ code, text }) =>
        el(
          'button',
          { type: 'button', class: 'plain', onclick: () => this.connection.send({ do: 'marker', key: code, text }) },
          el('kbd', {}, code.toUpperCase()),
          text,
        ),
      ),
    );
  }

  private showPhase(): void {
    if (!this.session) return;
    const { phase, confirmed, plan, step } = this.session;
    let text = kPhases[phase];
    if (phase === 'rest') {
      const leftS = Math.max(0, (this.endMs - performance.now()) / 1000);
      text = leftS > 0 ? `Break, ${clock(Math.ceil(leftS), 0)} left` : 'Break, the participant may go on';
    }
    if (phase === 'ready' && confirmed) text = 'The participant is ready';
    const item = plan[step];
    if (item?.kind === 'trial' && phase !== 'finished') text = `Trial ${item.trial}, ${item.title}: ${text[0].toLowerCase()}${text.slice(1)}`;
    setText(this.phase, text);
    this.phase.className = `notice phase${confirmed && phase === 'ready' ? ' good' : ''}`;
  }

  private showButtons(): void {
    if (!this.session) return;
    const { phase, plan, step } = this.session;
    const isTold = phase === 'instruction' || phase === 'rest';
    setShown(this.start, isTold || phase === 'ready');
    const tries = plan[step]?.tries ?? 0;
    setText(this.start, isTold ? 'Go on' : tries > 0 ? 'Start trial again' : 'Start trial');
    setShown(this.pause, this.isDriven && phase !== 'countdown');
    setText(this.pause, this.model.run?.playing ? 'Pause' : 'Resume');
    setShown(this.wheel, this.isDriven && this.model.run?.software === 'me');
    setText(this.wheel, this.model.run?.driver === 'human' ? 'Give wheel to software' : 'Give wheel to participant');
    setShown(this.skip, phase === 'ready');
    setShown(this.abortForm, this.isDriven);
    for (const button of this.markers.querySelectorAll('button')) button.disabled = !this.isDriven;
  }
}

function planItem(item: PlanItem): HTMLElement {
  const look = item.state === 'done' ? 'is-done' : item.state === 'now' ? 'is-now' : '';
  const name = item.kind === 'trial' ? `${item.trial}. ${item.title}` : item.kind === 'break' ? `Break, ${clock(item.least_s, 0)}` : 'Instruction';
  const state = item.kind === 'trial' ? outcomeText(item) : '';
  return el(
    'li',
    { class: `beat ${look}`, 'aria-current': item.state === 'now' ? 'step' : undefined },
    el('span', { class: 'beat-name' }, name),
    state ? el('span', { class: 'muted' }, state) : null,
    item.kind === 'trial' ? el('span', { class: 'beat-detail' }, `${item.condition}, seed ${item.seed}`) : item.text ? el('span', { class: 'beat-detail' }, item.text.split('\n')[0]) : null,
  );
}

function outcomeText({ outcome, tries }: PlanItem): string {
  if (!outcome) return '';
  const text = outcome.replaceAll('_', ' ');
  return tries && tries > 1 ? `${text}, ${tries} tries` : text;
}
