/** The services that commands work with. */
import type { LogOutputChannel } from 'vscode';
import type { OpenedTexts } from '../opened-texts';
import type { Overlays } from '../overlays';
import type { ComparisonEditors } from '../panels/comparison-editor';
import type { HotListsView } from '../panels/hot-lists';
import type { LegendPanel } from '../panels/legend';
import type { ProfilesView } from '../panels/profiles-view';
import type { EnergyMapPanel } from '../panels/energy-map';
import type { PanelServices } from '../panels/script-page';
import type { ReportDocuments } from '../panels/report-document';
import type { ServerConnection, ServerStatus } from '../server-connection';

export interface Services extends PanelServices {
  readonly log: LogOutputChannel;
  readonly openedTexts: OpenedTexts;
  readonly overlays: Overlays;
  readonly legend: LegendPanel;
  readonly energyMap: EnergyMapPanel;
  readonly comparisons: ComparisonEditors;
  readonly reports: ReportDocuments;
  readonly profiles: ProfilesView;
  readonly lists: HotListsView;
  /** Settles when the server was started for the first time. */
  readonly connection: () => Promise<ServerConnection>;
  readonly serverStatus: () => ServerStatus;
}
