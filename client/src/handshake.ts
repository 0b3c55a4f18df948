/**
 * The check that client and server mean the same by their messages. They are shipped together, but a reload
 * may be due after an update.
 *
 * Free of `vscode`.
 */
import { withDefined } from '../../server/src/base/check';
import { conforms, isRecord } from '../../server/src/base/shapes';
import { serverHandshakeSchema } from '../../server/src/protocol/handshake';

type Handshake =
  | { readonly kind: 'agreed'; readonly serverVersion: string; readonly processId?: number }
  | { readonly kind: 'differs'; readonly serverProtocol: number | undefined };

/** Reads `capabilities.experimental` of the server's answer to `initialize`. */
export function readHandshake(experimental: unknown, clientProtocol: number): Handshake {
  const own = isRecord(experimental) ? experimental['jouleline'] : undefined;
  if (!conforms(serverHandshakeSchema, own)) return { kind: 'differs', serverProtocol: undefined };
  if (own.protocolVersion !== clientProtocol) return { kind: 'differs', serverProtocol: own.protocolVersion };
  const { serverVersion, processId } = own;
  return { kind: 'agreed', serverVersion, ...withDefined({ processId }) };
}
