/**
 * The class path and the JDK that the workspace's types come from.
 *
 * Sits in `lsp/`, over `host/`. The settings come first, then the build files, then the editor's Java support.
 */
import { chooseJdk } from '../../host/jdk/choose-jdk';
import { findBuildClassPath, type BuildClassPath } from '../../host/builds/find-class-path';
import {
  describeFiles,
  identifyLibraries,
  type IdentifiedLibraries,
} from '../../host/jdk/identify-libraries';
import type { Settings } from '../../protocol/settings';

export interface FoundLibraries extends IdentifiedLibraries {
  /** Sentences for the log. */
  readonly descriptions: readonly string[];
  /** Sentences about what the user named and cannot be used. */
  readonly problems: readonly string[];
  /** Names of what the build files name and this machine lacks. */
  readonly gaps: readonly string[];
}

export interface LibrariesFinder {
  find(settings: Settings, folders: readonly string[]): Promise<FoundLibraries>;
  /** Takes the class path of the editor's Java support; answers true if it is new. */
  setEditorClassPath(elements: readonly string[]): boolean;
  /** Forgets what the build files said, so that they are looked for again. */
  forgetBuilds(): void;
}

const NO_BUILD: BuildClassPath = { elements: [], builds: [], found: [], problems: [], inputs: [] };

/** Makes a finder that keeps what the build files say for as long as none of them changes. */
export function createLibrariesFinder(): LibrariesFinder {
  let editorClassPath: readonly string[] = [];
  let known: { readonly key: string; readonly state: string; readonly build: BuildClassPath } | undefined;

  async function readBuilds(folders: readonly string[]): Promise<BuildClassPath> {
    const key = folders.join('\n');
    if (known?.key === key && known.state === (await describeFiles(known.build.inputs))) return known.build;
    const build = await findBuildClassPath(folders);
    known = { key, state: await describeFiles(build.inputs), build };
    return build;
  }

  return {
    async find({ classPath, javaHome, buildFiles }, folders) {
      const { jdk, description, problems } = chooseJdk({
        configured: javaHome,
        suggested: [],
        environment: process.env,
      });
      const build = buildFiles.enable ? await readBuilds(folders) : NO_BUILD;
      const all = [...new Set([...classPath, ...build.elements, ...editorClassPath])];
      const identified = await identifyLibraries({ classPath: all, jdk });
      const editor = `the editor's Java support: ${editorClassPath.length} elements of the class path`;
      return {
        ...identified,
        descriptions: [
          `java.* is typed from ${description}`,
          ...build.found,
          ...(editorClassPath.length === 0 ? [] : [editor]),
        ],
        problems,
        gaps: build.problems,
      };
    },
    setEditorClassPath(elements) {
      const isNews = elements.join('\n') !== editorClassPath.join('\n');
      editorClassPath = elements;
      return isNews;
    },
    forgetBuilds() {
      known = undefined;
    },
  };
}
