/** Members act beside partners, or their deputies do: they publish, change, renew and close, answer each other, record hours and confirm them. */
import { randomUUID } from 'node:crypto';
import { Refusal } from '../core/base/refusal.ts';
import { changeListing, changeListingStatus } from '../core/people/listings/change.ts';
import { renewListings } from '../core/people/listings/renew.ts';
import { answerListing, replyToAnswer } from '../modules/members-pages/domain/answers/answer.ts';
import { publishListing } from '../modules/members-pages/domain/answers/publish.ts';
import { type ActingPerson, actingOf } from '../modules/members-pages/domain/deputies/acting.ts';
import { appointDeputy, endDeputy } from '../modules/members-pages/domain/deputies/deputies.ts';
import { memberActor } from '../modules/members-pages/domain/member-access/sign-in.ts';
import type { TestMember, TestService } from './harness.ts';
import { answerAs, proposeAs } from './proposals.ts';
import { createRandom, type Random } from './simulator/random.ts';

export type ActingMember = Pick<TestMember, 'uuid' | 'accountId'>;

/** What was written to others, and no partner may read. */
export const PRIVATE_WORDS = 'Quietly between neighbours';

export interface MembersBeside {
  readonly deps: TestService['deps'];
  readonly communityId: number;
}

const ownActOf = ({ communityId }: MembersBeside, { uuid }: ActingMember) => ({
  communityId,
  memberId: uuid,
  actor: memberActor(uuid),
});

export function publishAs(on: MembersBeside, member: ActingMember, type: 'service' | 'request'): Promise<string> {
  const input = { title: 'Mending', description: 'By hand', category: '', type };
  return publishListing(on.deps, ownActOf(on, member), randomUUID(), input);
}

/** As the page of the own listing does it. */
export async function changeOwnAs(
  on: MembersBeside,
  member: ActingMember,
  listingId: string,
  what: 'change' | 'renew' | 'close',
): Promise<void> {
  const act = { ...ownActOf(on, member), listingId };
  if (what === 'renew') await renewListings(on.deps, act, [listingId], { reopens: false });
  else if (what === 'close') await changeListingStatus(on.deps, act, 'closed');
  else await changeListing(on.deps, act, { title: `Mending ${randomUUID()}` });
}

/** One asks, the other replies. */
export async function answerEachOther(on: MembersBeside, from: ActingMember, owner: ActingMember, listingId: string) {
  const given = { listingId, message: PRIVATE_WORDS, released: ['phone' as const], form: randomUUID() };
  const answerId = await answerListing(on.deps, ownActOf(on, from), given);
  const reply = { answerId, state: 'agreed' as const, reply: PRIVATE_WORDS, released: [] };
  await replyToAnswer(on.deps, ownActOf(on, owner), reply);
}

/** @returns the UUID of what waits for the other, or is confirmed */
export async function recordWith(
  on: MembersBeside,
  by: ActingMember,
  other: ActingMember,
  {
    confirms,
    ...help
  }: { readonly seconds: number; readonly day: string; readonly confirms: boolean; readonly acting?: ActingPerson },
): Promise<string> {
  const { deps, communityId } = on;
  const { seconds } = help;
  const slip = { ...help, by, other, side: 'helped' as const, form: randomUUID(), again: true };
  const { id } = await proposeAs(deps, communityId, slip);
  if (confirms) await answerAs(deps, communityId, other.uuid, id, { act: 'confirm', seen: 1, seconds });
  return id;
}

/** A person who is no member records for one, and acts no more afterwards. */
async function recordByDeputy(
  on: MembersBeside,
  by: ActingMember,
  other: ActingMember,
  help: Parameters<typeof recordWith>[3],
): Promise<string> {
  const act = ownActOf(on, by);
  const deputyId = await appointDeputy(
    on.deps,
    act,
    { name: 'Dora Lind', email: null },
    { agreedOn: null, how: 'in_person' },
  );
  const acting = actingOf({ memberId: by.uuid, deputyId, deputyPersonId: deputyId });
  const id = await recordWith(on, by, other, { ...help, acting });
  await endDeputy(on.deps, act, deputyId);
  return id;
}

/** One act of a member, drawn at random; one that is refused is none. @param owned the listings of each, which grow */
export async function actAsAny(...drawn: Parameters<typeof actAsDrawn>): Promise<void> {
  try {
    await actAsDrawn(...drawn);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function actAsDrawn(
  on: MembersBeside,
  random: Random,
  [member, other]: readonly [ActingMember, ActingMember],
  owned: Map<string, string[]>,
): Promise<void> {
  const listingsOf = ({ uuid }: ActingMember) => owned.get(uuid) ?? [];
  const what = random.pick(['publish', 'publish', 'own', 'own', 'answer', 'record', 'record', 'deputy'] as const);
  const [own, theirs] = [listingsOf(member), listingsOf(other)];
  if (what === 'record' || what === 'deputy') {
    const help = { seconds: 900 * (1 + random.below(4)), day: '2026-11-18', confirms: random.chance(0.7) };
    await (what === 'record' ? recordWith : recordByDeputy)(on, member, other, help);
  } else if (what === 'answer' && theirs.length > 0) {
    await answerEachOther(on, member, other, random.pick(theirs));
  } else if (what === 'own' && own.length > 0) {
    await changeOwnAs(on, member, random.pick(own), random.pick(['change', 'renew', 'close'] as const));
  } else owned.set(member.uuid, [...own, await publishAs(on, member, random.pick(['service', 'request'] as const))]);
}

/** Of one pair: a member may not publish and record any number of times a day. */
const ACTS_OF_PAIR = 20;

/**
 * Members of a community whom no partner sees, two at a time. Each call is one act of theirs, of which partners notice
 * nothing.
 */
export function createHiddenNeighbours(service: TestService, communityId: number): () => Promise<void> {
  const on = { deps: service.deps, communityId };
  const add = () => service.createMember({ communityId, visibility: 'hidden' });
  const random = createRandom(1);
  const owned = new Map<string, string[]>();
  let pair: readonly [ActingMember, ActingMember] | undefined;
  let acts = 0;
  return async () => {
    if (!pair || acts % ACTS_OF_PAIR === 0) pair = [await add(), await add()];
    acts++;
    await actAsAny(on, random, acts % 2 === 0 ? pair : [pair[1], pair[0]], owned);
  };
}
