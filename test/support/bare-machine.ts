/** A machine with nothing on it but what is given, for tests of what is found on machines. */
import type { Machine } from '../../server/src/host/machine/machine';
import { makeTemporaryFolder, type FolderContent } from './temporary-folder';

export function makeMachine(content: FolderContent = {}, given: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    architecture: 'x64',
    nodeVersion: '20.1.0',
    environment: {},
    homeFolder: '/home/nobody-here',
    systemRoot: makeTemporaryFolder(content),
    cores: 4,
    memoryBytes: 8 * 1024 ** 3,
    freeBytes: 1.5 * 1024 ** 3,
    ...given,
  };
}
