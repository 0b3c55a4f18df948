/** Packages the extension before any test of the user interface starts, if it is older than its sources. */
import { packageExtension } from '../support/code-server';

export async function setup(): Promise<void> {
  await packageExtension();
}
