/** The ledger against its model, under random sequences. `LEDGER_SEED` repeats a run. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { compareWithModel } from '../test-support/ledger/compare.ts';
import { createModel } from '../test-support/ledger/model.ts';
import { createPureSubject } from '../test-support/ledger/pure-subject.ts';
import { createServiceSubject } from '../test-support/ledger/service-subject.ts';
import { stepSequence } from '../test-support/ledger/steps.ts';
import { verifyLedger } from './invariants.ts';

const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 1000);
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Sequences played at once, each in a community of its own: their requests share batches. */
const AT_ONCE = 25;

const ANSWERS = [
  ...[
    'posted',
    'replayed',
    'user_not_found',
    'invalid_token',
    'reference_conflict user_id',
    'reference_conflict hours',
  ],
  ...['limit_exceeded member_day', 'limit_exceeded partner_day', 'limit_exceeded upper_balance'],
]
  .map((answer) => `credit: ${answer}`)
  .concat(
    ['posted', 'replayed', 'credit_not_found', 'already_reversed', 'reference_conflict id'].map((a) => `reverse: ${a}`),
    [
      'posted',
      'validation_failed not_active',
      'validation_failed same_account',
      'validation_failed wrong_step',
      'limit_exceeded lower_balance',
      'limit_exceeded upper_balance',
    ].map((a) => `exchange: ${a}`),
    ['posted', 'not_found', 'already_reversed'].map((a) => `correct: ${a}`),
  );

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('the sequences reach every answer there is', () => {
  const seen = new Set<string>();
  for (const steps of fc.sample(stepSequence, { numRuns: 2000, seed: 1 })) {
    const model = createModel();
    for (const step of steps) seen.add(`${step.do}: ${model.step(step)}`);
  }
  assert.deepEqual(
    ANSWERS.filter((answer) => !seen.has(answer)),
    [],
  );
});

test(`the rules answer ${SEQUENCES} random sequences as the model predicts (LEDGER_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(stepSequence, (steps) => compareWithModel(createPureSubject(), steps));
  await fc.assert(property, { numRuns: SEQUENCES, seed });
});

test(`the whole service answers ${SEQUENCES} random sequences as the model predicts (LEDGER_SEED=${seed})`, async () => {
  const group = fc.array(stepSequence, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(group, async (sequences) => {
    await Promise.all(sequences.map(async (steps) => compareWithModel(await createServiceSubject(service), steps)));
  });
  await fc.assert(property, { numRuns: Math.ceil(SEQUENCES / AT_ONCE), seed, endOnFailure: true });
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
});
