/** The sample files of each system, checked to the second against what their notes say a right import gives. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { MoveSystem } from '@timebank/contract';
import { runCommand, runJson } from '../../../../test-support/command.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import type { MoveQuestion } from './types.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/moving-in');

interface ExpectedFigures {
  readonly members: number;
  readonly listings: number;
  readonly exchanges: number;
  readonly fundSeconds: number;
  /** Keys of the questions that the files leave open. */
  readonly asked: readonly string[];
  readonly balances: Readonly<Record<string, number>>;
}

const EXPECTED: Readonly<Record<Exclude<MoveSystem, 'timebank'>, ExpectedFigures>> = {
  timeoverflow: {
    members: 11,
    listings: 6,
    exchanges: 9,
    fundSeconds: -52_200,
    asked: ['fund', 'time_zone'],
    balances: {
      ...{ 1: 27060, 2: 16140, 4: 7140, 5: -7154, 7: -1, 8: 0, 10: 2355, 11: 7260 },
      ...{ 13: 81900, 14: -81600, 16: 0 },
    },
  },
  komunitin: {
    members: 9,
    listings: 6,
    exchanges: 9,
    fundSeconds: 0,
    asked: ['time_zone', 'fund', 'disabled_members', 'request_titles', 'hidden_listings', 'expired_listings'],
    balances: {
      ...{ OLMO0001: -8280, OLMO0002: 14100, OLMO0003: 900, OLMO0004: -6900, OLMO0005: -5400 },
      ...{ OLMO0006: 5400, OLMO0008: 11400, OLMO0010: 11100, OLMO0011: 0 },
    },
  },
  ces: {
    members: 10,
    listings: 6,
    exchanges: 10,
    fundSeconds: 4680,
    asked: ['units_per_hour', 'time_zone', 'fund', 'locked_members', 'levies', 'hidden_listings', 'expired_listings'],
    balances: {
      ...{ BIRC0001: 612, BIRC0002: -3600, BIRC0003: -8532, BIRC0005: 11700, BIRC0006: 0, BIRC0008: 20520 },
      ...{ BIRC0009: -14400, BIRC0011: 1800, BIRC0012: 0, BIRC0013: -11700 },
    },
  },
  cyclos: {
    members: 8,
    listings: 6,
    exchanges: 10,
    fundSeconds: -21_600,
    asked: ['member_number', 'units_per_hour', 'groups', 'fund', 'expired_listings'],
    balances: {
      ...{ '00123': -4451400, alva: 14400, bosse: 16740, 'cleo.d': -1512, dmitri: 4431600 },
      ...{ fay_h: -1188, gus: 2160, hana: 0 },
    },
  },
};

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'timebank-move-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** How many rows each table of the community has. */
async function rowCounts(communityId: number): Promise<unknown> {
  const tables = ['members', 'listings', 'transfers', 'imports', 'import_rows', 'moves', 'audit_log', 'events'];
  const counts = tables.map((table) => `(select count(*)::int from ${table} where community_id = $1) as ${table}`);
  const [row] = await service.ownerQuery(`select ${counts.join(', ')}`, [communityId]);
  return row;
}

async function assertLedgerHolds(): Promise<void> {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
}

async function answersFor(questions: readonly MoveQuestion[]): Promise<string> {
  const path = join(folder, `answers-${Math.random()}.json`);
  await writeFile(path, JSON.stringify(Object.fromEntries(questions.map(({ key, suggested }) => [key, suggested]))));
  return path;
}

for (const [system, expected] of Object.entries(EXPECTED)) {
  describe(system, () => {
    test('moves in as a whole, to the second; a second run changes nothing, and the undo leaves nothing', async () => {
      const community = await service.createCommunity();
      const args = ['move-in', join(FIXTURES, system), '--from', system, '--community', community.slug];
      const empty = await rowCounts(community.id);
      const asked = await runJson(service.testDatabase, [...args, '--check'], 1);
      assert.deepEqual(
        asked.questions.map(({ key }: MoveQuestion) => key),
        expected.asked,
      );
      assert.deepEqual(asked.problems, []);
      const answers = await answersFor(asked.questions);
      const checked = await runJson(service.testDatabase, [...args, '--check', '--answers', answers]);
      assert.deepEqual(await rowCounts(community.id), empty);
      const done = await runJson(service.testDatabase, [...args, '--answers', answers]);
      for (const told of [checked, done]) {
        const { members, listings, exchanges, balances_seconds, questions } = told;
        assert.deepEqual(
          { members, listings, exchanges, balances: balances_seconds, questions },
          {
            ...{ members: expected.members, listings: expected.listings, exchanges: expected.exchanges },
            ...{ balances: expected.balances, questions: [] },
          },
        );
      }
      const booked = await service.ownerQuery<{ number: string; balance: number }>(
        `select coalesce(m.external_id, a.kind) as number, (a.credits_seconds - a.debits_seconds)::float as balance
         from accounts a left join members m on m.community_id = a.community_id and m.id = a.member_id
         where a.community_id = $1 and a.kind in ('member', 'chest') order by 1`,
        [community.id],
      );
      assert.deepEqual(Object.fromEntries(booked.map(({ number, balance }) => [number, balance])), {
        ...expected.balances,
        chest: expected.fundSeconds,
      });
      const [reached] = await service.ownerQuery<{ known: number }>(
        `select count(coalesce(phone, place, birth_year::text))::int as known from member_details where community_id = $1`,
        [community.id],
      );
      assert.ok((reached?.known ?? 0) > 0, 'how members are reached comes along');
      await assertLedgerHolds();

      const full = await rowCounts(community.id);
      const again = await runJson(service.testDatabase, args);
      assert.deepEqual({ ...again, repeated: false }, done);
      assert.equal(again.repeated, true);
      assert.deepEqual(await rowCounts(community.id), full);

      await runJson(service.testDatabase, ['move-in', '--undo', '--community', community.slug]);
      const left = await service.ownerQuery(
        `select kind from accounts where community_id = $1 and credits_seconds <> debits_seconds
         union all select 'member' from members where community_id = $1 and undone_at is null
         union all select 'listing' from listings where community_id = $1 and undone_at is null
         union all select external_id from transfer_external_ids where community_id = $1`,
        [community.id],
      );
      assert.deepEqual(left, []);
      await assertLedgerHolds();
      const anew = await runJson(service.testDatabase, [...args, '--answers', answers]);
      assert.deepEqual(anew, done);
    });

    test('shows each balance beside the old one to a person', async () => {
      const community = await service.createCommunity();
      const args = ['move-in', join(FIXTURES, system), '--from', system, '--community', community.slug];
      const { code, stdout } = await runCommand(service.testDatabase, [...args, '--check']);
      assert.equal(code, 1);
      for (const number of Object.keys(expected.balances)) assert.match(stdout, new RegExp(`^${number} +`, 'm'));
      assert.match(stdout, /^Question fund: /m);
    });
  });
}
