// The socket to the program: texts and binary messages in, commands out. After a break it connects again, a little later each time.
import type { Command, Message, MessageOf } from './messages.ts';

type Handler<Name extends Message['is']> = (message: MessageOf<Name>) => void;

export class Connection {
  onBinary: (buffer: ArrayBuffer) => void = () => {};
  onOpen: () => void = () => {};
  onLost: (text: string) => void = () => {};

  private socket: WebSocket | null = null;
  private readonly handlers = new Map<string, ((message: never) => void)[]>();
  private attempts = 0;
  private hasEnded = false;
  bytes = 0; // received so far

  constructor(private readonly address: string) {}

  on<Name extends Message['is']>(name: Name, handler: Handler<Name>): void {
    const list = this.handlers.get(name) ?? [];
    list.push(handler as (message: never) => void);
    this.handlers.set(name, list);
  }

  open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.attempts = 0;
      this.onOpen();
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.receive(event.data);
    socket.onclose = () => this.lost();
    this.socket = socket;
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  // A message that does not fit what came before: begin anew with a key frame.
  reconnect(): void {
    this.socket?.close();
  }

  private receive(data: string | ArrayBuffer): void {
    if (data instanceof ArrayBuffer) {
      this.bytes += data.byteLength;
      this.onBinary(data);
      return;
    }
    this.bytes += data.length;
    const message = JSON.parse(data) as Message;
    if (message.is === 'bye') this.hasEnded = true;
    for (const handler of this.handlers.get(message.is) ?? []) (handler as (m: Message) => void)(message);
  }

  private lost(): void {
    this.socket = null;
    if (this.hasEnded) {
      this.onLost('The program has ended. Start it again and reload this page.');
      return;
    }
    ++this.attempts;
    this.onLost(this.attempts < 4 ? 'The connection is lost. Connecting again …' : 'The program does not answer. Is it still running?');
    setTimeout(() => this.open(), Math.min(5000, 300 * 2 ** Math.min(this.attempts, 4)));
  }
}
