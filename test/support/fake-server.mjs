/**
 * A language server of a few lines that the harness's own tests talk to: `echo` gives back its parameters, `fail`
 * an error, `ask` puts a question to the client, `silent` no answer, `stray` breaks the protocol.
 */
let pending = Buffer.alloc(0);

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  process.stdout.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
}

let asked;

function accept({ id, method, params, result }) {
  if (method === undefined) send({ id: asked, result });
  else if (method === 'initialize')
    send({ id, result: { capabilities: { textDocumentSync: 1, hoverProvider: true } } });
  else if (method === 'textDocument/didOpen')
    send({ method: 'test/opened', params: { uri: params.textDocument.uri } });
  else if (method === 'fail') send({ id, error: { code: -32602, message: 'no such thing' } });
  else if (method === 'stray') process.stdout.write('a line of log\r\n\r\n');
  else if (method === 'exit') process.exit(0);
  else if (method === 'shutdown') send({ id, result: null });
  else if (method === 'ask') {
    asked = id;
    send({
      id: 'question',
      method: 'workspace/configuration',
      params: { items: [{ section: 'a' }, { section: 'b' }] },
    });
  } else if (id !== undefined && method !== 'silent') send({ id, result: params ?? null });
  else if (method.startsWith('test/')) send({ method, params });
}

process.stdin.on('data', (chunk) => {
  pending = Buffer.concat([pending, chunk]);
  for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
    const length = Number(/Content-Length: (\d+)/.exec(pending.toString('utf8', 0, end))[1]);
    if (pending.length < end + 4 + length) return;
    const body = pending.toString('utf8', end + 4, end + 4 + length);
    pending = pending.subarray(end + 4 + length);
    accept(JSON.parse(body));
  }
});
process.stdin.on('end', () => process.exit(1));
