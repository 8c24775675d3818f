/**
 * Copies that partners keep, while an import, people and three nodes are at work, and further partners come, subscribe and
 * credit. `npm run soak` plays more and larger.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeCommunity } from '../../../domain/communities/settings.ts';
import { distributeAll } from '../../../domain/delivery/distribute.ts';
import type { Deps } from '../../../domain/deps.ts';
import { importMembers } from '../../../domain/import/members.ts';
import { verifyLedger } from '../../../domain/ledger/invariants.ts';
import { changeListing, changeListingStatus } from '../../../domain/listings/change.ts';
import { createListingsIn } from '../../../domain/listings/create.ts';
import { erasePersonalData } from '../../../domain/members/erase.ts';
import { changeMemberStatus } from '../../../domain/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../../domain/members/update.ts';
import { addPartner } from '../../../domain/partners/provision.ts';
import { addSubscription } from '../../../domain/subscriptions/add.ts';
import { Refusal } from '../../../platform/base/refusal.ts';
import { MINUTE_MS } from '../../../platform/base/time.ts';
import { DatabaseUnavailable } from '../../../platform/database/connection.ts';
import { testChange } from '../../../test-support/changes.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { createMirror, type Mirror } from '../../../test-support/mirror.ts';
import { createRandom } from '../../../test-support/simulator/random.ts';
import { newReference } from '../../../test-support/wallet.ts';

const { MIRROR_SEEDS = '3', MIRROR_ROWS = '1000' } = process.env;
const MEMBERS = 60;
const ACTS = 120;
const BIRTHS = 3;
const CREDITS = 12;

let nodes: readonly TestService[];
before(async () => {
  const first = await startTestService();
  const rest = [];
  for (let n = 0; n < 2; n++) rest.push(await startTestService({ database: first.testDatabase }));
  nodes = [first, ...rest];
});
after(async () => {
  // The first one ends the database.
  for (const node of nodes.toReversed()) await node.stop();
});

for (let seed = 1; seed <= Number(MIRROR_SEEDS); seed++) {
  test(`seed ${seed}: after the last poll each copy is the list, and who is gone is gone by the next poll`, () =>
    play(seed, Number(MIRROR_ROWS)));
}

interface Member {
  readonly uuid: string;
  readonly id: string;
  name: string;
  /** One act at a time, so that what was done last is known. */
  isBusy: boolean;
}

interface Copy {
  readonly mirror: Mirror;
  readonly gone: Gone;
  readonly ofUsers: boolean;
}

/** A refused act has no effect. A change of the default waits for the import, and not for ever. */
async function orNothing<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof Refusal || error instanceof DatabaseUnavailable) return undefined;
    throw error;
  }
}

/** Members that a partner must not see, and since which act. */
type Gone = Map<string, number>;

async function play(seed: number, importRows: number): Promise<void> {
  const random = createRandom(seed);
  const [first] = nodes as [TestService, ...TestService[]];
  // Clocks that disagree by minutes.
  for (const [at, node] of nodes.entries()) node.clock.set(new Date(Date.UTC(2026, 10, 20, 9) + at * 7 * MINUTE_MS));
  const one = await first.createPartner({ scopes: ['users.read', 'listings.read'] });
  const { communityId } = one;
  const two = await first.createPartner({ communityId, scopes: ['users.read', 'users.pii', 'listings.read'] });
  const members = await addMembers();
  const listingIds = await addListings(members);
  const gone: Gone[] = [new Map(), new Map()];
  let acts = 0;

  const mirrors: Copy[] = [];
  for (const [at, partner] of [one, two].entries()) await addCopies(partner, gone[at] as Gone);
  const actOn = ({ uuid }: Member) => ({ communityId, memberId: uuid, actor: 'test' });
  const leave = (id: string, from: readonly Gone[] = gone) => {
    acts += 1;
    for (const each of from) each.set(id, acts);
  };
  const comeBack = (id: string) => {
    for (const each of gone) each.delete(id);
  };
  type Action = (deps: Deps, member: Member) => Promise<unknown>;
  const actions: readonly (readonly [weight: number, act: Action])[] = [
    [
      8,
      async (deps, member) => {
        const name = `${member.name}!`;
        await changeMember(deps, actOn(member), { name });
        member.name = name;
      },
    ],
    [
      2,
      async (deps, member) => {
        await changeMemberStatus(deps, actOn(member), random.pick(['suspended', 'left']));
        leave(member.id);
      },
    ],
    [
      3,
      async (deps, member) => {
        comeBack(member.id);
        await changeMemberStatus(deps, actOn(member), 'active');
      },
    ],
    [
      2,
      async (deps, member) => {
        await choosePartnerVisibility(deps, actOn(member), one.partnerId, 'hidden');
        leave(member.id, [gone[0] as Gone]);
      },
    ],
    [
      2,
      async (deps, member) => {
        comeBack(member.id);
        await choosePartnerVisibility(deps, actOn(member), one.partnerId, random.pick([null, 'listed']));
      },
    ],
    [2, (deps, member) => changeMember(deps, actOn(member), { visibility: random.pick([null, 'hidden', 'listed']) })],
    [
      1,
      async (deps, member) => {
        await erasePersonalData(deps, actOn(member), member.name);
        leave(member.id);
      },
    ],
    [
      1,
      (deps) =>
        changeCommunity(
          deps,
          { communityId, actor: 'test' },
          {
            defaultVisibility: random.pick(['hidden', 'listed', 'listed_with_email']),
          },
        ),
    ],
    [3, (deps) => changeListing(deps, listingAct(), { title: `Title ${random.below(1000)}` })],
    [3, (deps) => changeListingStatus(deps, listingAct(), random.pick(['active', 'held', 'closed']))],
    [
      2,
      async (_, member) => {
        listingIds.push(...(await addListings([member])));
      },
    ],
  ];
  const listingAct = () => ({ communityId, listingId: random.pick(listingIds), actor: 'test' });

  let isOver = false;
  const keepInStep = async (copy: Copy) => {
    while (!isOver) await pollAndCheck(copy);
  };
  const polling = mirrors.map(keepInStep);
  try {
    await Promise.all([importAll(), births(), ...nodes.map(({ deps }) => act(deps, ACTS / nodes.length))]);
  } finally {
    isOver = true;
  }
  await Promise.all(polling);
  await assertDistributed();
  for (const copy of mirrors) {
    await pollAndCheck(copy);
    const list = await copy.mirror.list();
    const sorted = (items: ReadonlyMap<string, unknown>) => [...items].sort(([a], [b]) => (a < b ? -1 : 1));
    assert.deepEqual(sorted(copy.mirror.items), sorted(list), `after ${copy.mirror.polls} polls`);
  }

  /** Members who were out of sight when the poll began, and still are, are no longer in the copy, nor are their listings. */
  async function pollAndCheck({ mirror, gone, ofUsers }: Copy): Promise<void> {
    const before = new Map(gone);
    await mirror.poll();
    for (const [id, item] of mirror.items) {
      const memberId = ofUsers ? id : (item as { user_id?: string }).user_id;
      const since = memberId === undefined ? undefined : before.get(memberId);
      assert.ok(since === undefined || gone.get(memberId as string) !== since, `${id} is gone and still in the copy`);
    }
  }

  async function addCopies(partner: TestPartner, gone: Gone): Promise<Copy[]> {
    const token = await first.token(partner);
    const copies = ['/users', '/listings'].map((path): Copy => {
      return { mirror: createMirror(nodes, path, token, 20 + random.below(480)), gone, ofUsers: path === '/users' };
    });
    mirrors.push(...copies);
    return copies;
  }

  /** Partners that come meanwhile; each subscribes while it credits. */
  async function births(): Promise<void> {
    for (let n = 0; n < BIRTHS; n++) {
      const { deps } = random.pick(nodes);
      const goneFromIt: Gone = new Map();
      gone.push(goneFromIt);
      const settings = {
        name: `Late ${n}`,
        scopes: ['users.read', 'listings.read', 'wallet.write'],
        rateLimitPerMinute: 0,
      };
      const made = await orNothing(addPartner(deps, { communityId, actor: 'test' }, settings));
      if (!made) continue;
      const { partnerId } = made;
      polling.push(...(await addCopies({ communityId, ...made }, goneFromIt)).map(keepInStep));
      const who = { communityId, partnerId, note: null, recordedBy: `partner:${partnerId}` };
      const credits = Array.from({ length: CREDITS }, () => {
        const credit = { ...who, kind: 'credit' as const, amountSeconds: 36, reference: newReference() };
        return orNothing(random.pick(nodes).deps.postTransfers({ ...credit, memberId: random.pick(members).uuid }));
      });
      const subscription = { eventTypes: ['*'], targetUrl: 'https://late.example/', description: null };
      await Promise.all([
        ...credits,
        orNothing(addSubscription(deps, { communityId, partnerId, actor: 'test' }, subscription)),
      ]);
    }
  }

  /** Events that were committed after a subscription were distributed to it. */
  async function assertDistributed(): Promise<void> {
    const { deps, clock } = nodes.at(-1) as TestService;
    clock.advance(2 * MINUTE_MS);
    await distributeAll(deps.database, clock.now());
    const { invariants } = await verifyLedger(deps.database, clock);
    assert.deepEqual(
      invariants.flatMap(({ offenders }) => offenders),
      [],
    );
  }

  async function importAll(): Promise<void> {
    const rows = Array.from({ length: importRows }, (_, n) => `I-${n},Import ${n},active,0`);
    const file = Buffer.from(['external_id,name,status,balance_hours', ...rows, ''].join('\n'));
    const { created } = await importMembers(first.deps, communityId, file, { skipBad: false, recordedBy: 'test' });
    assert.equal(created, importRows);
  }

  async function act(deps: Deps, count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const member = random.pick(members);
      if (member.isBusy) continue;
      member.isBusy = true;
      await orNothing(random.weighted(actions)(deps, member));
      member.isBusy = false;
    }
  }

  async function addMembers(): Promise<Member[]> {
    const added: Member[] = [];
    for (let n = 0; n < MEMBERS; n++) {
      const name = `Member ${n}`;
      added.push({ ...(await first.createMember({ communityId, name })), name, isBusy: false });
    }
    return added;
  }

  function addListings(owners: readonly Member[]): Promise<string[]> {
    const listings = owners.map(({ uuid }, n) => ({
      ...{ externalId: null, memberId: uuid, title: `Listing ${n}`, description: '', category: '' },
      ...{ type: 'service' as const, estimatedSeconds: null, status: 'active' as const, createdAt: first.clock.now() },
    }));
    return testChange(first.deps, communityId, (within) => createListingsIn(within, communityId, listings));
  }
}
