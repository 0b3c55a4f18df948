/**
 * The check that client and server mean the same by their messages. They are shipped together, but a reload
 * may be due after an update.
 *
 * Free of `vscode`.
 */
import type { ServerHandshake } from '../../server/src/protocol/handshake';

export type Handshake =
  | { readonly kind: 'agreed'; readonly serverVersion: string }
  | { readonly kind: 'differs'; readonly serverProtocol: number | undefined };

/** Reads `capabilities.experimental` of the server's answer to `initialize`. */
export function readHandshake(experimental: unknown, clientProtocol: number): Handshake {
  const own = isObject(experimental) ? experimental['jouleline'] : undefined;
  if (!isServerHandshake(own)) return { kind: 'differs', serverProtocol: undefined };
  if (own.protocolVersion !== clientProtocol) return { kind: 'differs', serverProtocol: own.protocolVersion };
  return { kind: 'agreed', serverVersion: own.serverVersion };
}

function isServerHandshake(value: unknown): value is ServerHandshake {
  return (
    isObject(value) &&
    typeof value['protocolVersion'] === 'number' &&
    typeof value['serverVersion'] === 'string'
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
