/**
 * Copies that partners keep, while an import, people, members and three nodes are at work, and further partners come,
 * subscribe and credit. `npm run soak` plays more and larger.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Visibility } from '@timebank/contract';
import type { OfficeDeps } from '../../../console/desk/office-deps.ts';
import { createListingsIn } from '../../../modules/members/domain/listings/create.ts';
import { erasePersonalData } from '../../../modules/members/domain/members/erase.ts';
import { importMembers } from '../../../modules/moving/domain/import/members.ts';
import { changeCommunity } from '../../../modules/office/domain/communities/settings.ts';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { testChange } from '../../../test-support/changes.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { actAsAny, answerEachOther, publishAs, recordWith } from '../../../test-support/members-beside.ts';
import { createMirror, type Mirror } from '../../../test-support/mirror.ts';
import { createRandom, type Random } from '../../../test-support/simulator/random.ts';
import { newReference } from '../../../test-support/wallet.ts';
import { Refusal } from '../../base/refusal.ts';
import { MINUTE_MS } from '../../base/time.ts';
import { DatabaseUnavailable } from '../../database/connection.ts';
import { distributeAll } from '../../events/delivery/distribute.ts';
import { addSubscription } from '../../events/subscriptions/add.ts';
import { addPartner } from '../../partners/provision.ts';
import { changeListing, changeListingStatus } from '../../people/listings/change.ts';
import { changeMemberStatus } from '../../people/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../people/members/update.ts';

const { MIRROR_SEEDS = '3', MIRROR_ROWS = '1000' } = process.env;
const MEMBERS = 60;
const ACTS = 150;
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
  readonly accountId: number;
  name: string;
  /** One act at a time, so that what was done last is known. */
  isBusy: boolean;
}

interface Copy {
  readonly mirror: Mirror;
  readonly gone: HiddenMembers;
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
type HiddenMembers = Map<string, number>;

/** A community with the copies that partners keep of it, and what was done to it. */
interface World {
  readonly random: Random;
  readonly first: TestService;
  readonly communityId: number;
  /** The partner for which members make a choice of their own, and who is gone from it. */
  readonly one: TestPartner;
  readonly goneFromOne: HiddenMembers;
  readonly members: readonly Member[];
  readonly listingIds: string[];
  /** Those that members have published themselves. */
  readonly owned: Map<string, string[]>;
  /** Who is gone, by partner. */
  readonly gone: HiddenMembers[];
  readonly copies: Copy[];
  readonly polling: Promise<void>[];
  acts: number;
  isOver: boolean;
}

async function play(seed: number, importRows: number): Promise<void> {
  // Clocks that disagree by minutes.
  for (const [at, node] of nodes.entries()) node.clock.set(new Date(Date.UTC(2026, 10, 20, 9) + at * 7 * MINUTE_MS));
  const world = await createWorld(createRandom(seed));
  const { copies, polling } = world;
  polling.push(...copies.map((copy) => keepInStep(world, copy)));
  try {
    const acting = nodes.map(({ deps }) => act(world, deps, ACTS / nodes.length));
    await Promise.all([importAll(world, importRows), addLatePartners(world), ...acting]);
    await actOnce(world);
  } finally {
    world.isOver = true;
  }
  await Promise.all(polling);
  await assertLively(world);
  await assertDistributed();
  for (const copy of copies) {
    await pollAndCheck(copy);
    const list = await copy.mirror.list();
    const sorted = (items: ReadonlyMap<string, unknown>) => [...items].sort(([a], [b]) => (a < b ? -1 : 1));
    assert.deepEqual(sorted(copy.mirror.items), sorted(list), `after ${copy.mirror.polls} polls`);
  }
}

async function createWorld(random: Random): Promise<World> {
  const [first] = nodes as [TestService, ...TestService[]];
  const one = await first.createPartner({ scopes: ['users.read', 'listings.read'] });
  const { communityId } = one;
  const two = await first.createPartner({ communityId, scopes: ['users.read', 'users.pii', 'listings.read'] });
  const members: Member[] = [];
  for (let n = 0; n < MEMBERS; n++) {
    const name = `Member ${n}`;
    members.push({ ...(await first.createMember({ communityId, name })), name, isBusy: false });
  }
  const listingIds = await addListings(first, communityId, members);
  const [goneFromOne, goneFromTwo]: [HiddenMembers, HiddenMembers] = [new Map(), new Map()];
  const world: World = {
    ...{ random, first, communityId, one, goneFromOne, members, listingIds, owned: new Map() },
    ...{ gone: [goneFromOne, goneFromTwo], copies: [], polling: [], acts: 0, isOver: false },
  };
  await addCopies(world, one, goneFromOne);
  await addCopies(world, two, goneFromTwo);
  return world;
}

/** Begins the copies of a partner: its members, and their listings. */
async function addCopies(
  { random, first, copies }: World,
  partner: TestPartner,
  goneFrom: HiddenMembers,
): Promise<Copy[]> {
  const token = await first.token(partner);
  const added = ['/users', '/listings'].map((path): Copy => {
    const mirror = createMirror(nodes, path, token, 20 + random.below(480));
    return { mirror, gone: goneFrom, ofUsers: path === '/users' };
  });
  copies.push(...added);
  return added;
}

async function keepInStep(world: World, copy: Copy): Promise<void> {
  while (!world.isOver) await pollAndCheck(copy);
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

type Action = (world: World, deps: OfficeDeps, member: Member) => Promise<unknown>;

const ACTIONS: readonly (readonly [weight: number, act: Action])[] = [
  [8, rename],
  [2, leave],
  [3, comeBack],
  [2, hideFromOne],
  [2, showToOne],
  [
    2,
    (world, deps, member) =>
      changeMember(deps, actOn(world, member), { visibility: world.random.pick([null, 'hidden', 'listed']) }),
  ],
  [1, erase],
  [1, changeDefault],
  [3, (world, deps) => changeListing(deps, actOnListing(world), { title: `Title ${world.random.below(1000)}` })],
  [3, (world, deps) => changeListingStatus(deps, actOnListing(world), world.random.pick(['active', 'held', 'closed']))],
  [
    10,
    ({ communityId, random, members, owned }, deps, member) =>
      actAsAny({ deps, communityId }, random, [member, random.pick(members)], owned),
  ],
  [
    2,
    async ({ first, communityId, listingIds }, _, member) => {
      listingIds.push(...(await addListings(first, communityId, [member])));
    },
  ],
];

const actOn = ({ communityId }: World, { uuid }: Member) => ({ communityId, memberId: uuid, actor: 'test' });
const actOnListing = ({ communityId, random, listingIds }: World) => ({
  communityId,
  listingId: random.pick(listingIds),
  actor: 'test',
});

/** Does acts on members, one at a time, through one node. */
async function act(world: World, deps: OfficeDeps, count: number): Promise<void> {
  const { random, members } = world;
  for (let n = 0; n < count; n++) {
    const member = random.pick(members);
    if (member.isBusy) continue;
    member.isBusy = true;
    await orNothing(random.weighted(ACTIONS)(world, deps, member));
    member.isBusy = false;
  }
}

async function rename(world: World, deps: OfficeDeps, member: Member): Promise<void> {
  const name = `${member.name}!`;
  await changeMember(deps, actOn(world, member), { name });
  member.name = name;
}

async function leave(world: World, deps: OfficeDeps, member: Member): Promise<void> {
  await changeMemberStatus(deps, actOn(world, member), world.random.pick(['suspended', 'left']));
  noteGone(world, member, world.gone);
}

async function comeBack(world: World, deps: OfficeDeps, member: Member): Promise<void> {
  noteBack(world, member);
  await changeMemberStatus(deps, actOn(world, member), 'active');
}

async function hideFromOne(world: World, deps: OfficeDeps, member: Member): Promise<void> {
  await choosePartnerVisibility(deps, actOn(world, member), world.one.partnerId, 'hidden');
  noteGone(world, member, [world.goneFromOne]);
}

async function showToOne(world: World, deps: OfficeDeps, member: Member): Promise<void> {
  noteBack(world, member);
  const choice = world.random.pick<Visibility | null>([null, 'listed']);
  await choosePartnerVisibility(deps, actOn(world, member), world.one.partnerId, choice);
}

async function erase(world: World, deps: OfficeDeps, member: Member): Promise<void> {
  await erasePersonalData(deps, actOn(world, member), member.name);
  noteGone(world, member, world.gone);
}

async function changeDefault({ communityId, random }: World, deps: OfficeDeps): Promise<void> {
  const defaultVisibility = random.pick<Visibility>(['hidden', 'listed', 'listed_with_email']);
  await changeCommunity(deps, { communityId, actor: 'test' }, { defaultVisibility });
}

/** Notes that partners must not see the member, since this act. */
function noteGone(world: World, { id }: Member, from: readonly HiddenMembers[]): void {
  world.acts += 1;
  for (const each of from) each.set(id, world.acts);
}

function noteBack({ gone }: World, { id }: Member): void {
  for (const each of gone) each.delete(id);
}

/** Adds partners meanwhile; each subscribes while it credits. */
async function addLatePartners(world: World): Promise<void> {
  const { random, communityId, gone, polling } = world;
  for (let n = 0; n < BIRTHS; n++) {
    const goneFromIt: HiddenMembers = new Map();
    gone.push(goneFromIt);
    const settings = {
      name: `Late ${n}`,
      scopes: ['users.read', 'listings.read', 'wallet.write'],
      rateLimitPerMinute: 0,
    };
    const made = await orNothing(addPartner(random.pick(nodes).deps, { communityId, actor: 'test' }, settings));
    if (!made) continue;
    const copies = await addCopies(world, { communityId, ...made }, goneFromIt);
    polling.push(...copies.map((copy) => keepInStep(world, copy)));
    await creditAndSubscribe(world, made.partnerId);
  }
}

async function creditAndSubscribe({ random, communityId, members }: World, partnerId: number): Promise<void> {
  // The clock that is ahead: verification takes a subscription for older than events that are dated five minutes after it,
  // and these clocks are further apart than a service lets them be.
  const { deps } = nodes.at(-1) as TestService;
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

/** Two members whom nothing else happens to act in each way: what is drawn at random may be refused each time. */
async function actOnce({ first, communityId }: World): Promise<void> {
  const on = { deps: first.deps, communityId };
  const [asks, helps] = [await first.createMember({ communityId }), await first.createMember({ communityId })];
  await answerEachOther(on, helps, asks, await publishAs(on, asks, 'request'));
  await recordWith(on, helps, asks, { seconds: 3600, day: '2026-11-18', confirms: true });
}

/** Members have acted beside: published, answered, recorded and confirmed. */
async function assertLively({ first, communityId }: World): Promise<void> {
  const acts = ['listing.created', 'answer.agreed', 'proposal.made', 'proposal.confirmed'];
  const rows = await first.ownerQuery<{ action: string }>(
    `select distinct action from audit_log where community_id = $1 and action = any($2)
       and (actor like 'member:%' or action <> 'listing.created') order by action`,
    [communityId, acts],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    acts.toSorted(),
  );
}

/** Checks that events committed after a subscription were distributed to it. */
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

async function importAll({ first, communityId }: World, importRows: number): Promise<void> {
  const rows = Array.from({ length: importRows }, (_, n) => `I-${n},Import ${n},active,0`);
  const file = Buffer.from(['external_id,name,status,balance_hours', ...rows, ''].join('\n'));
  const { created } = await importMembers(first.deps, communityId, file, { skipBad: false, recordedBy: 'test' });
  assert.equal(created, importRows);
}

function addListings(first: TestService, communityId: number, owners: readonly Member[]): Promise<string[]> {
  const listings = owners.map(({ uuid }, n) => ({
    ...{ externalId: null, memberId: uuid, title: `Listing ${n}`, description: '', category: '' },
    ...{ type: 'service' as const, estimatedSeconds: null, status: 'active' as const, createdAt: first.clock.now() },
  }));
  return testChange(first.deps, communityId, (within) => createListingsIn(within, communityId, listings));
}
