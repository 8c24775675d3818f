/** The sample of the sandbox's page runs in a sandbox: the demo forces nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { testService } from '../test-support/harness.ts';
import { missing } from '../test-support/has-tool.ts';
import { blocksOf, shapeDifference } from './test-support/blocks.ts';

const service = await testService();

test('the sample, as served, gets the answers that are shown below it', { skip: missing('curl') }, async () => {
  const { id: communityId } = await service.createCommunity({ kind: 'sandbox' });
  const { clientId, clientSecret } = await service.createPartner({ communityId });
  const page = await (await fetch(`${service.origin}/docs/sandbox.md`)).text();
  const [sample, ...shown] = blocksOf(page, 'docs/partner/sandbox.md');
  const filled = sample?.text.replace('tb_ci_test_…', clientId).replace('tb_cs_test_…', clientSecret) ?? '';
  assert.match(filled, /sandbox-503-/);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', filled]);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(answers.length, 2, stdout);
  for (const [at, answer] of answers.entries()) {
    assert.equal(shapeDifference(JSON.parse(shown[at]?.text ?? ''), answer), undefined);
  }
  assert.equal(answers[0].error, 'temporarily_unavailable');
  assert.equal(answers[1].data.status, 'posted');
});
