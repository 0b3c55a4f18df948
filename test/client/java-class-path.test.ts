/** The Java extension's class path: asked, followed, and not missed where it is not there. */
import { expect, test, vi } from 'vitest';
import { followJavaClassPath, type JavaApi } from '../../client/src/java-class-path';

interface Editor {
  readonly sent: (readonly string[])[];
  readonly logged: string[];
  readonly dispose: () => void;
}

function editorWith(activate: () => Promise<unknown>, folders: readonly string[] = ['file:///one']): Editor {
  const sent: (readonly string[])[] = [];
  const logged: string[] = [];
  const { dispose } = followJavaClassPath({
    activate,
    folders: () => folders,
    send: (elements) => sent.push(elements),
    log: (message) => logged.push(message),
  });
  return { sent, logged, dispose };
}

function javaExtension(): { readonly api: JavaApi; readonly update: (paths: readonly string[]) => void } {
  let paths: readonly string[] = ['/one/target/classes', '/repository/a.jar'];
  const listeners = new Set<() => void>();
  return {
    api: {
      serverReady: () => Promise.resolve(true),
      getClasspaths: (uri) =>
        uri.endsWith('none')
          ? Promise.reject(new Error('no project'))
          : Promise.resolve({ classpaths: paths, modulepaths: ['/repository/m.jar'] }),
      onDidClasspathUpdate: (listener) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
    update: (next) => {
      paths = next;
      for (const listener of listeners) listener();
    },
  };
}

test('is sent, each element once, and sent anew when it changes', async () => {
  const { api, update } = javaExtension();
  const { sent, dispose } = editorWith(() => Promise.resolve(api), ['file:///one', 'file:///two']);
  await vi.waitFor(() => {
    expect(sent).toEqual([['/one/target/classes', '/repository/a.jar', '/repository/m.jar']]);
  });
  update(['/repository/b.jar']);
  await vi.waitFor(() => {
    expect(sent.at(-1)).toEqual(['/repository/b.jar', '/repository/m.jar']);
  });
  dispose();
  update(['/repository/c.jar']);
  await Promise.resolve();
  expect(sent).toHaveLength(2);
});

test('of a folder that it does not know is said; the others serve', async () => {
  const { sent, logged } = editorWith(
    () => Promise.resolve(javaExtension().api),
    ['file:///none', 'file:///one'],
  );
  await vi.waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(logged[0]).toContain('file:///none');
});

test.each([
  ['is not installed', (): Promise<unknown> => Promise.resolve(undefined), /no Java extension/],
  ['exports something else', (): Promise<unknown> => Promise.resolve({ version: 1 }), /does not tell/],
  ['fails to start', (): Promise<unknown> => Promise.reject(new Error('broken')), /did not answer.*broken/],
  [
    'knows no project',
    (): Promise<unknown> =>
      Promise.resolve({ getClasspaths: () => Promise.reject(new Error('starting')) } satisfies JavaApi),
    /knows no class path of file:\/\/\/one .*starting/,
  ],
])('where it %s, one line is logged and nothing sent', async (_, activate, expected) => {
  const { sent, logged } = editorWith(activate);
  await vi.waitFor(() => {
    expect(logged).toHaveLength(1);
  });
  expect(logged[0]).toMatch(expected);
  expect(sent).toEqual([]);
});
