/** The two kinds of boxes that the page shows: the treemap, and the graph of callees. Sits in the page of the energy map. */
import type { BoxesKind } from './boxes-view';
import { layCallees, rootsOf } from './flame';
import { mapEnergies } from './treemap';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

export function treemapKind(words: EnergyMapWords): BoxesKind {
  return {
    label: `${words.treemap}. ${words.boxKeys}`,
    isNested: true,
    lay: (model, shown, path, screen) =>
      mapEnergies(
        model,
        shown,
        path.map(({ name }) => name),
        screen,
      ),
    canEnter: ({ method, children }) => method < 0 && children.length > 0,
    nothing: words.noEnergy,
  };
}

/**
 * The graph of callees: it starts at the method that the user went into last, and at first at the hottest.
 */
export function flameKind(words: EnergyMapWords): BoxesKind {
  return {
    label: `${words.flame}. ${words.boxKeys}`,
    isNested: false,
    lay(model, shown, path, screen) {
      const root = path.at(-1)?.method ?? rootsOf(model, shown, 1)[0];
      return root === undefined ? undefined : layCallees(model, shown, root, screen.width);
    },
    canEnter: ({ method }) => method >= 0,
    nothing: words.noCalls,
  };
}
