/** PUBLIC_URL as a real https server answers there; as a command, since Node reads NODE_EXTRA_CA_CERTS at its start. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { generate } from 'selfsigned';
import { DAY_MS, MINUTE_MS } from '../../../../core/base/time.ts';
import { spawnCommand } from '../../../../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { assertFound, reportOf } from '../../../../test-support/doctor.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../../test-support/temporary-folder.ts';
import type { CheckReport } from './check.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
before(async () => {
  [folder, database] = await Promise.all([createTemporaryFolder(), createTestDatabase()]);
});
after(async () => {
  await database?.drop();
  await folder?.remove();
});

describe('the public address', () => {
  let server: Server | undefined;
  let answer: 'service' | 'nothing';
  beforeEach(() => {
    answer = 'service';
  });

  /** The findings at an https origin with a certificate of its own. @param extra whether that is trusted */
  async function found(days: number, name = 'localhost', extra = true): Promise<(name: string) => CheckReport> {
    const certificate = await generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notAfterDate: new Date(Date.now() + days * DAY_MS + MINUTE_MS),
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
      ],
    });
    const ca = join(folder.path, 'ca.pem');
    await writeFile(ca, certificate.cert);
    let origin = '';
    server = createServer({ key: certificate.private, cert: certificate.cert }, (_request, response) => {
      if (answer === 'service') response.end(JSON.stringify({ status: 'ok', issuer: origin }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    const env = { PUBLIC_URL: origin, DATA_DIR: folder.path, MODE: 'demo', PORT: '1' };
    const { stdout } = await spawnCommand(database, ['doctor', '--json'], {
      ...env,
      ...(extra ? { NODE_EXTRA_CA_CERTS: ca } : {}),
    }).result;
    server.closeAllConnections();
    server.close();
    const { checks } = JSON.parse(stdout) as { checks: CheckReport[] };
    return (check) => reportOf(checks, check);
  }

  test('with a certificate that ends in 3 days is a problem, in 14 days worth a note', async () => {
    const of = await found(3);
    assertFound(of('certificate'), 'problem', /^valid for 3 days more/, /^Renew it/);
    for (const name of ['public_url', 'issuer']) assert.equal(of(name).result, 'ok', of(name).finding);
    assertFound((await found(14))('certificate'), 'note', /^valid for 14 days more/);
    assert.equal((await found(90))('certificate').result, 'ok');
  });
  test('with a certificate for another name is a problem', async () => {
    assertFound(
      (await found(90, 'bank.example'))('certificate'),
      'problem',
      /for DNS:bank\.example, not for localhost/,
    );
  });
  test('with a certificate of an authority that nobody knows is a problem', async () => {
    const of = await found(90, 'localhost', false);
    assertFound(of('certificate'), 'problem', /not accepted \(.*SELF_SIGNED/, /NODE_EXTRA_CA_CERTS/);
    assert.equal(of('public_url').result, 'ok', 'the way there is judged by itself');
  });
  test('that does not answer is a problem', async () => {
    answer = 'nothing';
    assertFound((await found(90))('public_url'), 'problem', /no answer within 4\.5 s/, /Look at the proxy/);
  });
});
