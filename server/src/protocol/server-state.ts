/**
 * The state of the server: class path, models, cache, and how it fares.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { NotificationType, RequestType0 } from 'vscode-languageserver-protocol';
import { request } from './checked-request';

/** The class path that the editor's own Java support knows; it replaces the one that was sent before. */
export interface ClassPathParams {
  /** Jars and folders of class files; they count after those of the settings and of build files. */
  readonly elements: readonly string[];
}

export interface ModelDescription {
  readonly id: string;
  readonly title: string;
  readonly machine: string;
  readonly mode: 'interpreter' | 'jit';
  readonly source: string;
  readonly isLocal: boolean;
  /** What the command line calls it: the path of its file, or its id if Jouleline brings it. */
  readonly name: string;
  readonly selected: boolean;
}

/** A warning that something of the user's cannot be used as it is. The log has all of them. */
export interface ServerWarning {
  readonly message: string;
  /** The setting that names the cause, without `jouleline.`: `modelFiles`. */
  readonly setting: WarnedSetting;
}

/** Settings that name files and folders of the user's. */
export type WarnedSetting = 'model' | 'classPath' | 'budget' | 'entryPoints';

export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'note' | 'problem';
  readonly detail: string;
  /** The reason for which a meter can't be read, and the administrator's command that lets every user read it. */
  readonly barrier?: { readonly reason: string; readonly grant?: string };
}

export interface DoctorReport {
  readonly version: string;
  readonly checks: readonly DoctorCheck[];
}

/** The client says whether its user trusts the workspace; it replaces what was said before. */
export const TrustNotification = new NotificationType<{ readonly isTrusted: boolean }>('jouleline/trust');

export const ClassPathNotification = new NotificationType<ClassPathParams>('jouleline/classPath');

/** Answered between two pieces of work: a server that does not answer for half a minute hangs. */
export const AliveRequest = new RequestType0<null, void>('jouleline/alive');

export const ModelsRequest = new RequestType0<readonly ModelDescription[], void>('jouleline/models');

/** A page about the chosen model, whose policy lets in its style by `nonce`. */
export const ModelReportRequest = request<{ readonly title: string; readonly html: string }>()(
  'jouleline/modelReport',
  { nonce: v.string() },
);

export const ClearCacheRequest = new RequestType0<{ readonly files: number; readonly bytes: number }, void>(
  'jouleline/clearCache',
);

export const DoctorRequest = new RequestType0<DoctorReport, void>('jouleline/doctor');

/** Sent to clients that set `showsWarnings`. */
export const WarningNotification = new NotificationType<ServerWarning>('jouleline/warning');
