/** Undoing an import against what else may happen to its rows, in every order of their lock points. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeDeps } from '../../../../core/change/change.ts';
import { createPostTransfers } from '../../../../core/ledger/post-batch.ts';
import { HOOKS } from '../../../../service/modules.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';
import {
  type IsolationTester,
  openIsolationTester,
  type Session,
  schedulesOf,
} from '../../../../test-support/isolation.ts';
import { newReference } from '../../../../test-support/wallet.ts';
import { postExchange } from '../../../members/domain/exchanges/record.ts';
import { addListing } from '../../../members/domain/listings/create.ts';
import { erasePersonalData } from '../../../members/domain/members/erase.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import { importMembers } from './members.ts';
import { undoImportOrMove } from './undo.ts';

let service: TestService;
let tester: IsolationTester;
before(async () => {
  service = await startTestService();
  tester = await openIsolationTester(service);
});
after(async () => {
  await tester?.stop();
  await service?.stop();
});

const FILE = 'external_id;name;status;balance_hours\nM-1;Anna;active;2\nM-2;Ben;active;-1\n';

/** A community whose members were imported just now. */
async function setUp() {
  const { communityId, partnerId } = await service.createPartner();
  const options = { skipBad: false, recordedBy: 'test' };
  const { importId } = await importMembers(service.deps, communityId, Buffer.from(FILE), options);
  assert.ok(importId !== null);
  const rows = await service.ownerQuery<{ id: string; account: string }>(
    `select m.id, a.id as account from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
     where m.community_id = $1 order by m.external_id`,
    [communityId],
  );
  const [anna, ben] = rows;
  assert.ok(anna && ben);
  return { communityId, partnerId, importId, anna, ben };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Answers `done`, or the code of the refusal. */
function session(name: string, gates: readonly string[], work: (deps: ChangeDeps) => Promise<unknown>): Session {
  return {
    name,
    gates,
    async run(database) {
      try {
        await work({ database, clock: service.clock, wakeWorker() {}, hooks: HOOKS });
        return 'done';
      } catch (error) {
        if (error instanceof Error && 'code' in error && typeof error.code === 'string' && !/^\d/.test(error.code)) {
          return error.code;
        }
        throw error;
      }
    },
  };
}

const undoing = ({ communityId, importId }: Scene) =>
  session('undo', ['lock_members', 'lock_accounts', 'commit'], (deps) =>
    undoImportOrMove(deps, { communityId, actor: 'test' }, importId),
  );

/** The acts that may come in between, where each waits, and how it is refused once the import is undone. */
const OTHERS: readonly (readonly [what: string, refused: string, of: (scene: Scene) => Session])[] = [
  [
    'a credit',
    'user_not_found',
    ({ communityId, partnerId, anna }) => ({
      name: 'other',
      gates: ['lock_accounts', 'commit'],
      async run(database) {
        const outcome = await createPostTransfers(database, service.clock, () => {})({
          ...{ kind: 'credit', communityId, partnerId, memberId: anna.id, amountSeconds: 3600 },
          ...{ reference: newReference(), note: null, recordedBy: 'test' },
        });
        return outcome.result === 'refused' ? outcome.code : 'done';
      },
    }),
  ],
  [
    'a slip',
    'user_not_found',
    ({ communityId }) =>
      session('other', ['lock_parties', 'lock_accounts', 'commit'], ({ database, clock }) =>
        postExchange(database, clock, {
          ...{ communityId, provider: 'M-1', receiver: 'M-2', time: '1 h', serviceDate: '2026-11-01' },
          recordedBy: 'test',
        }),
      ),
  ],
  [
    'a listing',
    'user_not_found',
    ({ communityId, ben }) =>
      session('other', ['lock_members_shared', 'commit'], (deps) =>
        addListing(deps, { communityId, memberId: ben.id, actor: 'test' }, { title: 'Piano lessons', type: 'service' }),
      ),
  ],
  [
    'an erasure',
    'user_not_found',
    ({ communityId, ben }) =>
      session('other', ['lock_member', 'commit'], (deps) =>
        erasePersonalData(deps, { communityId, memberId: ben.id, actor: 'test' }, 'Ben'),
      ),
  ],
];

for (const [what, refused, of] of OTHERS) {
  test(`${what} and the undoing of the member's import: the first refuses the other`, async () => {
    const schedules = schedulesOf([undoing(await setUp()), of(await setUp())]);
    const seen = new Set<string>();
    for (const schedule of schedules) {
      const scene = await setUp();
      const { answers, failures } = await tester.play([undoing(scene), of(scene)], schedule);
      const context = `${schedule.join(' ')}: ${JSON.stringify({ answers, failures })}`;
      assert.deepEqual(failures, [], context);
      const { undo, other } = answers;
      assert.ok(
        (undo === 'done' && other === refused) || (undo === 'import_not_undoable' && other === 'done'),
        context,
      );
      seen.add(String(undo));
    }
    // Once, for all schedules: it reads every community of the file.
    const { invariants } = await verifyLedger(service.deps.database, service.clock);
    assert.deepEqual(
      invariants.filter(({ holds }) => !holds),
      [],
    );
    assert.deepEqual([...seen].sort(), ['done', 'import_not_undoable'], 'both orders were played');
  });
}
