/**
 * The base protocol of the Language Server Protocol 3.17 ("Base Protocol"): a message is a header with its length
 * in bytes, a blank line and JSON. Written by hand so that the tests' client shares no code with the server's library.
 */

const headerEnd = Buffer.from('\r\n\r\n');

/** One message as it goes over the wire. */
export function encodeMessage(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, 'ascii'), body]);
}

/**
 * Returns a function that takes the stream's chunks, cut anywhere, and gives the messages that each completes.
 * It throws on a header without a length: stray output on the server's stdout is a fault that tests must see.
 */
export function createDecoder(): (chunk: Buffer) => readonly unknown[] {
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    const messages: unknown[] = [];
    for (;;) {
      const end = pending.indexOf(headerEnd);
      if (end < 0) break;
      const header = pending.toString('ascii', 0, end);
      const length = /^Content-Length: *(\d+)$/im.exec(header)?.[1];
      if (length === undefined)
        throw new Error(`not a message header: ${JSON.stringify(header.slice(0, 200))}`);
      const start = end + headerEnd.length;
      if (pending.length < start + Number(length)) break;
      messages.push(JSON.parse(pending.toString('utf8', start, start + Number(length))));
      pending = pending.subarray(start + Number(length));
    }
    return messages;
  };
}
