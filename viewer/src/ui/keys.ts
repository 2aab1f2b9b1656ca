// The keyboard: what a key does anywhere on the page. Fields, buttons and lists keep the keys that they need themselves.

export interface KeyHooks {
  drive(event: KeyboardEvent, isDown: boolean): boolean; // true where it belongs to driving
  act: Record<string, () => void>; // by key, with "Shift+" before it where Shift is held
}

const kOwnKeys = new Set(['INPUT', 'SELECT', 'TEXTAREA']);

export function listenToKeys({ drive, act }: KeyHooks): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target as HTMLElement;
    if (kOwnKeys.has(target.tagName) && event.key !== 'Escape') return;
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
