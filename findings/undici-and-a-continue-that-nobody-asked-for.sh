#!/bin/sh
# undici 8.13.1: an interim answer 100 (Continue) that was not asked for breaks the connection ("bad response") before the 200
# that follows is read, though RFC 9110 section 15.2 has a client read past any 1xx; 102 and 103 are passed over. `node:http` takes
# all of them. Receivers of webhooks behind some gateways answer 100 to every POST. Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent undici@8.13.1 >/dev/null
cat >interim.mjs <<'SCRIPT'
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { Pool } from 'undici';

for (const interim of ['100 Continue', '102 Processing', '103 Early Hints']) {
  const server = createServer((socket) =>
    socket.on('data', () => socket.write(`HTTP/1.1 ${interim}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const pool = new Pool(origin);
  const byUndici = await pool.request({ path: '/', method: 'POST', body: 'x' }).then(
    async ({ statusCode, body }) => `${statusCode} ${await body.text()}`,
    ({ code, message }) => `${code} ${message}`,
  );
  const asked = request(origin, { method: 'POST', agent: false }).end('x');
  const [answer] = await once(asked, 'response');
  console.log(`${interim}: undici ${byUndici}, node:http ${answer.statusCode}`);
  asked.destroy();
  await pool.destroy();
  server.close();
}
SCRIPT
node interim.mjs | tee found
diff - found <<'EXPECTED'
100 Continue: undici UND_ERR_SOCKET bad response, node:http 200
102 Processing: undici 200 ok, node:http 200
103 Early Hints: undici 200 ok, node:http 200
EXPECTED
