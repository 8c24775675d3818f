/** What an attempt comes to, in words: one for each of AttemptError, and for what a receiver may answer in place of HTTP. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import type { AttemptError } from '@timebank/contract';
import { freePort } from '../../../test-support/free-port.ts';
import { type RawReceiver, startRawReceiver } from '../../../test-support/raw-receiver.ts';
import { createSender, type Sender, type SenderOptions } from './send.ts';

const BODY = Buffer.from('{}');
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

let receiver: RawReceiver;
const senders: Sender[] = [];
before(async () => {
  receiver = await startRawReceiver();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((made) => made.close()));
  receiver.requests.length = 0;
});
after(() => receiver.stop());

async function send(url = receiver.url, options: Partial<SenderOptions> = {}) {
  const opening = { allowCidrs: ['127.0.0.0/8'] };
  const made = createSender({ opening, extraCa: receiver.ca, totalTimeoutMs: 5000, ...options });
  senders.push(made);
  const result = await made.send(url, { 'webhook-id': 'evt_1' }, BODY);
  assert.ok(result);
  return result;
}
const errorOf = async (url?: string, options?: Partial<SenderOptions>) => (await send(url, options)).error;

/** Where nothing answers, or something that speaks no TLS. */
async function withPlainServer<T>(greeting: string, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (greeting) socket.end(greeting);
    else socket.unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    return await work(`https://localhost:${port}/`);
  } finally {
    server.close();
  }
}

/** `secret_unreadable` is tested in `loop.test.ts`, `forced_by_sandbox` beside the credits that force it. */
const WORDS: Readonly<
  Record<Exclude<AttemptError, 'secret_unreadable' | 'forced_by_sandbox'>, () => Promise<AttemptError | null>>
> = {
  invalid_target: () => errorOf('http://localhost/'),
  dns_error: () => errorOf('https://hooks.example/', { resolve: async () => [] }),
  address_not_allowed: () => errorOf(receiver.url, { opening: { allowCidrs: [] } }),
  connection_refused: async () => errorOf(`https://localhost:${await freePort()}/`),
  connection_failed: () => {
    receiver.answerWith('reset');
    return errorOf();
  },
  connect_timeout: () => withPlainServer('', (url) => errorOf(url, { connectTimeoutMs: 100 })),
  tls_error: () => withPlainServer('HTTP/1.1 400 Bad Request\r\n\r\n', (url) => errorOf(url)),
  timeout: () => {
    receiver.answerWith();
    return errorOf(receiver.url, { totalTimeoutMs: 150 });
  },
  invalid_response: () => {
    receiver.answerWith('OK\r\n');
    return errorOf();
  },
};

describe('the word for an attempt that had no status', () => {
  for (const [word, attempt] of Object.entries(WORDS)) {
    test(word, async () => assert.equal(await attempt(), word));
  }
});

describe('what is not HTTP is an invalid response, whatever it is', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\n';
  for (const [what, ...parts] of [
    ['a word', 'OK\r\n'],
    ['the greeting of a mail server', '220 mail.example ESMTP\r\n'],
    ['a page without a head', '<html>hello</html>', null],
    ['bytes', '\u0000\u0001\u0002'],
    ['another protocol', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status of letters', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
    ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length that is no number', `${HEAD}Content-Length: x\r\n\r\n`],
    ['a header without a colon', `${HEAD}no colon\r\n\r\n`],
    ['a head without end', `${HEAD}X: ${'x'.repeat(1_100_000)}\r\n\r\n`],
    [
      'another protocol that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ] as const) {
    test(what, async () => {
      receiver.answerWith(...parts);
      const { statusCode, error } = await send();
      assert.deepEqual([statusCode, error], [null, 'invalid_response']);
    });
  }

  test('a connection that ends without a byte, or within the head, has failed', async () => {
    receiver.answerWith(null);
    assert.equal(await errorOf(), 'connection_failed');
    receiver.answerWith('HTTP/1.1 200 OK\r\nContent-', null);
    assert.equal(await errorOf(), 'connection_failed');
  });
});

describe('answers before the one that counts are passed over, although nobody asked for them', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';
  for (const [what, ...parts] of [
    ['100', CONTINUE, OK],
    ['100 in one piece with the answer', CONTINUE + OK],
    ['100 with headers', 'HTTP/1.1 100 Continue\r\nServer: x\r\nContent-Length: 0\r\n\r\n', OK],
    ['several', CONTINUE, 'HTTP/1.1 102 Processing\r\n\r\n', hints, CONTINUE, OK],
    ['one that nobody has defined', 'HTTP/1.1 199 Maybe\r\n\r\n', OK],
  ] as const) {
    test(what, async () => {
      receiver.answerWith(...parts);
      const { statusCode, error } = await send();
      assert.deepEqual([statusCode, error, receiver.requests.length], [200, null, 1]);
      assert.doesNotMatch(receiver.requests[0] ?? '', /expect/i);
    });
  }

  test('one alone is no answer', async () => {
    receiver.answerWith(CONTINUE);
    assert.equal(await errorOf(receiver.url, { totalTimeoutMs: 150 }), 'timeout');
    receiver.answerWith(CONTINUE, null);
    assert.equal(await errorOf(), 'connection_failed');
  });
});

test('a status counts whatever its headers weigh', async () => {
  for (const weight of [20_000, 500_000]) {
    receiver.answerWith(
      `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Security-Policy: ${'x'.repeat(weight)}\r\n\r\n`,
    );
    const { statusCode, error } = await send();
    assert.deepEqual([statusCode, error], [200, null], `${weight}`);
  }
});

test('once a status has come it counts, however the rest of the answer breaks', async () => {
  const head = 'HTTP/1.1 500 Internal Server Error\r\n';
  for (const parts of [
    [`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [`${head}Content-Length: 100\r\n\r\nabc`, null],
    [`${head}Content-Length: 100\r\n\r\nabc`, 'reset'],
  ]) {
    receiver.answerWith(...parts);
    const { statusCode, error } = await send();
    assert.deepEqual([statusCode, error], [500, null], parts.join());
  }
});
