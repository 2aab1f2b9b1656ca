// What the participant of a study reads between drives: a sheet over the picture. While it drives the picture has nothing over it but the speedometer and the mirror.
import type { DriveMode } from '../drive/drive_mode.ts';
import type { Model } from '../model/model.ts';
import type { Connection } from '../net/connection.ts';
import type { Picture } from '../scene/picture.ts';
import { el, setShown, setText } from '../ui/dom.ts';
import { clock } from '../ui/format.ts';
import type { Instruction } from './messages.ts';

const kTakeOverKey = 't';

export class ParticipantSheet {
  readonly root: HTMLElement;
  private readonly where = el('p', { class: 'muted' });
  private readonly text = el('div', { class: 'sheet-text' });
  private readonly rest = el('p', { class: 'big rest', role: 'timer' });
  private readonly go = el('button', { type: 'button', class: 'primary-button sheet-go', onclick: () => this.goOn() });
  private readonly hint = el('p', { class: 'muted' });
  private readonly count = el('output', { class: 'count', 'aria-live': 'assertive', hidden: true });
  private readonly card: HTMLElement;
  private readonly takeOver = el('p', { class: 'take-over', role: 'status', hidden: true }, 'The software drives. Press T to take the wheel.');
  private instruction: Instruction | null = null;
  private endMs = 0; // of a break or countdown, by the page's clock

  constructor(
    private readonly connection: Connection,
    model: Model,
    private readonly picture: Picture,
    private readonly drive: DriveMode,
  ) {
    this.card = el('section', { class: 'sheet', 'aria-label': 'Instruction', 'aria-live': 'polite' }, this.where, this.text, this.rest, this.go, this.hint);
    this.root = el('div', { class: 'sheet-layer' }, this.card, this.count, this.takeOver);
    picture.makePlain();
    document.title = 'Drive · Backlot';
    model.on('instruction', (instruction) => this.show(instruction));
    model.on('run', (run) => setShown(this.takeOver, run.driver === 'software' && run.software === 'me' && this.isDriven && !run.is_over));
    addEventListener('keydown', (event) => this.key(event));
    setInterval(() => this.tick(), 200);
  }

  private get isDriven(): boolean {
    const phase = this.instruction?.phase;
    return phase === 'countdown' || phase === 'driving' || phase === 'paused';
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === 'Enter' && document.activeElement !== this.go) this.goOn();
    if (event.key.toLowerCase() === kTakeOverKey && !this.takeOver.hidden) this.drive.takeOver();
  }

  private goOn(): void {
    if (!this.card.hidden && !this.go.hidden && !this.go.disabled) this.connection.send({ do: 'go_on' });
  }

  private show(instruction: Instruction): void {
    const isNew = instruction.text !== this.instruction?.text || instruction.phase !== this.instruction?.phase;
    this.instruction = instruction;
    const { phase, text, trial, trials, confirmed, starts } = instruction;
    if (phase === 'rest') this.endMs = performance.now() + 1000 * instruction.rest_left_s;
    if (phase === 'countdown' && isNew) this.endMs = performance.now() + 1000 * instruction.countdown_s;
    setShown(this.card, !this.isDriven);
    setShown(this.count, phase === 'countdown' || phase === 'paused');
    setText(this.where, trial === null ? '' : `Drive ${trial} of ${trials}`);
    this.text.replaceChildren(...paragraphs(phase, text, confirmed).map((line) => el('p', {}, line)));
    setShown(this.rest, phase === 'rest');
    const canGo = phase === 'instruction' || phase === 'rest' || (phase === 'ready' && !confirmed);
    setShown(this.go, canGo);
    setText(this.go, phase !== 'ready' ? 'Continue' : starts ? 'Start the drive' : 'I am ready');
    setShown(this.hint, canGo);
    setText(this.hint, 'or press Enter');
    if (isNew && canGo) this.go.focus({ preventScroll: true });
    if (this.isDriven && this.picture.rig.mode !== 'driver' && this.picture.followed()) this.picture.setMode('driver');
    this.tick();
  }

  private tick(): void {
    const phase = this.instruction?.phase;
    const leftS = Math.max(0, (this.endMs - performance.now()) / 1000);
    if (phase === 'rest') {
      setText(this.rest, leftS > 0 ? clock(Math.ceil(leftS), 0) : 'You may go on.');
      this.go.disabled = leftS > 0;
    } else this.go.disabled = false;
    if (phase === 'countdown') setText(this.count, String(Math.max(1, Math.ceil(leftS))));
    if (phase === 'paused') setText(this.count, 'Pause');
    if (this.isDriven && this.picture.rig.mode !== 'driver' && this.picture.followed()) this.picture.setMode('driver');
  }
}

function paragraphs(phase: Instruction['phase'], text: string, isConfirmed: boolean): string[] {
  if (phase === 'loading') return ['The road is getting ready …'];
  if (phase === 'saving') return ['The drive is over. Please wait a moment.'];
  if (phase === 'finished') return ['All drives are done. Thank you.'];
  const lines = text ? text.split('\n') : [];
  if (phase === 'rest' && !lines.length) lines.push('Please take a break.');
  if (phase === 'ready' && isConfirmed) return [...lines, 'The drive begins in a moment.'];
  if (phase === 'ready' && !lines.length) lines.push('The next drive is ready.');
  return lines;
}
