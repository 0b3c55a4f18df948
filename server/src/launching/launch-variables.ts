/**
 * The values of the variables of a `launch.json`, as far as they do not need an editor (VS Code, "Variables
 * reference").
 *
 * Sits in `launching/`. Paths may be those of Windows.
 */
import type { VariableValue } from './launch-json';

export interface LaunchPlace {
  /** The workspace folder that holds `.vscode`. */
  readonly folder: string;
  /** The file in the editor, if there is one. */
  readonly file?: string;
  readonly home: string;
  /** The separator of folders: `/` or `\`. */
  readonly separator: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

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
