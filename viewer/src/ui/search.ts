// Search for an actor, a role, a way, an intersection or a mark. Arrow keys move in the list, Enter goes there.
import type { Connection } from '../net/connection.ts';
import type { FoundResult } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { el, icon, setShown } from './dom.ts';
import { words } from './format.ts';

export function makeSearch(
  connection: Connection,
  model: Model,
  goTo: (x: number, y: number, z: number) => void,
): { root: HTMLElement; focus(): void } {
  const input = el('input', {
    type: 'search',
    class: 'search-input',
    placeholder: 'Search actor, way …',
    'aria-label': 'Search for an actor or a way',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'found',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const list = el('ul', { id: 'found', class: 'found', role: 'listbox', 'aria-label': 'Found', hidden: true });
  const root = el('div', { class: 'search' }, icon('search'), input, list);
  let results: FoundResult[] = [];
  let chosen = 0;

  const close = () => {
    setShown(list, false);
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (number: number) => {
    chosen = (number + results.length) % results.length;
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === chosen)));
    input.setAttribute('aria-activedescendant', `found-${chosen}`);
    list.children[chosen]?.scrollIntoView({ block: 'nearest' });
  };
  const take = (result: FoundResult) => {
    close();
    input.blur();
    goTo(...result.at);
    if (result.id !== null) model.select(result.id);
  };

  input.addEventListener('input', () => {
    const text = input.value.trim();
    if (text) connection.send({ do: 'find', text });
    else close();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && results.length) choose(chosen + 1);
    else if (event.key === 'ArrowUp' && results.length) choose(chosen - 1);
    else if (event.key === 'Enter' && !list.hidden && results.length) take(results[chosen]);
    else if (event.key === 'Escape') {
      close();
      input.blur();
    } else return;
    event.preventDefault();
  });
  input.addEventListener('blur', () => setTimeout(close, 150));
  model.on('found', (found) => {
    if (found.text !== input.value.trim() || document.activeElement !== input) return;
    results = found.results;
    list.replaceChildren(
      ...results.map((result, i) =>
        el(
          'li',
          {
            id: `found-${i}`,
            role: 'option',
            'aria-selected': 'false',
            onpointerdown: (event: PointerEvent) => {
              event.preventDefault();
              take(result);
            },
          },
          el('span', {}, result.name || `#${result.id}`),
          el('span', { class: 'muted' }, words(result.what)),
        ),
      ),
    );
    if (!results.length)
      list.append(el('li', { class: 'muted nothing', role: 'option', 'aria-selected': 'false', 'aria-disabled': 'true' }, 'Nothing found'));
    setShown(list, true);
    input.setAttribute('aria-expanded', 'true');
    if (results.length) choose(0);
  });
  model.on('hello', () => setShown(root, model.can('find')));
  return { root, focus: () => input.focus() };
}
