/**
 * A partner that is created while others receive changes: its copy is the list afterwards. Every change that names the
 * partners it concerns, against the creation of a partner, in every order of their lock points.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addListing } from '../../modules/members/domain/listings/create.ts';
import { erasePersonalData } from '../../modules/members/domain/members/erase.ts';
import { importListings } from '../../modules/moving/domain/import/listings.ts';
import { importMembers } from '../../modules/moving/domain/import/members.ts';
import { undoImportOrMove } from '../../modules/moving/domain/import/undo.ts';
import { resetSandbox } from '../../modules/office/domain/communities/reset.ts';
import { changeCommunity } from '../../modules/office/domain/communities/settings.ts';
import { startTestService, type TestMember, type TestService } from '../../test-support/harness.ts';
import { type IsolationTester, openIsolationTester, type Session, schedulesOf } from '../../test-support/isolation.ts';
import { createMirror, type Mirror } from '../../test-support/mirror.ts';
import type { Deps } from '../deps.ts';
import { changeListingStatus } from '../people/listings/change.ts';
import { changeMemberStatus } from '../people/members/status.ts';
import { changeMember } from '../people/members/update.ts';
import { addPartner } from './provision.ts';

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

interface Scene {
  readonly communityId: number;
  readonly member: TestMember;
  readonly listingId: string;
  readonly importId: number;
}

interface Change {
  readonly what: string;
  /** The statement that reads the partners. */
  readonly gate: string;
  readonly imports?: 'members' | 'listings';
  change(deps: Deps, scene: Scene): Promise<unknown>;
}

const NAME = 'Anna Berger';
const act = ({ communityId }: Scene) => ({ communityId, actor: 'test' });
const ofMember = (scene: Scene) => ({ ...act(scene), memberId: scene.member.uuid });
const CHOICES = 'select_partner_choices';

const CHANGES: readonly Change[] = [
  {
    what: 'another default visibility',
    gate: 'select_partner_ids',
    change: (deps, scene) => changeCommunity(deps, act(scene), { defaultVisibility: 'hidden' }),
  },
  {
    what: 'the undoing of an import of members',
    imports: 'members',
    gate: 'select_partner_ids',
    change: (deps, scene) => undoImportOrMove(deps, act(scene), scene.importId),
  },
  {
    what: 'the undoing of an import of listings',
    imports: 'listings',
    gate: 'select_seers',
    change: (deps, scene) => undoImportOrMove(deps, act(scene), scene.importId),
  },
  {
    what: 'an erasure',
    gate: CHOICES,
    change: (deps, scene) => erasePersonalData(deps, ofMember(scene), NAME),
  },
  {
    what: 'the end of a membership',
    gate: CHOICES,
    change: (deps, scene) => changeMemberStatus(deps, ofMember(scene), 'left'),
  },
  {
    what: 'a member that hides',
    gate: CHOICES,
    change: (deps, scene) => changeMember(deps, ofMember(scene), { visibility: 'hidden' }),
  },
  {
    what: 'a listing that is closed',
    gate: 'select_seers',
    change: (deps, scene) => changeListingStatus(deps, { ...act(scene), listingId: scene.listingId }, 'closed'),
  },
];

const FILES = {
  members: [importMembers, 'external_id,name,status,balance_hours\nI-1,Import,active,0\n'],
  listings: [importListings, 'external_id,member_external_id,type,title,status\nL-1,M-1,service,Help,active\n'],
} as const;

async function setUp({ imports }: Change): Promise<Scene> {
  const { communityId } = await service.createPartner();
  const member = await service.createMember({ communityId, name: NAME, externalId: 'M-1' });
  const listing = { title: 'Garden', type: 'service' } as const;
  const listingId = await addListing(service.deps, { communityId, actor: 'test', memberId: member.uuid }, listing);
  let importId = 0;
  if (imports) {
    const [importFile, text] = FILES[imports];
    const options = { skipBad: false, recordedBy: 'test' };
    importId = (await importFile(service.deps, communityId, Buffer.from(text), options)).importId ?? 0;
  }
  return { communityId, member, listingId, importId };
}

const LATE = { name: 'Late', scopes: ['users.read', 'listings.read'], rateLimitPerMinute: 0 };

for (const each of CHANGES) {
  test(`${each.what}: no ghost stays in the copy of a partner that comes meanwhile`, async () => {
    const copies: Mirror[] = [];
    const sessionsOf = (scene: Scene): Session[] => [
      {
        name: 'change',
        gates: [each.gate, 'commit'],
        async run(database) {
          await each.change({ ...service.deps, database }, scene);
          return 'done';
        },
      },
      {
        name: 'partner',
        gates: ['commit'],
        async run(database) {
          const partner = await addPartner({ ...service.deps, database }, act(scene), LATE);
          const token = await service.token({ communityId: scene.communityId, ...partner });
          for (const path of ['/users', '/listings']) {
            const copy = createMirror([service], path, token, 100);
            await copy.poll();
            copies.push(copy);
          }
          return 'walked';
        },
      },
    ];
    for (const schedule of schedulesOf(sessionsOf(await setUp(each)))) {
      const scene = await setUp(each);
      copies.length = 0;
      const { answers, failures, log } = await tester.play(sessionsOf(scene), schedule);
      assert.deepEqual([answers, failures], [{ change: 'done', partner: 'walked' }, []]);
      for (const copy of copies) {
        await copy.poll();
        assert.deepEqual([...copy.items], [...(await copy.list())], `${schedule.join(' ')}: ${log.join(', ')}`);
      }
    }
  });
}

test('the reset of a sandbox: no partner comes between the look at who sees the members and the end of it', async () => {
  const { communityId } = await service.createPartner({
    communityId: (await service.createCommunity({ kind: 'sandbox' })).id,
  });
  const reset: Session = {
    name: 'reset',
    gates: ['select_seers', 'commit'],
    async run(database) {
      await resetSandbox({ ...service.deps, database }, { communityId, actor: 'test' });
      return 'done';
    },
  };
  const partner: Session = {
    name: 'partner',
    gates: ['commit'],
    async run(database) {
      await addPartner({ ...service.deps, database }, { communityId, actor: 'test' }, LATE);
      return 'done';
    },
  };
  for (const schedule of schedulesOf([reset, partner])) {
    const { answers, failures, log } = await tester.play([reset, partner], schedule);
    assert.deepEqual([answers, failures], [{ reset: 'done', partner: 'done' }, []]);
    const between = log.slice(log.indexOf('reset select_seers'), log.indexOf('reset commit'));
    assert.ok(!between.includes('partner commit'), log.join(', '));
  }
});
