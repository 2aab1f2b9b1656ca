// A small program that answers the page: vehicles that drive straight through a crossing, a scene, a recording. It stands in for `backlot view`
// where a test needs a world that it knows to the centimetre.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, WebSocketRoute } from 'playwright-core';
import { FrameWriter, type Body } from '../frame_writer.ts';
import { kMaterials, meshMessage, worldMessage } from './mock_world.ts';

export const kShapes = [
  { kind: 'car', length_m: 4.5, width_m: 1.8, height_m: 1.5 },
  { kind: 'truck', length_m: 9.5, width_m: 2.5, height_m: 3.4 },
  { kind: 'bus', length_m: 12, width_m: 2.55, height_m: 3.1 },
  { kind: 'motorcycle', length_m: 2.2, width_m: 0.8, height_m: 1.5 },
  { kind: 'pedestrian', length_m: 0.26, width_m: 0.44, height_m: 1.75 },
];
// As strict as the program's: nothing inline, nothing from elsewhere.
const kPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const kStepS = 0.05;
const kLanes = [-5.25, -1.75];
const kOrigin = [1000, 2000, 0];

export interface MockOptions {
  mode: 'traffic' | 'scene' | 'recording';
  vehicles: number;
  spreadM?: number;
  people?: number; // on the sidewalks; every fifth one stands
  study?: string; // its name
  sendsViewAlone?: boolean; // as the real program does: frames have what lies in the view
  waitsForDriver?: boolean; // a human drives from the start, and the run begins with its first input
  breaksRule?: boolean; // the subject drives too fast as soon as a human drives
}

export class MockProgram {
  readonly received: { do: string; [key: string]: unknown }[] = [];
  toldVerdicts = 0;
  private socket: WebSocketRoute | null = null;
  private readonly writer = new FrameWriter();
  private readonly forkWriter = new FrameWriter();
  private timeS = 0;
  private ticks = 0; // while it plays
  private isPlaying = true;
  private factor = 1;
  private seed = 7;
  private isKeyDue = true;
  private hasView = false;
  private box: number[] | null = null; // of the view
  private driver: 'software' | 'human' = 'software';
  private subjectSpeed = 8;
  private subjectX = -60;
  private throttle = 0;
  private sequence = 0;
  private sentMs = 0;
  private selected = -1;
  private timer: NodeJS.Timeout | null = null;
  private forkStream = 0; // that the page looks at
  private hasFork = false; // it was sent a frame of it
  private hasSensors = false;
  private isWaiting: boolean;

  constructor(private readonly options: MockOptions) {
    if (options.mode === 'recording' || options.waitsForDriver) this.isPlaying = false;
    if (options.waitsForDriver) this.driver = 'human';
    this.isWaiting = options.waitsForDriver ?? false;
  }

  // Serves the bundle and the socket to a page; nothing leaves the machine.
  async attach(page: Page, dist: string): Promise<void> {
    const types: Record<string, string> = {
      'index.html': 'text/html',
      'app.js': 'text/javascript',
      'app.css': 'text/css',
      'icon.svg': 'image/svg+xml',
    };
    await page.route('http://localhost/**', (route) => {
      const name = new URL(route.request().url()).pathname.replace(/^\/(participant\/)?/, '') || 'index.html';
      return types[name]
        ? route.fulfill({ contentType: types[name], headers: { 'content-security-policy': kPolicy }, body: readFileSync(join(dist, name)) })
        : route.fulfill({ status: 404, body: '' });
    });
    await page.routeWebSocket(/^ws:\/\/localhost\/(participant\/)?socket$/, (socket) => this.connect(socket));
  }

  get isPaused(): boolean {
    return !this.isPlaying;
  }
  pause(): void {
    this.isPlaying = false;
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  // The bodies of a moment, in centimetres: exact, so that tests can compute where they must be.
  bodies(timeS = this.timeS): Body[] {
    const list: Body[] = [];
    const spreadM = this.options.spreadM ?? 220;
    for (let i = 0; i < this.options.vehicles; ++i) {
      const arm = i % 4;
      const lane = kLanes[Math.floor(i / 4) % 2] - (spreadM > 1000 ? 40 * (i % 97) : 0);
      const speed = 6 + (i % 7);
      const along = ((((this.seed * 37 + i * 61.7 + speed * timeS) % (2 * spreadM)) + 2 * spreadM) % (2 * spreadM)) - spreadM;
      const heading = arm * 16384;
      const c = [1, 0, -1, 0][arm];
      const s = [0, 1, 0, -1][arm];
      list.push({
        id: 100 + i,
        shape: [0, 0, 0, 1, 0, 2, 0, 3][i % 8],
        x: Math.round(100 * (c * along - s * lane)),
        y: Math.round(100 * (s * along + c * lane)),
        z: 0,
        heading,
        speed: 10 * speed,
        lights: i % 5 === 0 ? 1 : i % 7 === 0 ? 2 : 0,
        role: i === 3 ? 2 : 0,
        behaviour: 0,
      });
    }
    for (let i = 0; i < (this.options.people ?? 0); ++i) {
      const speed = i % 5 === 0 ? 0 : 1.1 + 0.1 * (i % 6);
      const side = i % 2 ? 1 : -1;
      const along = ((10 + i * 7.3 + speed * timeS) % 180) + 11;
      list.push({
        id: 20_000 + i,
        shape: 4,
        x: Math.round(100 * side * along),
        y: Math.round(100 * side * (7.6 + 0.8 * (i % 3))),
        z: 12,
        heading: side > 0 ? 0 : 32768,
        speed: Math.round(10 * speed),
        lights: 0,
        role: 0,
        behaviour: 0,
      });
    }
    if (this.options.mode !== 'traffic') {
      const x = this.options.mode === 'recording' ? -60 + 8 * timeS : this.subjectX;
      list.push({
        id: 61,
        shape: 0,
        x: Math.round(100 * x),
        y: -175,
        z: 0,
        heading: 0,
        speed: Math.round(10 * this.subjectSpeed),
        lights: 0,
        role: 1,
        behaviour: 1,
      });
    }
    return list;
  }

  signals(): number[] {
    return Math.floor(this.timeS / 4) % 2 ? [3, 1] : [1, 3];
  }

  private connect(socket: WebSocketRoute): void {
    this.socket = socket;
    this.hasView = false;
    socket.onMessage((text) => this.receive(JSON.parse(String(text))));
    this.hello();
    this.say(worldMessage());
    socket.send(meshMessage());
    this.tell();
    this.timer ??= setInterval(() => this.tick(), 50).unref();
  }

  say(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private hello(): void {
    const { mode } = this.options;
    const isLive = mode !== 'recording';
    this.isKeyDue = true;
    this.say({
      is: 'hello',
      protocol: 1,
      version: 'mock',
      mode,
      title: mode === 'traffic' ? 'Crossing' : 'Run red light',
      file: `${mode}.mock`,
      origin: kOrigin,
      bounds: [-240, -240, 0, 240, 240, 0],
      step_s: kStepS,
      time_range: isLive ? null : [0, 30],
      materials: kMaterials,
      aspects: ['dark', 'red', 'yellow', 'green'],
      behaviours: ['extra', 'external_steering'],
      kinds: ['car', 'truck', 'bus', 'motorcycle', 'pedestrian'],
      shapes: kShapes,
      roles: mode === 'traffic' ? [] : ['subject', 'runner'],
      seed: this.seed,
      subject_id: mode === 'traffic' ? null : 61,
      subject: 'brisk',
      styles: mode === 'scene' ? ['calm', 'brisk'] : [],
      drivers: mode === 'scene' ? ['reference'] : [],
      parameters: mode === 'scene' ? [{ name: 'lead', text: '1.5 s', value: 1.5, unit: 's', low: 1, high: 3, is_given: false }] : [],
      columns:
        mode === 'traffic'
          ? []
          : [
              { name: 'speed', unit: 'm/s' },
              { name: 'ttc', unit: 's' },
            ],
      runs: [],
      ...(this.options.study ? { study: this.options.study } : {}),
      can: [
        'play',
        'pause',
        'step',
        'speed',
        'select',
        'find',
        'locate',
        ...(isLive ? ['restart'] : ['seek', 'next_finding', 'forks']),
        ...(mode === 'scene' ? ['drive', 'takeover'] : []),
        ...(mode === 'traffic' ? [] : ['curves', 'sensors']),
      ],
    });
  }

  // run, scene and verdict, as they are now.
  private tell(): void {
    const { mode } = this.options;
    const isOver = mode === 'scene' && this.subjectX > 40;
    this.say({
      is: 'run',
      time_s: this.timeS,
      time_range: mode === 'recording' ? [0, 30] : null,
      playing: this.isPlaying,
      factor: this.factor,
      reached: this.factor,
      seed: this.seed,
      hash: '9f3c1a2b4d5e6f70',
      steps: Math.round(this.timeS / kStepS),
      objects: this.options.vehicles,
      overruns: 0,
      worst_late_ms: 0,
      driver: this.driver,
      software: 'brisk',
      sequence: this.sequence || null,
      sent_ms: this.sequence ? this.sentMs : null,
      input_steps: 1,
      viewers: 1,
      waits_for_driver: this.isWaiting,
      is_over: isOver,
      outcome: isOver ? { verdict: 'pass', staged: true, cause: '', text: 'Staged, and no rule was broken.', hash: 'aa', recording: null } : null,
    });
    if (mode === 'traffic') return;
    this.say({
      is: 'scene',
      name: 'run_red_light',
      started_s: 1,
      is_over: isOver,
      beats: [
        { name: 'cast', state: 'done', ready_s: 1, began_s: 1, over_s: 3, commits: false, waits_for: '' },
        { name: 'run_the_light', state: 'now', ready_s: 3, began_s: 3, over_s: null, commits: true, waits_for: 'subject within 4 s of line' },
        { name: 'clear', state: 'waiting', ready_s: null, began_s: null, over_s: null, commits: false, waits_for: 'runner through' },
      ],
      roles: [{ name: 'runner', actor: 103, since_s: 1.2, supplied: false, candidates: 3, times_cast: 1, refused: [{ why: 'too_early', count: 4 }] }],
      candidates: [],
      marks: [{ name: 'line', at: [-12, -1.75, 0], subject_m: Math.max(0, -12 - this.subjectX), eta_s: Math.max(0, -12 - this.subjectX) / 8 }],
      subject: { id: 61, front_m: 2, speed_mps: this.subjectSpeed },
      notes: [{ time_s: 1.2, text: '103 is cast as runner' }],
      trouble: '',
    });
    ++this.toldVerdicts;
    this.say({
      is: 'verdict',
      validators: [
        { name: 'time_to_collision', rule: 'ttc over 1 s', value: 2.31, limit: 1, margin: 1.31, worst: 1.22, broken: false },
        { name: 'contact', rule: 'no contact', value: 0, limit: 0, margin: null, worst: null, broken: mode === 'recording' },
      ],
      findings:
        mode === 'recording'
          ? [
              {
                validator: 'contact',
                rule: 'no contact',
                time_s: 14.2,
                until_s: 14.2,
                value: 5.1,
                limit: 0,
                margin: -5.1,
                at: [0, 0, 0],
                other: 103,
                text: 'the subject touches 103 at 5.1 m/s',
              },
            ]
          : this.options.breaksRule && this.driver === 'human'
            ? [
                {
                  validator: 'speed_limit',
                  rule: 'no speed_limit',
                  time_s: this.timeS,
                  until_s: this.timeS,
                  value: 17,
                  limit: 13.9,
                  margin: -3.1,
                  at: [this.subjectX, -1.75, 0],
                  other: null,
                  text: 'the subject drives 61 km/h where 50 km/h are allowed',
                },
              ]
            : [],
      expectations: [{ text: 'lead within 1 s of 1.5 s', met: true, value: 1.6, limit: '1.5 s' }],
      responsibility: '',
    });
  }

  private tick(): void {
    if (!this.hasView) return;
    if (this.isPlaying) {
      const passedS = kStepS * this.factor;
      this.timeS += passedS;
      if (this.driver === 'human') this.subjectSpeed = Math.min(30, this.subjectSpeed + 6 * this.throttle * passedS);
      this.subjectX += this.subjectSpeed * passedS;
      if (++this.ticks % 4 === 0) {
        this.tell();
        this.sayActor();
      }
    }
    if (this.isPlaying || this.isKeyDue) this.frame();
  }

  private frame(): void {
    this.socket?.send(this.writer.write(this.timeS, this.bodies().filter((body) => this.isInView(body)), this.signals(), this.isKeyDue));
    if (this.forkStream > 0) {
      // The reference driver brakes: its subject is behind the recorded one.
      const bodies = this.bodies().map((body) => (body.id === 61 ? { ...body, x: body.x - Math.round(200 * this.timeS), lights: 1 } : body));
      this.socket?.send(this.forkWriter.write(this.timeS, bodies, this.signals(), this.isKeyDue || !this.hasFork, this.forkStream));
      this.hasFork = true;
    }
    this.isKeyDue = false;
    if (this.hasSensors) this.saySensors();
  }

  private isInView({ x, y }: Body): boolean {
    if (!this.options.sendsViewAlone || !this.box) return true;
    const [x0, y0, x1, y1] = this.box;
    return x > 100 * x0 && x < 100 * x1 && y > 100 * y0 && y < 100 * y1;
  }

  // A sensor at the front: it reports the vehicles ahead, 0.5 m too far to the left, and 103 never.
  private saySensors(): void {
    const own = this.bodies().find(({ id }) => id === 61)!;
    const ahead = this.bodies().filter(({ id, x }) => id !== 61 && x > own.x);
    this.say({
      is: 'sensors',
      time_s: this.timeS,
      sensors: [{ name: 'front', at: [own.x / 100 + 2, own.y / 100, 0], heading: 0, field: Math.PI / 2, range_m: 80 }],
      seen: ahead
        .filter(({ id }) => id !== 103)
        .map((body) => ({
          id: body.id,
          at: [body.x / 100, body.y / 100 + 0.5, 0],
          heading: (body.heading * 2 * Math.PI) / 65536,
          speed_mps: body.speed / 10,
          ...kShapes[body.shape],
        })),
      unseen: [{ id: 103, why: 'hidden' }],
    });
  }

  private sayActor(): void {
    const body = this.bodies().find(({ id }) => id === this.selected);
    if (!body) return;
    const at = [body.x / 100, body.y / 100, 0];
    const heading = (body.heading * 2 * Math.PI) / 65536;
    this.say({
      is: 'actor',
      id: body.id,
      kind: kShapes[body.shape].kind,
      role: body.role ? ['subject', 'runner'][body.role - 1] : '',
      behaviour: 'extra',
      gone: false,
      speed_mps: body.speed / 10,
      accel_mps2: 0.2,
      at,
      heading,
      place: { way: 'main_street', lane: 'R1', distance: 31.2, offset: -1.6, corridor: '' },
      signal: 'green',
      states: ['lane.side.keep', 'lane.along.follow'],
      limit: 'leader',
      limit_text: 'the vehicle ahead',
      leader: { id: 12, gap_m: 8.2, speed_mps: 7.9 },
      waits_for: null,
      gap: null,
      leases: [{ directive: 12, kind: 'adjust_speed', issuer: 'scene', until: '12.4 s' }],
      path: [at, [at[0] + 40 * Math.cos(heading), at[1] + 40 * Math.sin(heading), 0]],
    });
  }

  private receive(message: { do: string; [key: string]: unknown }): void {
    this.received.push(message);
    switch (message.do) {
      case 'view':
        if (!this.hasView || this.options.sendsViewAlone) this.isKeyDue = true;
        this.hasView = true;
        this.box = (message.box as number[] | undefined) ?? null;
        return;
      case 'play':
        this.isPlaying = true;
        break;
      case 'pause':
        this.isPlaying = false;
        break;
      case 'step':
        this.isPlaying = false;
        this.timeS += kStepS;
        this.frame();
        break;
      case 'speed':
        this.factor = Number(message.factor) || 10;
        break;
      case 'seek':
        this.timeS = Math.round(Math.min(30, Math.max(0, Number(message.time_s))) / kStepS) * kStepS;
        this.isKeyDue = true;
        this.frame();
        break;
      case 'restart':
        this.seed = Number(message.seed ?? this.seed);
        this.timeS = 0;
        this.subjectX = -60;
        this.driver = message.subject === 'me' ? 'human' : 'software';
        this.hello();
        break;
      case 'select':
        this.selected = message.id === null ? -1 : Number(message.id);
        this.sayActor();
        return;
      case 'takeover':
        this.driver = message.to === 'me' ? 'human' : 'software';
        break;
      case 'forks':
        this.say({ is: 'forks', state: 'driving', text: '', forks: [], preventable_by: [], onset_s: null });
        this.say({
          is: 'forks',
          state: 'ready',
          text: '103 ran a red light; preventable by r157_attentive.',
          forks: [
            { stream: 1, name: 'r157_attentive', avoided: true, until_s: 18.2 },
            { stream: 2, name: 'rss', avoided: false, until_s: 15 },
          ],
          preventable_by: ['r157_attentive'],
          onset_s: 12,
        });
        return;
      case 'fork':
        this.forkStream = Number(message.stream);
        this.frame();
        return;
      case 'sensors':
        this.hasSensors = message.on === 1;
        if (this.hasSensors) this.saySensors();
        return;
      case 'drive':
        this.throttle = Number(message.throttle);
        this.sequence = Number(message.sequence);
        this.sentMs = Number(message.sent_ms);
        if (!this.isWaiting || !(this.throttle > 0)) return;
        this.isWaiting = false;
        this.isPlaying = true;
        break;
      case 'find':
        this.say({
          is: 'found',
          text: message.text,
          results: [
            { what: 'object', name: '', id: 103, at: [20, -1.75, 0] },
            { what: 'way', name: 'main_street', id: null, at: [60, 0, 0] },
          ],
        });
        return;
      case 'locate':
        this.say({
          is: 'located',
          x: message.x,
          y: message.y,
          places: [
            { way: 'main_street', lane: 'R1', distance: 31.2, offset: -1.6, loft: 0, z: 0, intersection: '', source: { road: '5', s: 3.2, t: -1.5 } },
          ],
          nearest_m: 0,
        });
        return;
      case 'curves':
        this.say({
          is: 'curves',
          columns: message.columns,
          time_s: Array.from({ length: 60 }, (_, i) => i / 2),
          values: (message.columns as string[]).map((_, k) => Array.from({ length: 60 }, (__, i) => 8 + 3 * Math.sin(i / 6 + k))),
          appends: false,
        });
        return;
      default:
        return;
    }
    this.tell();
  }
}
