// A recorded run and a reference driver's fork of it: side by side, or the subject of the fork in the picture of the run.
import type { Connection } from '../net/connection.ts';
import type { Fork } from '../net/messages.ts';
import type { Picture } from '../scene/picture.ts';
import { el, setShown, setText } from './dom.ts';
import { words } from './format.ts';

export type ForkLook = 'beside' | 'over';

export class Beside {
  private readonly right = el('span', { class: 'half right' });
  readonly root = el('div', { class: 'beside', hidden: true }, el('span', { class: 'half' }, 'The run'), this.right);
  fork: Fork | null = null; // that is shown
  look: ForkLook = 'beside';

  constructor(
    private readonly connection: Connection,
    private readonly picture: Picture,
  ) {}

  show(fork: Fork | null, look = this.look): void {
    this.look = look;
    if (fork?.stream !== this.fork?.stream) this.connection.send({ do: 'fork', stream: fork?.stream ?? 0 });
    this.fork = fork;
    const isBeside = fork !== null && look === 'beside';
    this.picture.besideStream = isBeside ? fork.stream : 0;
    this.picture.overStream = fork && !isBeside ? fork.stream : 0;
    setShown(this.root, isBeside);
    if (fork) setText(this.right, `${words(fork.name)}: ${fork.avoided ? 'avoided' : 'not avoided'}`);
    this.picture.due();
  }

  // The run begins anew, and with it the program forgets what the page looks at.
  forget(): void {
    this.fork = null;
    this.show(null);
  }
}
