/**
 * Named transactions against each other, in every order of their lock points: what each answers, what is booked, and
 * that nobody ever meets a deadlock, which running a transaction again would hide.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { erasePersonalData } from '../../modules/members/domain/members/erase.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../../test-support/harness.ts';
import {
  type IsolationTester,
  openIsolationTester,
  type PlayedSessions,
  type Session,
  schedulesOf,
} from '../../test-support/isolation.ts';
import { newReference } from '../../test-support/wallet.ts';
import type { Clock } from '../base/clock.ts';
import { choosePartnerVisibility } from '../people/members/update.ts';
import { closeAllDays } from '../statements/close-days.ts';
import { createPostTransfers, postInTransaction } from './post-batch.ts';
import type { CreditPosting, TransferRequest } from './types.ts';

const BALANCE = 'select credits_seconds - debits_seconds as seconds from accounts where id = $1';
const CREDITED = 3600;
/** Before the locks are asked for, and before they are given back. */
const GATES = ['lock_accounts', 'commit'];
const DAY = '2026-11-20';
const at = (time: string): Clock => ({ now: () => new Date(time) });
const BEFORE_MIDNIGHT = at('2026-11-20T23:59:59.999Z');
const AFTER_GRACE = at('2026-11-21T00:15:00.000Z');

let service: TestService;
let tester: IsolationTester;
let communityId: number;

before(async () => {
  service = await startTestService();
  tester = await openIsolationTester(service);
  communityId = (await service.createCommunity()).id;
});
after(async () => {
  await tester?.stop();
  await service?.stop();
});

const partner = () => service.createPartner({ communityId });
const member = (name?: string) => service.createMember({ communityId, ...(name ? { name } : {}) });

function creditOf({ partnerId }: TestPartner, { uuid }: TestMember, reference = newReference()): CreditPosting {
  const who = { communityId, partnerId, memberId: uuid, recordedBy: `partner:${partnerId}` };
  return { kind: 'credit', amountSeconds: CREDITED, reference, note: null, ...who };
}

/** A session that posts as a node does; answers with the ledger's result or the code of its refusal. */
function posting(name: string, gates: readonly string[], request: TransferRequest, clock: Clock = service.clock) {
  const session: Session = {
    name,
    gates,
    async run(database) {
      const outcome = await createPostTransfers(database, clock, () => {})(request);
      return outcome.result === 'refused' ? outcome.code : outcome.result;
    },
  };
  return session;
}

const balanceOf = async ({ accountId }: TestMember) =>
  Number((await service.ownerQuery<{ seconds: string }>(BALANCE, [accountId]))[0]?.seconds);

/** Plays every schedule, each on rows of its own, and looks at each. */
async function inEveryOrder<Rows>(
  create: () => Promise<Rows>,
  sessionsOf: (rows: Rows) => readonly Session[],
  look: (played: PlayedSessions, rows: Rows) => Promise<void> | void,
): Promise<PlayedSessions[]> {
  const seen: PlayedSessions[] = [];
  const schedules = schedulesOf(sessionsOf(await create()));
  for (const schedule of schedules) {
    const rows = await create();
    const played = await tester.play(sessionsOf(rows), schedule);
    try {
      assert.deepEqual(played.failures, [], 'a transaction failed, and was or was not run again');
      await look(played, rows);
    } catch (error) {
      throw new Error(`${schedule.join(' ')}: ${JSON.stringify(played)}`, { cause: error });
    }
    seen.push(played);
  }
  return seen;
}

/** All answers that came, as sorted texts. */
const answersOf = (all: readonly PlayedSessions[]) =>
  [...new Set(all.map(({ answers }) => Object.values(answers).join()))].sort();
const isBefore = ({ log }: PlayedSessions, one: string, other: string) => log.indexOf(one) < log.indexOf(other);

test('two partners credit one member: both are posted, and nothing is lost', async () => {
  const create = async () => ({ partners: await Promise.all([partner(), partner()]), anna: await member() });
  await inEveryOrder(
    create,
    ({ partners: [one, other], anna }) => [
      posting('one', GATES, creditOf(one as TestPartner, anna)),
      posting('other', GATES, creditOf(other as TestPartner, anna)),
    ],
    async ({ answers }, { anna }) => {
      assert.deepEqual(answers, { one: 'posted', other: 'posted' });
      assert.equal(await balanceOf(anna), 2 * CREDITED);
    },
  );
});

for (const age of ['older', 'younger'] as const) {
  test(`a credit that waits for its partner's account holds up no other partner (members ${age} than partners)`, async () => {
    const create = async () => {
      const early = age === 'older' ? await member() : undefined;
      const [closing, other] = [await partner(), await partner()];
      return { closing, other, anna: early ?? (await member()) };
    };
    const seen = await inEveryOrder(
      create,
      ({ closing, other, anna }) => [
        closingDay(closing, ['commit']),
        posting('held', ['commit'], creditOf(closing, anna), BEFORE_MIDNIGHT),
        posting('free', [], creditOf(other, anna), BEFORE_MIDNIGHT),
      ],
      async ({ answers, waits }, { anna }) => {
        assert.deepEqual([answers.held, answers.free], ['posted', 'posted']);
        assert.equal(await balanceOf(anna), 2 * CREDITED);
        // A request that waits for the partner's account holds no member's yet.
        assert.ok(!waits.includes('free > held > close'));
      },
    );
    assert.ok(seen.some(({ waits }) => waits.includes('held > close')));
    assert.ok(seen.some(({ waits }) => waits.includes('free > held')));
  });
}

/** Closes the day whose last moment credits are booked in. */
function closingDay({ partnerId }: TestPartner, gates: readonly string[]): Session {
  return {
    name: 'close',
    gates,
    async run(database) {
      await closeAllDays(database, AFTER_GRACE, communityId, partnerId, DAY);
      return 'closed';
    },
  };
}

test('credits and an exchange take the same two members crosswise: all are posted', async () => {
  const create = async () => ({ bank: await partner(), anna: await member(), bert: await member() });
  await inEveryOrder(
    create,
    ({ bank, anna, bert }) => [
      {
        name: 'credits',
        gates: ['commit'],
        async run(database) {
          const requests = [creditOf(bank, bert), creditOf(bank, anna)];
          const outcomes = await database.transaction((open) => postInTransaction(open, service.clock, requests));
          return outcomes.map(({ result }) => result).join();
        },
      },
      exchange('there', ['commit'], anna, bert),
      exchange('back', [], bert, anna),
    ],
    async ({ answers }, { anna, bert }) => {
      assert.deepEqual(answers, { credits: 'posted,posted', there: 'posted', back: 'posted' });
      assert.deepEqual([await balanceOf(anna), await balanceOf(bert)], [CREDITED, CREDITED]);
    },
  );
});

function exchange(name: string, gates: readonly string[], provider: TestMember, receiver: TestMember): Session {
  return {
    name,
    gates,
    async run(database) {
      const parties = { provider: provider.id, receiver: receiver.id, time: '1:00', serviceDate: DAY };
      await postExchange(database, service.clock, { communityId, ...parties, recordedBy: 'test' });
      return 'posted';
    },
  };
}

test('a day closes while a credit of its last moment comes: the credit is in the statement, or in the next day', async () => {
  const create = async () => ({ bank: await partner(), anna: await member() });
  const days = new Set<string>();
  await inEveryOrder(
    create,
    ({ bank, anna }) => [
      closingDay(bank, ['select_statement_day', 'commit']),
      posting('credit', GATES, creditOf(bank, anna), BEFORE_MIDNIGHT),
    ],
    async ({ answers }, { bank }) => {
      assert.equal(answers.credit, 'posted');
      const [row] = await service.ownerQuery<{ day: string; in_statement: number; in_ledger: number }>(
        `select t.booked_on::text as day, s.credits_count as in_statement,
           (select count(*)::int from transfers d where d.partner_id = $1 and d.booked_on = s.day) as in_ledger
         from transfers t join statements s on s.partner_id = t.partner_id where t.partner_id = $1 and s.day = $2`,
        [bank.partnerId, DAY],
      );
      assert.equal(row?.in_statement, row?.in_ledger);
      days.add(row?.day ?? '');
    },
  );
  assert.deepEqual([...days].sort(), [DAY, '2026-11-21']);
});

for (const [name, gates, act] of [
  [
    'hides from the partner',
    ['insert_partner_choice', 'commit'],
    (database, bank, { uuid }) =>
      choosePartnerVisibility(
        { ...service.deps, database },
        { communityId, memberId: uuid, actor: 'test' },
        bank.partnerId,
        'hidden',
      ),
  ],
  [
    'is erased',
    ['erase_members', 'commit'],
    (database, _bank, { uuid }) =>
      erasePersonalData({ ...service.deps, database }, { communityId, memberId: uuid, actor: 'test' }, 'Anna Berger'),
  ],
] as [
  string,
  string[],
  (database: Parameters<Session['run']>[0], bank: TestPartner, anna: TestMember) => Promise<void>,
][]) {
  test(`a member ${name} while a credit comes: refused if that was over when the credit looked, else posted`, async () => {
    const create = async () => ({ bank: await partner(), anna: await member('Anna Berger') });
    const seen = await inEveryOrder(
      create,
      ({ bank, anna }) => [
        {
          name: 'act',
          gates,
          async run(database) {
            await act(database, bank, anna);
            return 'done';
          },
        },
        posting('credit', ['select_credit_targets', 'commit'], creditOf(bank, anna)),
      ],
      async (played, { anna }) => {
        const isGone = isBefore(played, 'act done', 'credit select_credit_targets');
        assert.equal(played.answers.credit, isGone ? 'user_not_found' : 'posted');
        assert.equal(await balanceOf(anna), isGone ? 0 : CREDITED);
      },
    );
    assert.deepEqual(answersOf(seen), ['done,posted', 'done,user_not_found']);
  });
}

for (const [what, references, expected] of [
  ['under two references: one returns it', ['r-1', 'r-2'], ['already_reversed,posted', 'posted,already_reversed']],
  [
    'under one reference, on two nodes: one returns it, the other is refused',
    ['r', 'r'],
    ['posted,replayed', 'replayed,posted'],
  ],
] as [string, [string, string], string[]][]) {
  test(`one credit is reversed twice, ${what}`, async () => {
    const create = async () => {
      const [bank, anna] = [await partner(), await member()];
      const outcome = await service.deps.postTransfers(creditOf(bank, anna));
      assert.ok(outcome.result === 'posted');
      return { bank, anna, creditId: outcome.transfer.id };
    };
    const reversal = ({ partnerId }: TestPartner, creditId: string, reference: string): TransferRequest => ({
      ...{ kind: 'credit_reversal', communityId, partnerId, creditId, reference, reason: null },
      recordedBy: `partner:${partnerId}`,
    });
    const seen = await inEveryOrder(
      create,
      ({ bank, creditId }) => [
        posting('one', GATES, reversal(bank, creditId, references[0])),
        posting('other', GATES, reversal(bank, creditId, references[1])),
      ],
      async (_played, { anna }) => assert.equal(await balanceOf(anna), 0),
    );
    assert.deepEqual(answersOf(seen), expected);
  });
}

test('one reference on two nodes: posted once, and the other finds it', async () => {
  const create = async () => ({ bank: await partner(), anna: await member(), reference: newReference() });
  const seen = await inEveryOrder(
    create,
    ({ bank, anna, reference }) => [
      posting('one', GATES, creditOf(bank, anna, reference)),
      posting('other', GATES, creditOf(bank, anna, reference)),
    ],
    async (_played, { anna }) => assert.equal(await balanceOf(anna), CREDITED),
  );
  assert.deepEqual(answersOf(seen), ['posted,replayed', 'replayed,posted']);
});

test('after all of it the ledger holds', async () => {
  const { transfers, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(transfers > 200, String(transfers));
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
});
