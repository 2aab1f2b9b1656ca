// Day or dark: as the system has it, until the user chooses.
import type { Theme } from '../scene/palette.ts';

const kKey = 'backlot.theme';

export class ThemeSwitch {
  theme: Theme;
  onChanged: (theme: Theme) => void = () => {};

  constructor() {
    const kept = localStorage.getItem(kKey);
    const system = matchMedia('(prefers-color-scheme: dark)');
    this.theme = kept === 'dark' || kept === 'day' ? kept : system.matches ? 'dark' : 'day';
    this.mark();
    system.addEventListener('change', () => {
      if (!localStorage.getItem(kKey)) this.set(system.matches ? 'dark' : 'day');
    });
  }

  toggle(): void {
    this.set(this.theme === 'dark' ? 'day' : 'dark');
    localStorage.setItem(kKey, this.theme);
  }

  private set(theme: Theme): void {
    this.theme = theme;
    this.mark();
    this.onChanged(theme);
  }

  private mark(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}
