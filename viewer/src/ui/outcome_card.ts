// The verdict at the end of a run, over the picture, with what to do next.
import type { Connection } from '../net/connection.ts';
import type { Model } from '../model/model.ts';
import { el, iconButton, setShown, setText } from './dom.ts';
import { verdictText } from './verdict_panel.ts';

export function makeOutcomeCard(connection: Connection, model: Model, showVerdict: () => void): HTMLElement {
  const title = el('h2');
  const text = el('p');
  const file = el('p', { class: 'muted' });
  const again = el('button', { type: 'button', class: 'primary-button', onclick: () => connection.send({ do: 'restart' }) }, 'Once more');
  const replay = el('button', { type: 'button', class: 'plain', onclick: () => connection.send({ do: 'replay' }) }, 'Watch it again');
  const card = el(
    'section',
    { class: 'outcome', 'aria-label': 'Verdict', 'aria-live': 'polite', hidden: true },
    iconButton('close', 'Close', () => setShown(card, false)),
    title,
    text,
    file,
    el('div', { class: 'buttons' }, again, replay, el('button', { type: 'button', class: 'plain', onclick: showVerdict }, 'Show why')),
  );
  let shown = '';
  model.on('hello', () => {
    shown = '';
    setShown(card, false);
    setShown(again, model.can('restart'));
  });
  model.on('run', (run) => {
    const key = run.outcome ? `${run.outcome.verdict} ${run.outcome.hash}` : '';
    if (key === shown || model.hello?.mode === 'recording' || model.hello?.study !== undefined) return;
    shown = key;
    setShown(card, run.outcome !== null);
    if (!run.outcome) return;
    const [name, look] = verdictText(run.outcome.verdict);
    card.className = `outcome ${look}`;
    setText(title, name);
    setText(text, run.outcome.text || run.outcome.cause);
    setShown(replay, model.can('replay') && run.outcome.recording !== null);
    setText(file, run.outcome.recording ? `Recorded in ${run.outcome.recording}` : '');
  });
  return card;
}
