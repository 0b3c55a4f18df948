/** The wire format of the tests' own protocol client: any cut of the stream gives the same messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder, encodeMessage } from './framing';

describe('framing', () => {
  it('counts bytes, not characters', () => {
    expect(encodeMessage({ text: 'µJ' }).toString('utf8')).toBe('Content-Length: 14\r\n\r\n{"text":"µJ"}');
  });

  it('reads other headers and a length in any case', () => {
    const decode = createDecoder();
    const text = 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}';
    expect(decode(Buffer.from(text))).toEqual([{}]);
  });

  it('gives the same messages however the stream is cut', () => {
    const messages = fc.array(fc.record({ id: fc.integer(), text: fc.string({ unit: 'grapheme' }) }));
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 40 }), (sent, size) => {
        const wire = Buffer.concat(sent.map(encodeMessage));
        const decode = createDecoder();
        const received: unknown[] = [];
        for (let at = 0; at < wire.length; at += size) received.push(...decode(wire.subarray(at, at + size)));
        expect(received).toEqual(sent);
      }),
    );
  });

  it('refuses stray output', () => {
    const decode = createDecoder();
    expect(() => decode(Buffer.from('Debugger attached.\r\n\r\n'))).toThrow('not a message header');
  });
});
