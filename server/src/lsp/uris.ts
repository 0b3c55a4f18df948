/**
 * URIs to paths and back. Sits in `lsp/`: the rest knows paths only.
 */
import { URI } from 'vscode-uri';

/** Schemes whose documents are analysed: files, and texts that are not saved yet. */
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

/** Path below one of the folders, with `/`; `undefined` for a document outside of all of them. */
export function relativeTo(folders: readonly string[], uri: string): string | undefined {
  const parsed = URI.parse(uri);
  if (parsed.scheme !== 'file') return undefined;
  for (const folder of folders) {
    const root = URI.file(folder).path.replace(/\/$/, '');
    if (parsed.path.startsWith(`${root}/`)) return parsed.path.slice(root.length + 1);
  }
  return undefined;
}
