/** The names of the catalogue, for tests that look for them where words for people who read Java belong. */
import { CATALOGUE } from '../../server/src/operations/catalogue/catalogue';

/** A name of the catalogue, alone or with operand types. */
export const NAMES = new RegExp(
  `\\b(?:${CATALOGUE.map(({ family }) => family).join('|')})_|\\b(?:ArrayLength|LambdaCreation|LibraryFunction)\\b`,
);

/** One name of each family, as operations have them in data. */
export const ALL_NAMES: readonly string[] = CATALOGUE.map(({ template }) =>
  template.replaceAll(/(?<=_)T(?=_|$)/g, 'int').replace('_…', '_for'),
);
