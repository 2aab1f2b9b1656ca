// All that the program told the page so far. Panels read it and are called when a part of it changes.
import type { Connection } from '../net/connection.ts';
import type { Actor, Can, Curves, Forks, Found, Hello, Located, Run, RunEvent, Scene, Sensors, Verdict, World } from '../net/messages.ts';
import type { Instruction, Session } from '../study/messages.ts';

export interface Parts {
  hello: Hello;
  world: World;
  run: Run;
  actor: Actor | null;
  scene: Scene;
  verdict: Verdict;
  forks: Forks | null;
  sensors: Sensors | null;
  events: RunEvent[];
  curves: Curves;
  found: Found;
  located: Located;
  session: Session;
  instruction: Instruction;
  error: string;
  selection: number;
}

const kMostEvents = 4000;

export class Model {
  hello: Hello | null = null;
  world: World | null = null;
  run: Run | null = null;
  actor: Actor | null = null;
  scene: Scene | null = null;
  verdict: Verdict | null = null;
  forks: Forks | null = null;
  sensors: Sensors | null = null;
  curves: Curves | null = null;
  events: RunEvent[] = [];
  selected = -1; // id, or -1
  private readonly listeners = new Map<keyof Parts, ((part: never) => void)[]>();

  constructor(private readonly connection: Connection) {
    connection.on('hello', (hello) => {
      this.hello = hello;
      this.run = this.scene = this.verdict = this.curves = null;
      this.events = [];
      this.tell('hello', hello);
      this.tell('forks', (this.forks = null));
      this.tell('sensors', (this.sensors = null));
      this.select(-1);
    });
    connection.on('world', (world) => this.tell('world', (this.world = world)));
    connection.on('run', (run) => this.tell('run', (this.run = run)));
    connection.on('scene', (scene) => this.tell('scene', (this.scene = scene)));
    connection.on('verdict', (verdict) => this.tell('verdict', (this.verdict = verdict)));
    connection.on('forks', (forks) => this.tell('forks', (this.forks = forks)));
    connection.on('sensors', (sensors) => this.tell('sensors', (this.sensors = sensors)));
    connection.on('actor', (actor) => {
      if (actor.id === this.selected) this.tell('actor', (this.actor = actor));
    });
    connection.on('events', ({ events }) => {
      this.events.push(...events);
      if (this.events.length > kMostEvents) this.events.splice(0, this.events.length - kMostEvents);
      this.tell('events', events);
    });
    connection.on('curves', (curves) => {
      this.curves = curves.appends && this.curves ? joined(this.curves, curves) : curves;
      this.tell('curves', this.curves);
    });
    connection.on('shapes', ({ shapes }) => {
      if (this.hello) this.hello.shapes = shapes;
    });
    connection.on('roles', ({ roles }) => {
      if (this.hello) this.hello.roles = roles;
    });
    connection.on('found', (found) => this.tell('found', found));
    connection.on('located', (located) => this.tell('located', located));
    connection.on('session', (session) => this.tell('session', session));
    connection.on('instruction', (instruction) => this.tell('instruction', instruction));
    connection.on('error', ({ text }) => this.tell('error', text));
  }

  on<Name extends keyof Parts>(name: Name, listener: (part: Parts[Name]) => void): void {
    const list = this.listeners.get(name) ?? [];
    list.push(listener as (part: never) => void);
    this.listeners.set(name, list);
  }

  can(what: Can): boolean {
    return this.hello?.can.includes(what) ?? false;
  }

  select(id: number): void {
    if (id === this.selected) return;
    this.selected = id;
    this.actor = null;
    this.connection.send({ do: 'select', id: id < 0 ? null : id });
    this.tell('selection', id);
    this.tell('actor', null);
  }

  // The span of the time line: of a recording its own, of a live run from its start, or that of its subject, to now and a little ahead.
  get timeRange(): [number, number] {
    const given = this.run?.time_range ?? this.hello?.time_range;
    if (given) return given;
    const now = this.run?.time_s ?? 0;
    const from = 10 * Math.floor((this.scene?.started_s ?? 0) / 10);
    return [from, Math.max(from + 60, 30 * Math.ceil((now + 10) / 30))];
  }

  private tell<Name extends keyof Parts>(name: Name, part: Parts[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) (listener as (part: Parts[Name]) => void)(part);
  }
}

// Columns stay as they are; values that come later stand behind.
function joined(old: Curves, more: Curves): Curves {
  if (old.columns.join() !== more.columns.join()) return more;
  return { ...old, time_s: old.time_s.concat(more.time_s), values: old.values.map((row, i) => row.concat(more.values[i])) };
}
