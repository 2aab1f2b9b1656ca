// The picture: world, vehicles, camera and the loop that draws them. It draws what the newest frames say and decides nothing.
import { CameraRig, type CameraMode, type Followed } from '../camera/rig.ts';
import { isMuchDifferent, viewBox, type ViewBox } from '../camera/view_box.ts';
import { Mirrors } from '../drive/mirrors.ts';
import { Motion } from '../model/motion.ts';
import type { Model } from '../model/model.ts';
import type { Connection } from '../net/connection.ts';
import { readMesh } from '../net/mesh_message.ts';
import type { Hello, Place, Sensors, World } from '../net/messages.ts';
import type { Snapshot } from '../net/snapshot.ts';
import { Labels } from '../ui/labels.ts';
import { Ground } from './ground.ts';
import { Outlines, type Outline } from './outlines.ts';
import { Overlay, ringAround, type Ring } from './overlay.ts';
import { paletteOf, type Palette, type Theme } from './palette.ts';
import { pick } from './picking.ts';
import type { Quality } from './quality.ts';
import { Scenery } from './scenery.ts';
import { SensorFields } from './sensor_fields.ts';
import { Signals } from './signals.ts';
import { Stage } from './stage.ts';
import { Vehicles } from './vehicles.ts';
import { WorldMesh } from './world_mesh.ts';
import { labelsOf } from './world_labels.ts';

const kTellViewEveryMs = 150;
const kBlinksPerS = 1.5; // UN Regulation 6: 60 to 120 a minute
const kFullWithinM = 400;

export class Picture {
  readonly rig = new CameraRig();
  readonly stage: Stage;
  readonly labels = new Labels();
  readonly signals = new Signals();
  readonly overlay = new Overlay();
  readonly vehicles: Vehicles;
  onShown: (timeS: number, nowMs: number) => void = () => {};
  onCamera: () => void = () => {};
  widthPx = 1;
  heightPx = 1;
  pictures = 0; // drawn so far
  besideStream = 0; // of the fork that is shown beside the run; 0: none
  overStream = 0; // of the fork whose subject is shown in the run; 0: none
  hasMirror = false;
  private readonly ground = new Ground();
  private readonly worldMesh: WorldMesh;
  private readonly scenery = new Scenery();
  readonly mirrors: Mirrors;
  private readonly fields = new SensorFields();
  private readonly outlines = new Outlines();
  private sensors: Sensors | null = null;
  private readonly motions = new Map<number, Motion>();
  private palette: Palette = paletteOf('day');
  private hello: Hello | null = null;
  private world: World | null = null;
  private isDue = true;
  private isBlinkOn = true;
  private told: ViewBox | null = null;
  private toldMs = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly connection: Connection,
    private readonly model: Model,
    quality: Quality,
  ) {
    this.stage = new Stage(canvas, quality);
    this.worldMesh = new WorldMesh(this.ground);
    this.mirrors = new Mirrors(this.stage, quality.shadows);
    this.vehicles = new Vehicles(this.ground);
    this.stage.scene.add(this.worldMesh.group, this.scenery.group, this.signals.group, this.vehicles.group, this.overlay.group, this.fields.group, this.outlines.group);
    this.vehicles.setShadowMap(this.stage.hasShadowMap);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    connection.onBinary = (buffer) => this.receive(buffer);
    connection.on('shapes', ({ shapes }) => this.vehicles.setShapes(shapes));
    model.on('hello', (hello) => this.begin(hello));
    model.on('world', (world) => this.furnish(world));
    model.on('actor', (actor) => {
      this.overlay.setPath(actor?.path ?? [], 0.5);
      this.due();
    });
    model.on('selection', () => this.due());
    model.on('scene', () => this.due());
    requestAnimationFrame((now) => this.loop(now));
  }

  // From now on the picture has nothing that a driver could not see: no roles, names or marks.
  makePlain(): void {
    this.vehicles.showsRoles = false;
    this.overlay.group.visible = false;
    this.labels.root.remove();
    this.due();
  }

  // Something changed: draw at the next occasion.
  due(): void {
    this.isDue = true;
  }

  get run(): Motion {
    return this.motionOf(0);
  }
  // The last frame of a stream; null before there is one.
  newestOf(stream: number): Snapshot | null {
    const motion = this.motions.get(stream);
    return motion && !motion.isEmpty ? motion.newestFrame : null;
  }
  get isAtRest(): boolean {
    return !this.isDue && [...this.motions.values()].every((motion) => motion.isAtRest);
  }
  get isBlinking(): boolean {
    return this.isBlinkOn;
  }

  setTheme(theme: Theme): void {
    this.palette = paletteOf(theme);
    this.stage.setPalette(this.palette);
    this.worldMesh.setPalette(this.palette);
    this.scenery.setPalette(this.palette);
    this.vehicles.setPalette(this.palette, theme === 'dark');
    this.overlay.setPalette(this.palette);
    this.fields.setColour(this.palette.sensors);
    this.due();
  }

  // What the system under test sees; null: the picture shows the truth alone.
  setSensors(sensors: Sensors | null): void {
    this.sensors = sensors;
    this.fields.set(sensors?.sensors ?? []);
    this.vehicles.setReported(sensors && new Set(sensors.seen.map(({ id }) => id)));
    this.due();
  }

  setMode(mode: CameraMode): void {
    this.rig.setMode(mode, performance.now());
    this.onCamera();
    this.due();
  }

  // Shows the whole network.
  showAll(isSmooth: boolean): void {
    const bounds = this.hello?.bounds;
    if (!bounds) return;
    const width = Math.max(60, bounds[3] - bounds[0]);
    const height = Math.max(60, bounds[4] - bounds[1]);
    const span = 1.12 * Math.max(height, (width * this.heightPx) / this.widthPx);
    this.rig.lookAt((bounds[0] + bounds[3]) / 2, (bounds[1] + bounds[4]) / 2, (bounds[2] + bounds[5]) / 2, this.rig.distanceFor(span), isSmooth);
    this.due();
  }

  goTo([x, y, z]: Place, spanM: number | null): void {
    if (this.rig.isOnVehicle) this.setMode('free');
    this.rig.lookAt(x, y, z, spanM === null ? null : this.rig.distanceFor(spanM), true);
    this.due();
  }

  pickAt(u: number, v: number): number {
    const leastM = this.rig.mode === 'top' ? 9 * this.rig.metresPerPixel : 0;
    return pick(this.run.shown, (number) => this.vehicles.shapeOf(number), this.rig.camera, u, v, leastM);
  }

  groundAt(u: number, v: number): Place | null {
    let z = this.rig.orbit.z;
    for (let i = 0; i < 3; ++i) {
      const at = this.rig.groundAt(u, v, z);
      if (!at) return null;
      const height = this.ground.heightAt(at.x, at.y, z, 40);
      if (height === null || Math.abs(height - z) < 0.01) return [at.x, at.y, z];
      z = height;
    }
    const at = this.rig.groundAt(u, v, z);
    return at && [at.x, at.y, z];
  }

  setMeasured(points: Place[]): void {
    this.overlay.setMeasure(points);
    this.due();
  }

  // A picture of this moment as PNG; labels are part of the page and not of it.
  async save(): Promise<Blob> {
    this.drawNow(performance.now());
    return new Promise((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be read'))), 'image/png'),
    );
  }

  // Red, green, blue and alpha of all pixels.
  pixels(): Uint8Array {
    this.drawNow(performance.now());
    const gl = this.stage.renderer.getContext();
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  }

  // Id of the subject, or -1. Where `hello` came before the subject was there, its role tells.
  get subject(): number {
    const frame = this.run.shown;
    const known = this.hello?.subject_id ?? -1;
    if (known >= 0 && frame.find(known) >= 0) return known;
    const role = 1 + (this.hello?.roles.indexOf('subject') ?? -1);
    const slot = role > 0 ? frame.role.subarray(0, frame.slots).findIndex((number, i) => number === role && frame.isAlive[i] === 1) : -1;
    return slot < 0 ? -1 : frame.id[slot];
  }

  // The vehicle on which the camera hangs: the selected one, else the subject.
  followed(stream = 0): Followed | null {
    const id = this.model.selected >= 0 ? this.model.selected : this.subject;
    const frame = this.motionOf(stream).shown;
    const slot = id < 0 ? -1 : frame.find(id);
    if (slot < 0) return null;
    const shape = this.vehicles.shapeOf(frame.shape[slot]);
    return shape
      ? {
          x: frame.x[slot],
          y: frame.y[slot],
          z: frame.z[slot],
          heading: frame.heading[slot],
          length: shape.length_m,
          width: shape.width_m,
          height: shape.height_m,
        }
      : null;
  }

  private motionOf(stream: number): Motion {
    let motion = this.motions.get(stream);
    if (!motion) this.motions.set(stream, (motion = new Motion()));
    return motion;
  }

  private receive(buffer: ArrayBuffer): void {
    const type = new Uint8Array(buffer, 0, 1)[0];
    try {
      if (type === 1) {
        const { parts, isLast } = readMesh(buffer);
        for (const part of parts) this.worldMesh.add(part, this.hello?.materials[part.material] ?? 'other');
        if (isLast) this.worldMesh.finish(this.palette);
      } else if (type === 2) {
        this.motionOf(new Uint8Array(buffer, 3, 1)[0]).push(buffer, performance.now());
      }
    } catch (error) {
      console.warn('a message of the program does not fit:', error);
      this.connection.reconnect();
    }
    this.due();
  }

  private begin(hello: Hello): void {
    const isNewWorld = !this.hello || this.hello.file !== hello.file || this.hello.bounds.join() !== hello.bounds.join();
    this.hello = hello;
    this.vehicles.setShapes(hello.shapes);
    this.motions.clear();
    this.told = null;
    this.besideStream = this.overStream = 0;
    this.stage.setGround(hello.bounds);
    if (isNewWorld) this.showAll(false);
    this.due();
  }

  // A `world` comes before its meshes.
  private furnish(world: World): void {
    this.world = world;
    this.worldMesh.clear();
    this.scenery.setWorld(world);
    this.signals.setWorld(world.heads, world.walker_heads ?? [], this.hello?.aspects ?? []);
    this.overlay.setMarks(world.marks);
    this.due();
  }

  private resize(): void {
    const box = this.canvas.parentElement!;
    this.widthPx = Math.max(1, box.clientWidth);
    this.heightPx = Math.max(1, box.clientHeight);
    this.stage.resize(this.widthPx, this.heightPx);
    this.rig.resize(this.besideStream ? this.widthPx / 2 : this.widthPx, this.heightPx);
    this.due();
  }

  private loop(now: number): void {
    requestAnimationFrame((next) => this.loop(next));
    let hasMoved = false;
    for (const motion of this.motions.values()) hasMoved = motion.advance(now) || hasMoved;
    // Indicators follow the time of the run, so that a moment looks the same each time.
    this.isBlinkOn = Math.floor(2 * kBlinksPerS * this.run.newestTimeS) % 2 === 0;
    if (!this.isDue && !hasMoved) return;
    this.isDue = false;
    this.drawNow(now);
  }

  private drawNow(now: number): void {
    if (!this.hello) return;
    this.stage.begin();
    this.rig.resize(this.besideStream ? this.widthPx / 2 : this.widthPx, this.heightPx);
    if (this.besideStream) {
      this.stage.half(0, this.widthPx, this.heightPx);
      this.drawStream(0, now, this.widthPx / 2);
      this.stage.half(1, this.widthPx, this.heightPx);
      this.drawStream(this.besideStream, now, this.widthPx / 2);
      this.stage.whole(this.widthPx, this.heightPx);
    } else {
      this.drawStream(0, now, this.widthPx);
    }
    ++this.pictures;
    this.tellView(now);
    this.onShown(this.run.shown.timeS, now);
  }

  private drawStream(stream: number, now: number, widthPx: number): void {
    const frame = this.motionOf(stream).shown;
    const followed = this.followed(stream);
    if (this.rig.update(now, followed)) this.due();
    const { orbit, mode } = this.rig;
    const isTop = mode === 'top';
    const isPerspective = mode === 'chase' || mode === 'driver';
    const eye = this.rig.camera.position;
    const subject = this.subject;
    const hiddenId = mode === 'driver' && followed ? (this.model.selected >= 0 ? this.model.selected : subject) : -1;
    this.vehicles.setBlink(this.isBlinkOn);
    this.vehicles.update(frame, {
      x: isTop || !isPerspective ? orbit.x : eye.x,
      y: isTop || !isPerspective ? orbit.y : eye.y,
      fullWithinM: kFullWithinM,
      metresPerPixel: isPerspective ? 0 : this.rig.metresPerPixel,
      hidden: hiddenId,
      selected: this.model.selected,
      subject,
    });
    this.signals.update(frame.signals);
    this.signals.setDiscRadius(isTop && this.rig.metresPerPixel < 1.5 ? Math.max(0.55, 3.2 * this.rig.metresPerPixel) : 0);
    this.outlines.set(stream === 0 ? this.outlined() : []);
    this.overlay.setRings(mode === 'driver' ? [] : this.rings(frame));
    const spanM = isPerspective ? 90 : Math.min(450, 0.9 * orbit.distance);
    const [cx, cy] =
      isPerspective && followed ? [followed.x + 50 * Math.cos(followed.heading), followed.y + 50 * Math.sin(followed.heading)] : [orbit.x, orbit.y];
    this.stage.draw(this.rig.camera, cx, cy, orbit.z, spanM, !isTop);
    if (this.hasMirror && mode === 'driver' && followed && stream === 0) this.mirrors.draw(followed, this.widthPx, this.heightPx);
    if (stream === 0) this.label(widthPx);
  }

  private label(widthPx: number): void {
    const { mode } = this.rig;
    this.labels.set(
      labelsOf(this.run.shown, this.vehicles, this.hello!, this.world, {
        camera: this.rig.camera,
        widthPx,
        heightPx: this.heightPx,
        metresPerPixel: this.rig.metresPerPixel,
        selected: this.model.selected,
        subject: mode === 'driver' ? -2 : this.subject,
        hasNames: mode === 'top' || mode === 'free',
        palette: this.palette,
      }),
    );
  }

  // Where sensors report bodies, and where the subject of a fork is.
  private outlined(): Outline[] {
    const list = (this.sensors?.seen ?? []).map(
      ({ at: [x, y, z], heading, length_m: length, width_m: width, height_m: height }): Outline => ({
        x,
        y,
        z,
        heading,
        length,
        width,
        height,
        colour: this.palette.sensors,
      }),
    );
    const fork = this.overStream ? this.motionOf(this.overStream).shown : null;
    const slot = fork ? fork.find(this.subject) : -1;
    const shape = fork && slot >= 0 ? this.vehicles.shapeOf(fork.shape[slot]) : undefined;
    if (fork && shape) {
      list.push({
        x: fork.x[slot],
        y: fork.y[slot],
        z: fork.z[slot],
        heading: fork.heading[slot],
        length: shape.length_m,
        width: shape.width_m,
        height: shape.height_m,
        colour: this.palette.fork,
      });
    }
    return list;
  }

  // Around the selected vehicle, and around the candidates of roles.
  private rings(frame: Snapshot): Ring[] {
    const leastM = this.rig.mode === 'top' ? 9 * this.rig.metresPerPixel : 0;
    const ring = (id: number, colour: number) => ringAround(frame, id, this.vehicles, leastM, colour);
    const candidates = this.model.scene?.candidates ?? [];
    return [ring(this.model.selected, this.palette.selection), ...candidates.map(({ id }) => ring(id, this.palette.roles[0]))].filter(
      (found) => found !== null,
    );
  }

  // A vehicle on which the camera hangs may be elsewhere after a jump in time: then all is asked for, until it is found.
  private wantedView(): ViewBox {
    const bounds = this.hello!.bounds;
    const hasVehicle = this.model.selected >= 0 || this.hello!.mode === 'recording' || this.hello!.mode === 'scene';
    if (!this.rig.isOnVehicle || !hasVehicle || this.followed()) return viewBox(this.rig);
    const metresPerPixel = Math.max((bounds[3] - bounds[0]) / this.widthPx, (bounds[4] - bounds[1]) / this.heightPx);
    return { box: [bounds[0], bounds[1], bounds[3], bounds[4]], metresPerPixel };
  }

  private tellView(now: number): void {
    const box = this.wantedView();
    if (!isMuchDifferent(this.told, box)) return;
    if (now - this.toldMs < kTellViewEveryMs) {
      this.due();
      return;
    }
    this.told = box;
    this.toldMs = now;
    this.connection.send({ do: 'view', box: box.box, metres_per_pixel: box.metresPerPixel });
  }
}
