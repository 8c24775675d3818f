import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { isSuccess } from './retry.ts';
import { createSender, type Sender, type SenderOptions } from './send.ts';

const HEADERS = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };
const BODY = Buffer.from('{"a":"ü"}');

const senders: Sender[] = [];
function sender(options: Partial<SenderOptions> = {}): Sender {
  const made = createSender({ opening: { allowCidrs: ['127.0.0.0/8'] }, ...options });
  senders.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(senders.splice(0).map((made) => made.close()));
});

let receiver: Receiver;
before(async () => {
  receiver = await startReceiver({ names: ['hooks.example'] });
});
afterEach(() => {
  receiver.respondWith(200);
  receiver.requests.length = 0;
});
after(() => receiver.stop());
const trusted = (options: Partial<SenderOptions> = {}) =>
  sender({ extraCa: receiver.ca, resolve: async () => ['127.0.0.1'], totalTimeoutMs: 30_000, ...options });

describe('sending to a receiver', () => {
  test('the bytes, the headers, the path with its query and the name arrive as they were given', async () => {
    const result = await trusted().send(receiver.urlOf('hooks.example', '/a/b?c=d%20e'), HEADERS, BODY);
    assert.equal(result?.statusCode, 200);
    assert.ok(result.latencyMs >= 0);
    const [request] = receiver.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.path, '/a/b?c=d%20e');
    assert.deepEqual(request.body, BODY);
    assert.equal(request.headers['webhook-id'], 'evt_1');
    assert.equal(request.headers.host, `hooks.example:${receiver.port}`);
  });

  test('connections are kept for further deliveries to the same name, and none is shared between names', async () => {
    const made = trusted();
    const before = receiver.connections();
    for (let round = 0; round < 20; round++) await made.send(receiver.urlOf('hooks.example'), HEADERS, BODY);
    const kept = receiver.connections() - before;
    assert.ok(kept <= 3, `${kept} connections`);
    await made.send(receiver.url, HEADERS, BODY);
    assert.equal(receiver.connections() - before, kept + 1);
  });
});

describe('an answer', () => {
  test('a redirect is not followed', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const location = receiver.urlOf('hooks.example', '/elsewhere');
      receiver.respondWith({ status, headers: { location } });
      const result = await trusted().send(receiver.url, HEADERS, BODY);
      assert.equal(result?.statusCode, status);
      assert.ok(!isSuccess(result));
    }
    assert.equal(receiver.requests.length, 5);
  });

  test('a receiver that never answers costs the whole time and no more', async () => {
    receiver.respondWith('hang');
    const result = await trusted({ totalTimeoutMs: 150 }).send(receiver.url, HEADERS, BODY);
    assert.equal(result?.error, 'timeout');
    assert.ok(result.latencyMs < patientMs(1500), String(result.latencyMs));
  });

  test('a name that is never resolved costs the whole time and no more', async () => {
    const made = trusted({ totalTimeoutMs: 150, resolve: () => new Promise<never>(() => {}) });
    const result = await made.send(receiver.urlOf('hooks.example'), HEADERS, BODY);
    assert.equal(result?.statusCode, null);
    assert.ok(result.latencyMs < patientMs(1500), String(result.latencyMs));
  });

  test('a connection closed without an answer is an error', async () => {
    receiver.respondWith('reset');
    const result = await trusted().send(receiver.url, HEADERS, BODY);
    assert.equal(result?.error, 'connection_failed');
  });

  test('of a long answer at most 64 KiB are read; its status counts', async () => {
    receiver.respondWith({ status: 200, body: Buffer.alloc(20 * 1024 * 1024) });
    const result = await trusted().send(receiver.url, HEADERS, BODY);
    assert.equal(result?.statusCode, 200);
    receiver.respondWith({ status: 500, body: Buffer.alloc(1024 * 1024) });
    assert.equal((await trusted().send(receiver.url, HEADERS, BODY))?.statusCode, 500);
    // The rest never comes, and the connection closes after 5 s: nobody waits for it.
    receiver.respondWith({ status: 500, headers: { 'content-length': '1000000' }, body: Buffer.alloc(100 * 1024) });
    const unended = await trusted({ totalTimeoutMs: 60_000 }).send(receiver.url, HEADERS, BODY);
    assert.ok(unended && unended.statusCode === 500 && unended.latencyMs < patientMs(3000), String(unended?.latencyMs));
  });

  test('of an answer that stops in its middle the status counts, after the whole time, and what came of its text', async () => {
    receiver.respondWith({ status: 500, headers: { 'content-length': '1000' }, body: 'out of paper' });
    const result = await trusted({ totalTimeoutMs: 150 }).send(receiver.url, HEADERS, BODY);
    assert.deepEqual([result?.statusCode, result?.error, result?.answerStart], [500, null, 'out of paper']);
    assert.ok(result && result.latencyMs >= 140 && result.latencyMs < patientMs(1500), String(result?.latencyMs));
  });

  test('a status that only says to wait is not the answer', async () => {
    receiver.respondWith({ status: 204, processing: true });
    assert.equal((await trusted().send(receiver.url, HEADERS, BODY))?.statusCode, 204);
    receiver.respondWith({ status: 503, processing: true, body: 'not yet' });
    const result = await trusted().send(receiver.url, HEADERS, BODY);
    assert.deepEqual([result?.statusCode, result?.answerStart], [503, 'not yet']);
  });

  test('Retry-After is passed on', async () => {
    receiver.respondWith({ status: 503, headers: { 'retry-after': '120' } });
    assert.equal((await trusted().send(receiver.url, HEADERS, BODY))?.retryAfter, '120');
  });
});

describe('the connection', () => {
  test('a certificate of an unknown authority is refused, and nothing is sent', async () => {
    const result = await trusted({ extraCa: undefined }).send(receiver.url, HEADERS, BODY);
    assert.equal(result?.error, 'tls_error');
    assert.equal(receiver.requests.length, 0);
  });

  test('a certificate for another name is refused, and nothing is sent', async () => {
    const result = await trusted().send(receiver.urlOf('other.example'), HEADERS, BODY);
    assert.equal(result?.error, 'tls_error');
    assert.equal(receiver.requests.length, 0);
  });

  test('the certificate counts for the name, not for the address connected to', async () => {
    assert.equal((await trusted().send(receiver.urlOf('127.0.0.1'), HEADERS, BODY))?.statusCode, 200);
    assert.equal((await trusted().send(receiver.urlOf('127.0.0.2'), HEADERS, BODY))?.error, 'connection_refused');
  });

  test('a name without addresses or whose look-up fails is an error that a later attempt may not have', async () => {
    const failing = async () => Promise.reject(new Error('SERVFAIL'));
    for (const resolve of [async () => [], failing]) {
      assert.equal(
        (await trusted({ resolve }).send(receiver.urlOf('hooks.example'), HEADERS, BODY))?.error,
        'dns_error',
      );
    }
  });

  test('a closed port is refused; of several addresses the next is tried', async () => {
    const resolve = async () => ['127.0.0.2', '127.0.0.1'];
    assert.equal((await trusted({ resolve }).send(receiver.urlOf('hooks.example'), HEADERS, BODY))?.statusCode, 200);
    const none = async () => ['127.0.0.2', '127.0.0.3'];
    const result = await trusted({ resolve: none }).send(receiver.urlOf('hooks.example'), HEADERS, BODY);
    assert.equal(result?.error, 'connection_refused');
  });

  test('targets that are not plain https URLs are refused', async () => {
    for (const url of [`http://localhost:${receiver.port}/`, 'https://user:pass@localhost/', 'ftp://localhost/', 'x']) {
      assert.equal((await trusted().send(url, HEADERS, BODY))?.error, 'invalid_target', url);
    }
  });

  test('a proxy in the environment is ignored', async (t) => {
    const proxy = await startSocket();
    t.after(() => proxy.stop());
    const script = `
      const { createSender } = await import(${JSON.stringify(new URL('send.ts', import.meta.url).href)});
      const sender = createSender({ opening: { allowCidrs: ['127.0.0.0/8'] }, extraCa: process.env.CA });
      const result = await sender.send(process.env.TARGET, {}, Buffer.from('{}'));
      process.stdout.write(String(result.statusCode));
      await sender.close();`;
    const address = `http://127.0.0.1:${proxy.port}`;
    const proxies = { HTTPS_PROXY: address, https_proxy: address, HTTP_PROXY: address, ALL_PROXY: address };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...proxies, NO_PROXY: '', NODE_USE_ENV_PROXY: '1', CA: receiver.ca, TARGET: receiver.url },
    });
    assert.equal(stdout, '200');
    assert.equal(proxy.connections(), 0);
  });

  test('closing gives up what is on its way, without a result', async () => {
    receiver.respondWith('hang');
    const made = trusted();
    const sent = made.send(receiver.url, HEADERS, BODY);
    while (receiver.requests.length === 0) await new Promise(setImmediate);
    await made.close();
    assert.equal(await sent, undefined);
    assert.equal(await made.send(receiver.url, HEADERS, BODY), undefined);
  });
});

test('of many requests at once eight make a connection, and the others take it when it is idle or their turn', async () => {
  const deaf = await startSocket();
  try {
    const made = sender({ resolve: async () => ['127.0.0.1'], connectTimeoutMs: 500, totalTimeoutMs: 800 });
    const many = Array.from({ length: 30 }, () => made.send(`https://hooks.example:${deaf.port}/`, HEADERS, BODY));
    const errors = (await Promise.all(many)).map((result) => result?.error);
    assert.equal(errors.filter((error) => error === 'connect_timeout').length, 8);
    assert.equal(errors.filter((error) => error === 'timeout').length, 22, 'their time was over');
    assert.ok(deaf.connections() <= 16, 'the next eight begin when the first have failed');
  } finally {
    await deaf.stop();
  }
  const made = trusted({ totalTimeoutMs: 20_000 });
  const many = Array.from({ length: 300 }, () => made.send(receiver.urlOf('hooks.example'), HEADERS, BODY));
  assert.ok((await Promise.all(many)).every((result) => result && isSuccess(result)));
  assert.equal(receiver.requests.length, 300);
});

/** Listens on every address of the machine and counts who comes. */
async function startSocket() {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    port,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('no way in: nothing but public addresses is connected to', () => {
  const PRIVATE_V4 = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.255.255.254'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ...['255.255.255.255', '168.63.129.16'],
  ];
  const PRIVATE_V6 = [
    ...['::', '::1', '::7f00:1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1'],
    ...['5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '1::1', '4000::1'],
  ];
  /** Spellings that parsing turns into an address. */
  const TRICKS = ['0x7f.1', '2130706433', '127.1', '0177.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '[::ffff:127.0.0.1]'];
  const LOCAL_NAMES = ['localhost', 'LOCALHOST', 'sub.localhost'];
  let socket: Awaited<ReturnType<typeof startSocket>>;
  before(async () => {
    socket = await startSocket();
  });
  after(() => socket.stop());
  const closed = (options: Partial<SenderOptions> = {}) =>
    sender({ opening: { allowCidrs: [] }, totalTimeoutMs: 1000, connectTimeoutMs: 500, ...options });

  for (const host of [...PRIVATE_V4, ...PRIVATE_V6.map((address) => `[${address}]`), ...TRICKS, ...LOCAL_NAMES]) {
    test(`as the host of the URL: ${host}`, async () => {
      const result = await closed().send(`https://${host}:${socket.port}/`, HEADERS, BODY);
      assert.equal(result?.error, 'address_not_allowed');
      assert.equal(socket.connections(), 0);
    });
  }

  for (const address of [...PRIVATE_V4, ...PRIVATE_V6]) {
    test(`as an answer of the name server: ${address}`, async () => {
      for (const answers of [[address], ['93.184.215.14', address], [address, '2606:2800:21f::1']]) {
        const made = closed({ resolve: async () => answers });
        const result = await made.send(`https://hooks.example:${socket.port}/`, HEADERS, BODY);
        assert.equal(result?.error, 'address_not_allowed');
      }
      assert.equal(socket.connections(), 0);
    });
  }

  test('as garbage of the name server', async () => {
    for (const answer of ['', 'localhost', '127.0.0.1:80', '127.1', 'fe80::1%lo', '::ffff:127.0.0.1%1']) {
      const result = await closed({ resolve: async () => [answer] }).send(
        `https://a.example:${socket.port}/`,
        {},
        BODY,
      );
      assert.equal(result?.error, 'address_not_allowed', answer);
    }
    assert.equal(socket.connections(), 0);
  });

  test('as the second answer of a rebinding name server, after a good one', async (t) => {
    const receiver = await startReceiver({ names: ['hooks.example'] });
    t.after(() => receiver.stop());
    // Public in the eyes of this test: 127.0.0.1, and no other loopback address.
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    const made = sender({ opening: { allowCidrs: ['127.0.0.1/32'] }, extraCa: receiver.ca, resolve });
    const url = receiver.urlOf('hooks.example');
    assert.equal((await made.send(url, HEADERS, BODY))?.statusCode, 200);
    assert.equal((await made.send(url, HEADERS, BODY))?.error, 'address_not_allowed');
    assert.equal(asked, 2, 'the name is asked at every attempt, although the connection is still open');
    assert.equal(receiver.requests.length, 1);
    assert.equal(socket.connections(), 0);
  });

  test('as the target of a redirect', async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.stop());
    receiver.respondWith({ status: 307, headers: { location: `https://127.0.0.1:${socket.port}/` } });
    const made = sender({ extraCa: receiver.ca });
    assert.equal((await made.send(receiver.url, HEADERS, BODY))?.statusCode, 307);
    assert.equal(socket.connections(), 0);
  });

  test('a single opened target opens no other port and no other address', async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.stop());
    const opening = { allowCidrs: [], allowTargets: [`127.0.0.1:${receiver.port}`] };
    const made = sender({ opening, extraCa: receiver.ca });
    assert.equal((await made.send(receiver.url, HEADERS, BODY))?.statusCode, 200);
    for (const host of [`127.0.0.1:${socket.port}`, `localhost:${socket.port}`, `127.0.0.2:${receiver.port}`]) {
      assert.equal((await made.send(`https://${host}/`, HEADERS, BODY))?.error, 'address_not_allowed', host);
    }
    assert.equal(socket.connections(), 0);
  });
});
