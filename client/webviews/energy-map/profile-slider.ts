/** The slider over saved profiles in the order of time. Sits in the page of the energy map. */
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';
import type { StatisticFrame } from '../../../server/src/pages/statistic';
import { make } from '../dom';

export class ProfileSlider {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #name = make('output');
  #frames: readonly StatisticFrame[] = [];

  constructor(words: Pick<EnergyMapWords, 'profileInTime'>, changed: () => void) {
    this.#input = make('input', { type: 'range', min: '0', step: '1', 'aria-label': words.profileInTime });
    this.#input.addEventListener('input', () => {
      this.#tell();
      changed();
    });
    this.element = make('div', { class: 'time', hidden: '' }, this.#input, this.#name);
  }

  /** The number of the profile that is chosen. */
  get chosen(): number {
    return Number(this.#input.value);
  }

  /** Fills in other profiles, of which the newest is chosen; without any the slider is hidden. */
  describe(frames: readonly StatisticFrame[]): void {
    this.#frames = frames;
    this.#input.max = String(Math.max(0, frames.length - 1));
    this.#input.value = this.#input.max;
    this.element.hidden = frames.length === 0;
    this.#tell();
  }

  #tell(): void {
    const frame = this.#frames[this.chosen];
    const text = frame === undefined ? '' : `${frame.name} · ${frame.started.slice(0, 16).replace('T', ' ')}`;
    this.#name.textContent = text;
    this.#input.setAttribute('aria-valuetext', text);
  }
}
