/** Checks that client and server speak the same protocol. */
import { expect, test } from 'vitest';
import { readHandshake } from '../../client/src/handshake';
import { PROTOCOL_VERSION } from '../../server/src/protocol/handshake';

test('the same version is agreed on', () => {
  const experimental = { jouleline: { protocolVersion: PROTOCOL_VERSION, serverVersion: '1.2.3' } };
  expect(readHandshake(experimental, PROTOCOL_VERSION)).toEqual({ kind: 'agreed', serverVersion: '1.2.3' });
});
test('the process is that which the server names', () => {
  const experimental = {
    jouleline: { protocolVersion: PROTOCOL_VERSION, serverVersion: '1.2.3', processId: 7 },
  };
  expect(readHandshake(experimental, PROTOCOL_VERSION)).toMatchObject({ processId: 7 });
});
test('another version is named', () => {
  const experimental = { jouleline: { protocolVersion: PROTOCOL_VERSION + 1, serverVersion: '9' } };
  expect(readHandshake(experimental, PROTOCOL_VERSION)).toEqual({
    kind: 'differs',
    serverProtocol: PROTOCOL_VERSION + 1,
  });
});
test.each([undefined, null, 7, {}, { jouleline: null }, { jouleline: { protocolVersion: '1' } }])(
  'an answer without a version differs: %j',
  (experimental) => {
    expect(readHandshake(experimental, PROTOCOL_VERSION)).toEqual({
      kind: 'differs',
      serverProtocol: undefined,
    });
  },
);
