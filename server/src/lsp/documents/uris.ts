/**
 * Converts URIs to paths and back.
 *
 * Sits in `lsp/`: all other rooms know paths only.
 */
import { URI } from 'vscode-uri';

/** The schemes whose documents are analyzed: files, and texts that are not saved yet. */
const SCHEMES: readonly string[] = ['file', 'untitled'];

export function isSupported(uri: string): boolean {
  return SCHEMES.includes(URI.parse(uri).scheme);
}

/** The path of a file; for an unsaved document its whole URI, which no file can have as its path. */
export function toPath(uri: string): string {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath : uri;
}

export function toUri(path: string): string {
  return path.startsWith('untitled:') ? path : URI.file(path).toString();
}

/** The path below one of the folders, with `/`; undefined for a document outside of all of them. */
export function relativeTo(folderUris: readonly string[], uri: string): string | undefined {
  const path = pathOf(uri);
  if (path === undefined) return undefined;
  for (const folder of folderUris) {
    const root = pathOf(folder)?.replace(/\/$/, '');
    if (root !== undefined && fold(path).startsWith(`${fold(root)}/`)) return path.slice(root.length + 1);
  }
  return undefined;
}

/** `/home/me/A.java`, `/c:/Users/me/A.java`, `//server/share/A.java`. */
function pathOf(uri: string): string | undefined {
  const { scheme, authority, path } = URI.parse(uri);
  if (scheme !== 'file') return undefined;
  return authority === '' ? path : `//${authority}${path}`;
}

/**
 * Folds the case of paths with a drive letter or a server: those are Windows paths, where case makes no difference.
 */
function fold(path: string): string {
  return /^(\/[A-Za-z]:|\/\/)/.test(path) ? path.toLowerCase() : path;
}
