/**
 * The class path as the Java extension knows it (`redhat.java`), asked through
 * the API that it exports. Without that extension nothing is missing but its
 * answer: the server reads settings and build files by itself.
 *
 * Knows nothing of the editor, so that tests stand in for it.
 */

/** The part of the Java extension's exports that is used here (its API version 0.7 and later). */
export interface JavaApi {
  readonly serverReady?: () => Promise<boolean>;
  readonly getClasspaths: (
    uri: string,
    options: { readonly scope: 'runtime' | 'test' },
  ) => Promise<{ readonly classpaths?: readonly string[]; readonly modulepaths?: readonly string[] }>;
  readonly onDidClasspathUpdate?: (listener: () => void) => { readonly dispose: () => void };
}

interface JavaClassPathOptions {
  /** Activates the Java extension and returns what it exports; undefined if it is not installed. */
  readonly activate: () => Promise<unknown>;
  /** URIs of the workspace's folders. */
  readonly folders: () => readonly string[];
  readonly send: (elements: readonly string[]) => void;
  readonly log: (message: string) => void;
}

/** Sends the class path now and after each change, until the end. */
export function followJavaClassPath(options: JavaClassPathOptions): { readonly dispose: () => void } {
  const { activate, send, log } = options;
  let ended = false;
  let subscription: { readonly dispose: () => void } | undefined;

  const ask = async (api: JavaApi): Promise<void> => {
    const elements = await askAll(api, options);
    if (ended || elements === undefined) return;
    log(`The Java extension names ${elements.length} elements of the class path.`);
    send(elements);
  };
  const follow = async (): Promise<void> => {
    const api = await activate();
    if (api === undefined) {
      log('There is no Java extension to ask for the class path: settings and build files serve.');
      return;
    }
    if (!isJavaApi(api)) {
      log('The Java extension does not tell its class path: settings and build files serve.');
      return;
    }
    await api.serverReady?.();
    if (ended) return;
    subscription = api.onDidClasspathUpdate?.(() => {
      ask(api).catch(complain);
    });
    await ask(api);
  };
  const complain = (error: unknown): void => {
    log(`The Java extension did not answer (${String(error)}): settings and build files serve.`);
  };
  follow().catch(complain);
  return {
    dispose: () => {
      ended = true;
      subscription?.dispose();
    },
  };
}

/** Undefined where no folder could be asked about: what was sent before then stays. */
async function askAll(
  api: JavaApi,
  { folders, log }: JavaClassPathOptions,
): Promise<readonly string[] | undefined> {
  const found = new Set<string>();
  let answers = 0;
  for (const folder of folders()) {
    try {
      // The tests' class path holds the runtime's.
      const { classpaths = [], modulepaths = [] } = await api.getClasspaths(folder, { scope: 'test' });
      for (const element of [...classpaths, ...modulepaths]) found.add(element);
      answers += 1;
    } catch (error) {
      log(`The Java extension knows no class path of ${folder} (${String(error)}).`);
    }
  }
  return answers === 0 ? undefined : [...found];
}

function isJavaApi(api: unknown): api is JavaApi {
  return (
    typeof api === 'object' &&
    api !== null &&
    'getClasspaths' in api &&
    typeof api.getClasspaths === 'function'
  );
}
