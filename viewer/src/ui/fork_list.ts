// Which reference driver would have prevented the failure: they drive it again when they are asked to, and each of them can be looked at.
import type { Connection } from '../net/connection.ts';
import type { Fork, Forks } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import type { Beside, ForkLook } from './beside.ts';
import { el, setShown, setText } from './dom.ts';
import { words } from './format.ts';

export function makeForkList(connection: Connection, model: Model, beside: Beside): HTMLElement {
  const answer = el('p', { class: 'notice', 'aria-live': 'polite', hidden: true });
  const drive = el('button', { type: 'button', class: 'wide-button', onclick: () => connection.send({ do: 'forks' }) }, 'Drive them again');
  const list = el('ul', { class: 'rows' });
  const looks = el('div', { class: 'segments fork-looks', role: 'group', 'aria-label': 'How it is shown', hidden: true });
  const root = el('section', { class: 'fork-list', hidden: true }, el('h3', {}, 'Reference drivers'), drive, answer, list, looks);
  const buttons = new Map<number, HTMLButtonElement>();

  const mark = () => {
    for (const [stream, button] of buttons) button.setAttribute('aria-pressed', String(stream === beside.fork?.stream));
    for (const button of looks.children) button.setAttribute('aria-pressed', String((button as HTMLElement).dataset.look === beside.look));
    setShown(looks, beside.fork !== null);
  };
  for (const [look, label, title] of [
    ['beside', 'Side by side', 'Two pictures with one camera'],
    ['over', 'In one picture', 'Its subject as an outline in the picture of the run'],
  ] as [ForkLook, string, string][]) {
    looks.append(
      el(
        'button',
        {
          type: 'button',
          title,
          'data-look': look,
          'aria-pressed': 'false',
          onclick: () => {
            beside.show(beside.fork, look);
            mark();
          },
        },
        label,
      ),
    );
  }
  const row = (fork: Fork) => {
    const button = el(
      'button',
      {
        type: 'button',
        class: 'link',
        'aria-pressed': 'false',
        title: 'Shows it at the same moment as the run',
        onclick: () => {
          beside.show(beside.fork?.stream === fork.stream ? null : fork);
          mark();
        },
      },
      words(fork.name),
    );
    buttons.set(fork.stream, button);
    return el('li', {}, button, el('span', { class: fork.avoided ? 'good-text' : 'bad-text' }, fork.avoided ? 'avoids it' : 'does not avoid it'));
  };
  const show = (forks: Forks | null) => {
    setShown(drive, !forks || forks.state !== 'ready');
    drive.disabled = forks?.state === 'driving';
    setText(drive, forks?.state === 'driving' ? 'They are driving \u2026' : 'Drive them again');
    buttons.clear();
    list.replaceChildren(...(forks?.forks ?? []).map(row));
    setShown(answer, forks !== null && forks.state !== 'driving');
    if (forks) {
      answer.className = `notice ${forks.state === 'failed' ? 'bad' : ''}`;
      setText(answer, forks.state === 'failed' ? forks.text : answerOf(forks));
    }
    mark();
  };
  model.on('hello', () => {
    beside.forget();
    setShown(root, model.can('forks'));
  });
  model.on('forks', show);
  return root;
}

function answerOf({ preventable_by: drivers, forks }: Forks): string {
  if (drivers.length === 0) return 'Not preventable: no reference driver avoids it.';
  if (drivers.length === forks.length) return 'Preventable by every reference driver.';
  return `Preventable by ${drivers.map(words).join(', ')}.`;
}
