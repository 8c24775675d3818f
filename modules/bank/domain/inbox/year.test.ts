import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playYear } from '../../../../test-support/bank-year/play.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();
service.clock.set('2026-12-01T12:00:00.000Z');

const SEEDS = process.env.YEAR_SEED ? [Number(process.env.YEAR_SEED)] : [1, 2];

for (const seed of SEEDS) {
  test(`a year in eight dialects books each payment once, to its member, and explains the rest (YEAR_SEED=${seed})`, async () => {
    const { wrong, doubled, unexplained } = await playYear(service, { seed, count: 400 });
    assert.deepEqual({ wrong, doubled, unexplained }, { wrong: 0, doubled: 0, unexplained: [] });
  });
}
