// The selected actor: what it is, where it is, what it does, and what keeps it from going faster.
import type { Actor } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { el, iconButton, setClass, setShown, setText } from './dom.ts';
import { Facts } from './facts.ts';
import { kmh, withUnit, words } from './format.ts';

export function makeActorPanel(model: Model, follow: (id: number) => void): HTMLElement {
  const hint = el('p', { class: 'hint' }, 'Click a vehicle to see what it does and why.');
  const name = el('h2', { class: 'actor-name' });
  const role = el('span', { class: 'role-chip' });
  const speed = el('span', { class: 'big' });
  const speedUnit = el('span', { class: 'muted' });
  const limit = el('p', { class: 'limit' });
  const facts = new Facts();
  const states = el('ul', { class: 'chips', 'aria-label': 'Active states' });
  const leases = el('ul', { class: 'rows', 'aria-label': 'Leases' });
  const leaseHead = el('h3', {}, 'Under direction');
  const stateHead = el('h3', {}, 'States');
  const body = el(
    'div',
    { class: 'actor', hidden: true },
    el(
      'div',
      { class: 'actor-head' },
      el('div', {}, name, role),
      el(
        'div',
        { class: 'buttons' },
        iconButton('target', 'Follow it', () => follow(model.selected), 'F'),
        iconButton('close', 'Release the selection', () => model.select(-1), 'Esc'),
      ),
    ),
    el('p', { class: 'speed-line' }, speed, ' ', speedUnit),
    limit,
    facts.root,
    stateHead,
    states,
    leaseHead,
    leases,
  );
  const root = el('section', {}, hint, body);

  const show = (actor: Actor) => {
    setText(name, `${capital(actor.kind)} ${actor.id}`);
    setText(role, actor.role);
    setShown(role, actor.role !== '');
    setText(speed, kmh(actor.speed_mps));
    setText(speedUnit, `${withUnit(actor.speed_mps, 1, 'm/s')}, ${withUnit(actor.accel_mps2, 1, 'm/s²')}`);
    setText(limit, actor.gone ? 'It has left the run.' : actor.limit_text ? `Limited by ${actor.limit_text}` : '');
    setShown(limit, actor.gone || actor.limit_text !== '');
    facts.set('Behaviour', words(actor.behaviour));
    facts.set('Way', actor.place ? [actor.place.way, actor.place.lane].filter(Boolean).join(', lane ') || actor.place.corridor : 'off the network');
    facts.set('Distance, offset', actor.place ? `${withUnit(actor.place.distance, 1, 'm')}, ${withUnit(actor.place.offset, 2, 'm')}` : null);
    facts.set('Corridor', actor.place?.corridor || null);
    facts.set('Signal', actor.signal && actor.signal !== 'dark' ? words(actor.signal) : null);
    facts.set('Leader', actor.leader ? `${actor.leader.id}, ${withUnit(actor.leader.gap_m, 1, 'm')} ahead` : 'none');
    facts.set('Headway', actor.leader && actor.speed_mps > 0.5 ? withUnit(actor.leader.gap_m / actor.speed_mps, 1, 's') : null);
    facts.set('Waits for', actor.waits_for === null ? null : String(actor.waits_for));
    facts.set('Gap', actor.gap ? `${withUnit(actor.gap.gap_s, 1, 's')}, asks ${withUnit(actor.gap.asked_s, 1, 's')}` : null);
    refill(
      states,
      actor.states.map((state) => el('li', {}, words(state))),
    );
    setShown(stateHead, actor.states.length > 0);
    refill(
      leases,
      actor.leases.map((lease) =>
        el('li', {}, el('span', {}, words(lease.kind)), el('span', { class: 'muted' }, `by ${lease.issuer}, until ${lease.until}`)),
      ),
    );
    setShown(leaseHead, actor.leases.length > 0);
  };

  model.on('selection', (id) => {
    setShown(hint, id < 0);
    setShown(body, id >= 0);
    setClass(body, 'is-waiting', true);
    if (id >= 0) setText(name, `Object ${id}`);
  });
  model.on('actor', (actor) => {
    if (!actor) return;
    setClass(body, 'is-waiting', false);
    show(actor);
  });
  return root;
}

// Replaces the children only where their texts differ.
export function refill(list: HTMLElement, items: HTMLElement[]): void {
  const isSame =
    list.children.length === items.length &&
    items.every((item, i) => item.textContent === list.children[i].textContent && item.className === list.children[i].className);
  if (!isSame) list.replaceChildren(...items);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
