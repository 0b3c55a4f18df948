/**
 * The Java programs that a `launch.json` describes.
 *
 * Sits in `launching/`, the door of `launching/` for `cli/` and `lsp/`.
 */
import { readLaunchJson, type LaunchEntries, type VariableValue } from './launch-json';
import { findRunnables } from './runnables';

export interface OpenFile {
  readonly path: string;
  readonly text: string;
}

export function readLaunchEntries(
  text: string,
  place: Omit<LaunchPlace, 'file'>,
  open: OpenFile | undefined,
): LaunchEntries {
  const valueOf = launchVariables({ ...place, ...(open === undefined ? undefined : { file: open.path }) });
  const fileName = open?.path.slice(open.path.lastIndexOf(place.separator) + 1) ?? '';
  const main = findRunnables(open?.text ?? '', fileName).find(({ kind }) => kind === 'main');
  return readLaunchJson(text, valueOf, main?.className);
}

interface LaunchPlace {
  /** The workspace folder that holds `.vscode`. */
  readonly folder: string;
  /** The file in the editor, if there is one. */
  readonly file?: string;
  readonly home: string;
  /** The separator of folders: `/` or `\`. */
  readonly separator: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The values of the variables of a `launch.json`, as far as they do not need an editor (VS Code, "Variables
 * reference"). Paths may be those of Windows.
 */
export function launchVariables({ folder, file, home, separator, environment }: LaunchPlace): VariableValue {
  const relativeTo = (path: string): string =>
    path.startsWith(`${folder}${separator}`) ? path.slice(folder.length + 1) : path;
  const fileName = file === undefined ? undefined : baseOf(file);
  const fileFolder = file === undefined ? undefined : folderOf(file);
  const values: Readonly<Record<string, string | undefined>> = {
    workspaceFolder: folder,
    workspaceRoot: folder,
    workspaceFolderBasename: baseOf(folder),
    cwd: folder,
    userHome: home,
    pathSeparator: separator,
    '/': separator,
    ...(file === undefined || fileName === undefined || fileFolder === undefined
      ? undefined
      : {
          file,
          fileWorkspaceFolder: folder,
          relativeFile: relativeTo(file),
          relativeFileDirname: file === relativeTo(file) ? fileFolder : relativeTo(fileFolder),
          fileBasename: fileName,
          fileBasenameNoExtension: fileName.replace(/\.[^.]*$/, ''),
          fileExtname: /\.[^.]*$/.exec(fileName)?.[0] ?? '',
          fileDirname: fileFolder,
          fileDirnameBasename: baseOf(fileFolder),
        }),
  };
  return (name) => {
    // An unset variable is empty, as in the editor.
    if (name.startsWith('env:')) return environment[name.slice('env:'.length)] ?? '';
    if (name === `workspaceFolder:${baseOf(folder)}`) return folder;
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };

  function baseOf(path: string): string {
    return path.slice(path.lastIndexOf(separator) + 1);
  }

  function folderOf(path: string): string {
    return path.slice(0, Math.max(0, path.lastIndexOf(separator)));
  }
}
