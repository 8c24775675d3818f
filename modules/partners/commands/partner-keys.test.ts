import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { testService } from '../../../test-support/harness.ts';
import { createKey } from '../../../test-support/signing.ts';
import { createTemporaryFolder } from '../../../test-support/temporary-folder.ts';

const service = await testService();

test('the command line sets keys from a file and their rules, shows them, and removes them', async (t) => {
  const folder = await createTemporaryFolder();
  t.after(() => folder.remove());
  const { clientId } = await service.createPartner();
  const { publicJwk, privateJwk, kid } = await createKey();
  const file = join(folder.path, 'jwks.json');
  const update = (...args: string[]) => runCommand(service.testDatabase, ['partner', 'update', clientId, ...args]);
  const show = () => runJson(service.testDatabase, ['partner', 'show', clientId]);

  const early = await update('--keys-only', 'on');
  assert.ok(early.code !== 0 && /register a key set first/.test(early.stderr), early.stderr);
  await writeFile(file, JSON.stringify({ keys: [privateJwk] }));
  const refused = await update('--jwks', file);
  assert.ok(refused.code !== 0 && /private part \(d\)/.test(refused.stderr), refused.stderr);
  assert.equal((await show()).keys, null);

  await writeFile(file, JSON.stringify({ keys: [publicJwk] }));
  const set = await update('--jwks', file, '--keys-only', 'on', '--bound-tokens', 'on');
  assert.equal(set.code, 0, set.stderr);
  const shown = await show();
  assert.deepEqual([shown.keys.keys[0].kid, shown.keys_only, shown.bound_tokens_only], [kid, true, true]);
  const lines = (await runCommand(service.testDatabase, ['partner', 'show', clientId])).stdout;
  assert.match(lines, new RegExp(`key +ES256 +${shown.keys.keys[0].thumbprint} +kid ${kid}`));
  assert.match(lines, /keys only +on\nbound tokens +on/);

  const away = await update('--jwks', 'none', '--keys-only', 'off');
  assert.equal(away.code, 0, away.stderr);
  assert.deepEqual((await show()).keys, null);
  const rows = await service.ownerQuery(`select actor from audit_log where action = 'partner.keys_changed'`);
  assert.deepEqual(rows, [{ actor: 'command line' }, { actor: 'command line' }]);
});
