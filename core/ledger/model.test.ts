/**
 * The ledger against its model, under random stories: several days of three partners, two members and an office in one
 * community, who also record hours with each other. `LEDGER_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, TEST_START, type TestService, testService } from '../../test-support/harness.ts';
import { compareWithModel, type Subject } from '../../test-support/ledger/compare.ts';
import { createModel } from '../../test-support/ledger/model.ts';
import { untilAnswered } from '../../test-support/ledger/patience.ts';
import { createPureSubject } from '../../test-support/ledger/pure-subject.ts';
import { createServiceSubject } from '../../test-support/ledger/service-subject.ts';
import { ledgerStory, morningAfter, nights, story } from '../../test-support/ledger/steps.ts';
import { HAS_HOURS_OF_TWO } from '../../test-support/modules.ts';
import { remindAndHandOver } from '../../test-support/proposals.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import type { Database } from '../database/query.ts';
import { createPostTransfers } from './post-batch.ts';

const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 75);
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Stories played at once, each in a community of its own: their requests share batches. */
const AT_ONCE = 25;
/** The rules alone are a hundred times faster than the service. */
const RULES_SEQUENCES = SEQUENCES * 8;

const OF_TWO = ['propose', 'answer', 'settle'];
const CREDITED = [
  ...['posted', 'replayed', 'user_not_found', 'invalid_token'],
  ...['reference_conflict user_id', 'reference_conflict hours'],
  ...['limit_exceeded member_day', 'limit_exceeded partner_day', 'limit_exceeded upper_balance'],
];
const ANSWERS = Object.entries({
  credit: CREDITED,
  together: CREDITED,
  reverse: [
    'posted',
    'replayed',
    'credit_not_found',
    'already_reversed reference',
    'reference_conflict id',
    'invalid_token',
  ],
  exchange: [
    ...['posted', 'validation_failed not_active', 'validation_failed same_account', 'validation_failed wrong_step'],
    ...['limit_exceeded lower_balance', 'limit_exceeded upper_balance'],
  ],
  correct: ['posted', 'not_found', 'already_reversed'],
  balance: ['seconds', 'user_not_found', 'invalid_token'],
  statement: ['open', 'final', 'statement_not_found', 'invalid_token'],
  suspend: ['done', 'state_conflict data_erased', 'state_conflict status_not_possible'],
  activate: ['done', 'state_conflict data_erased', 'state_conflict status_not_possible'],
  erase: ['done', 'state_conflict data_erased'],
  show: ['done', 'state_conflict data_erased'],
  propose: [
    ...['made', 'there', 'alike', 'validation_failed not_active', 'validation_failed same_account'],
    ...['validation_failed wrong_step', 'validation_failed lower_balance', 'validation_failed upper_balance'],
  ],
  answer: [
    ...['waiting 2', 'confirmed 1', 'confirmed 2', 'withdrawn 1', 'withdrawn 2'],
    ...['office contested 1', 'office contested 2', 'office limit 1', 'office rule 1', 'office rule 2'],
    ...['not_found', 'not_permitted', 'state_conflict changed_meanwhile', 'validation_failed same_version'],
  ],
  settle: [
    ...['confirmed 1', 'confirmed 2', 'ended 1', 'ended 2', 'not_found', 'state_conflict changed_meanwhile'],
    ...['state_conflict party_not_active', 'validation_failed wrong_step'],
    ...['limit_exceeded lower_balance', 'limit_exceeded upper_balance'],
  ],
})
  .filter(([step]) => HAS_HOURS_OF_TWO || !OF_TWO.includes(step))
  .flatMap(([step, answers]) => answers.map((answer) => `${step}: ${answer}`));

const service = await testService();

test('the stories reach every answer there is', () => {
  const seen = new Set<string>();
  for (const [days, mornings] of fc.sample(fc.tuple(story, nights), { numRuns: 2000, seed: 1 })) {
    const model = createModel(TEST_START);
    let now = TEST_START;
    for (const [day, night] of mornings.entries()) {
      for (const step of days[day] ?? []) {
        const answer = model
          .step(step)
          .replace(/^(open|final) .*/, '$1')
          .replace(/^-?\d+ s$/, 'seconds');
        for (const each of answer.split(', ')) seen.add(`${step.do}: ${each}`);
      }
      now = morningAfter(now, night);
      model.wait(now);
    }
  }
  assert.deepEqual(
    ANSWERS.filter((answer) => !seen.has(answer)),
    [],
  );
});

test(`the rules answer ${RULES_SEQUENCES} random stories as the model predicts (LEDGER_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(ledgerStory, nights, (days, each) =>
    compareWithModel([createPureSubject(TEST_START)], [days], each, TEST_START, async () => {}),
  );
  await fc.assert(property, { numRuns: RULES_SEQUENCES, seed });
});

test(`the whole service answers ${SEQUENCES} random stories as the model predicts (LEDGER_SEED=${seed})`, async () => {
  await compareService(service, SEQUENCES);
});

test('where the database is away now and then, before a commit and after it, a repeat gets the answer', async (t) => {
  let transactions = 0;
  const shaken = (database: Database): Database => ({
    ...database,
    async transaction(work, options) {
      const number = ++transactions;
      if (number % 7 === 0) throw new DatabaseUnavailable('away');
      const result = await database.transaction(work, options);
      if (number % 11 === 0) throw new DatabaseUnavailable('the answer to COMMIT was lost');
      return result;
    },
  });
  const shaky = await startTestService({
    changeDeps: (deps) => {
      const database = shaken(deps.database);
      return { ...deps, database, postTransfers: createPostTransfers(database, deps.clock, () => {}) };
    },
  });
  t.after(() => shaky.stop());
  await compareService(shaky, AT_ONCE);
  assert.ok(transactions > 100, `${transactions} transactions`);
});

/** The communities are set up outside of the property: what goes wrong there is no counterexample. */
async function compareService(on: TestService, sequences: number): Promise<void> {
  let subjects: Subject[] = [];
  const beginDay = async (now: Date) => {
    on.clock.set(now);
    await untilAnswered(on, () => remindAndHandOver(on.deps));
  };
  const property = fc
    .asyncProperty(fc.array(story, { minLength: AT_ONCE, maxLength: AT_ONCE }), nights, (stories, each) =>
      compareWithModel(subjects, stories, each, on.clock.now(), beginDay),
    )
    .beforeEach(async () => {
      on.clock.set(morningAfter(on.clock.now(), { days: 1, untilMs: 34_200_000 }));
      subjects = await createSubjects(on);
    });
  await fc.assert(property, { numRuns: Math.ceil(sequences / AT_ONCE), seed, endOnFailure: true });
  // As of the first day, so that no event counts as deleted with age.
  const report = await verifyLedger(on.deps.database, { now: () => TEST_START });
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
}

/** A few at a time, so that none waits for a connection. */
async function createSubjects(on: TestService): Promise<Subject[]> {
  const subjects: Subject[] = [];
  const lines = Array.from({ length: 5 }, async (_, line) => {
    for (let at = line; at < AT_ONCE; at += 5) subjects[at] = await createServiceSubject(on);
  });
  await Promise.all(lines);
  return subjects;
}
