/** The texts of the page of the energy map, which the extension fills in in the user's language. Sits in the page's folder. */
import type { Change } from '../../../server/src/pages/changes';

export interface EnergyMapWords {
  readonly language: string;
  readonly title: string;
  readonly views: {
    readonly columns: string;
    readonly treemap: string;
    readonly flame: string;
    readonly table: string;
  };
  readonly filter: string;
  readonly filterHint: string;
  readonly sort: string;
  readonly sorts: { readonly name: string; readonly energy: string; readonly perLine: string };
  readonly group: string;
  readonly allGroups: string;
  readonly provenance: string;
  readonly allProvenances: string;
  readonly states: readonly string[];
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly brush: string;
  readonly brushFrom: string;
  readonly brushTo: string;
  readonly canvas: string;
  readonly treemap: string;
  readonly flame: string;
  readonly noCalls: string;
  readonly boxKeys: string;
  readonly keys: string;
  readonly reading: string;
  readonly nothing: string;
  readonly changed: string;
  readonly gone: string;
  readonly noEnergy: string;
  /** {0} files, {1} lines. */
  readonly counts: string;
  /** {0} lines of {1} are shown. */
  readonly shown: string;
  /** "{0} of all" */
  readonly ofAll: string;
  /** "{0} of what is shown" */
  readonly ofShown: string;
  readonly ofFile: string;
  readonly step: string;
  readonly unpriced: string;
  readonly hatched: string;
  readonly estimates: string;
  /** "profile {0}" */
  readonly profile: string;
  readonly scales: { readonly rank: string; readonly linear: string; readonly logarithmic: string };
  readonly scopes: { readonly method: string; readonly file: string; readonly workspace: string };
  readonly tables: { readonly files: string; readonly lines: string; readonly methods: string };
  readonly columns: {
    readonly file: string;
    readonly package: string;
    readonly lines: string;
    readonly energy: string;
    readonly perLine: string;
    readonly share: string;
    readonly line: string;
    readonly method: string;
    readonly inclusive: string;
    readonly provenance: string;
  };
  /** The words for changes of lines between two profiles that are compared. */
  readonly changes: Readonly<Record<Change, string>>;
  /** "{0} before, {1} after" */
  readonly beforeAfter: string;
  readonly ofChange: string;
  readonly more: string;
  readonly openLine: string;
}
