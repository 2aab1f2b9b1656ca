// The keyboard: what a key does anywhere on the page. Fields, buttons and lists keep the keys that they need themselves.

export interface KeyHooks {
  drive(event: KeyboardEvent, isDown: boolean): boolean; // true where it belongs to driving
  act: Record<string, () => void>; // by key, with "Shift+" before it where Shift is held
}

// Whether a field keeps a key for itself: what is written into takes all of them, a slider those that move it.
function isOwnKey(target: HTMLElement, key: string): boolean {
  if (key === 'Escape') return false;
  if (!(target instanceof HTMLInputElement)) return target.tagName === 'SELECT' || target.tagName === 'TEXTAREA';
  if (target.type === 'range') return /^(Arrow|Home|End|Page)/.test(key);
  return target.type !== 'checkbox' || key === ' ';
}

export function listenToKeys({ drive, act }: KeyHooks): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target as HTMLElement;
    if (isOwnKey(target, event.key)) return;
    if (drive(event, true)) {
      event.preventDefault();
      return;
    }
    const isButtonKey = target.tagName === 'BUTTON' && (event.key === ' ' || event.key === 'Enter');
    const name =
      event.shiftKey && /^[A-Za-z]$/.test(event.key)
        ? `Shift+${event.key.toUpperCase()}`
        : event.key.length === 1
          ? event.key.toLowerCase()
          : event.key;
    const action = isButtonKey ? undefined : act[name];
    if (!action) return;
    event.preventDefault();
    action();
  });
  addEventListener('keyup', (event) => {
    if (drive(event, false)) event.preventDefault();
  });
}
