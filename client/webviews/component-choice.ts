/** The choice of the component whose energy a page shows alone. It is hidden where components are not told apart. */
import type { ComponentWords } from '../../server/src/pages/component-words';
import { makeSelect, setOptions } from './dom';

export interface ComponentChoice {
  readonly element: HTMLSelectElement;
  readonly describe: (known: {
    readonly components?: readonly string[];
    /** The one that is shown alone; empty for all together. */
    readonly component?: string;
  }) => void;
}

export function makeComponentChoice(
  words: ComponentWords,
  choose: (component: string) => void,
): ComponentChoice {
  const element = makeSelect(words.component, () => {
    choose(element.value);
  });
  element.hidden = true;
  return {
    element,
    describe({ components = [], component = '' }) {
      const names = [...new Set([...components, ...(component === '' ? [] : [component])])];
      setOptions(element, [['', words.allComponents], ...names.map((name) => [name, name] as const)]);
      element.value = component;
      element.hidden = names.length === 0;
    },
  };
}
