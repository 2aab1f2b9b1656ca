// The scene: beats in their order, roles with the actors that play them, marks with the subject's forecast.
import type { Beat, MarkState, RoleState, Scene } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { capital, refill } from './actor_panel.ts';
import { el, setShown, setText } from './dom.ts';
import { clock, withUnit, words } from './format.ts';

const kStates: Record<Beat['state'], string> = { waiting: 'waiting', now: 'now', done: 'done', missed: 'missed' };

export function makeScenePanel(model: Model): HTMLElement {
  const trouble = el('p', { class: 'notice bad', hidden: true });
  const beats = el('ol', { class: 'beats' });
  const roles = el('ul', { class: 'roles' });
  const marks = el('ul', { class: 'rows' });
  const markHead = el('h3', {}, 'Marks');
  const notes = el('ul', { class: 'rows notes' });
  const noteHead = el('h3', {}, 'Notes');
  const root = el('section', {}, trouble, el('h3', {}, 'Beats'), beats, el('h3', {}, 'Roles'), roles, markHead, marks, noteHead, notes);

  model.on('scene', (scene: Scene) => {
    setShown(trouble, scene.trouble !== '');
    setText(trouble, scene.trouble);
    refill(beats, scene.beats.map(beatItem));
    refill(
      roles,
      scene.roles.map((role) => roleItem(role, (id) => model.select(id))),
    );
    setShown(markHead, scene.marks.length > 0);
    refill(
      marks,
      scene.marks.map((mark) =>
        el(
          'li',
          {},
          el('span', {}, words(mark.name)),
          el('span', { class: 'muted' }, whereIs(mark)),
        ),
      ),
    );
    setShown(noteHead, scene.notes.length > 0);
    refill(
      notes,
      scene.notes.slice(-8).map((note) => el('li', {}, el('span', { class: 'time' }, clock(note.time_s)), el('span', {}, note.text))),
    );
  });
  return root;
}

function whereIs({ subject_m: ahead, eta_s: eta }: MarkState): string {
  if (ahead === null) return 'not on the route';
  if (ahead < 0) return 'passed';
  return eta === null ? withUnit(ahead, 0, 'm') : `in ${withUnit(eta, 1, 's')}, ${withUnit(ahead, 0, 'm')}`;
}

function beatItem(beat: Beat): HTMLElement {
  const when = beat.began_s !== null ? clock(beat.began_s) : beat.ready_s !== null ? `ready ${clock(beat.ready_s)}` : '';
  const detail = beat.state === 'waiting' || beat.state === 'now' ? beat.waits_for : '';
  return el(
    'li',
    { class: `beat is-${beat.state}` },
    el(
      'span',
      { class: 'beat-name' },
      words(beat.name),
      beat.commits ? el('span', { class: 'tag', title: 'From here on the scene counts as staged' }, 'commits') : null,
    ),
    el('span', { class: 'muted' }, [kStates[beat.state], when].filter(Boolean).join(' · ')),
    detail ? el('span', { class: 'beat-detail' }, `waits for ${detail}`) : null,
  );
}

function roleItem(role: RoleState, select: (id: number) => void): HTMLElement {
  const refused = role.refused.map(({ why, count }) => `${words(why)} ${count}`).join(', ');
  const about =
    role.actor === null
      ? `${role.candidates} ${role.candidates === 1 ? 'candidate' : 'candidates'}`
      : `since ${clock(role.since_s ?? 0)}${role.supplied ? ', supplied' : ''}${role.times_cast > 1 ? `, cast ${role.times_cast} times` : ''}`;
  const id = role.actor;
  return el(
    'li',
    { class: 'role' },
    el('span', { class: 'role-name' }, capital(words(role.name))),
    id === null
      ? el('span', { class: 'muted' }, 'not cast')
      : el('button', { type: 'button', class: 'link', onclick: () => select(id) }, `actor ${id}`),
    el('span', { class: 'muted wide' }, about),
    refused ? el('span', { class: 'muted wide' }, `refused: ${refused}`) : null,
  );
}
