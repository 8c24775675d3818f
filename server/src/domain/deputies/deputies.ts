/** Who acts for a member: agreed on with the member, and ended at any time. */
import { DEPUTY_FIELDS, type DeputyHow, encodeId } from '@timebank/contract';
import { foldAddress } from '../../platform/base/email-address.ts';
import { newIdAt } from '../../platform/base/ids.ts';
import { refusal, stateConflict } from '../../platform/base/refusal.ts';
import { dayOf } from '../../platform/base/time.ts';
import type { Transaction } from '../../platform/database/query.ts';
import { type Change, type ChangeDeps, change } from '../change/change.ts';
import { readFields } from '../fields/fields.ts';
import { lockParties } from '../members/queries.ts';
import type { MemberAct } from '../members/status.ts';
import { endDeputySessions, insertDeputy, selectPersonOfMailbox, updateDeputyEnded } from './queries.ts';

/** A member, or a person who is none. */
export type NewDeputy =
  | { readonly deputyMemberId: string }
  | { readonly name: string; readonly email: string | null; readonly deputyMemberId?: undefined };

/** How it was agreed on. */
export interface Agreement {
  /** `YYYY-MM-DD`; null: today. */
  readonly agreedOn: string | null;
  readonly how: DeputyHow;
}

/**
 * Lets a person act for a member. @returns the deputy's id
 * @throws refusal user_not_found; validation_failed naming member, name, email or agreed_on; state_conflict for a person
 * who does so already
 */
export async function appointDeputy(
  deps: ChangeDeps,
  act: MemberAct,
  given: NewDeputy,
  { agreedOn, how }: Agreement,
): Promise<string> {
  const { communityId, memberId, actor: recordedBy } = act;
  const person = readPerson(given);
  const today = dayOf(deps.clock.now());
  if (agreedOn !== null && agreedOn > today)
    throw invalidDeputy('agreed_on', 'in_the_future', 'agreed_on has not come yet.');
  return await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    await checkMembers(within, communityId, memberId, person.deputyMemberId);
    const id = newIdAt(at);
    const personId = await personOf(transaction, communityId, person, id);
    const row = { ...person, communityId, id, memberId, personId, agreedOn: agreedOn ?? today, how, recordedBy, at };
    const [made] = await insertDeputy(transaction, row);
    if (!made) throw stateConflict('deputy_already', 'This person acts for the member already.');
    audit('member.deputy_appointed', encodeId('usr', memberId), { deputy: encodeId('dpt', id), how });
    return id;
  });
}

/** @throws refusal not_found for one that has ended, or that is another member's */
export async function endDeputy(deps: ChangeDeps, act: MemberAct, deputyId: string): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [ended] = await updateDeputyEnded(transaction, { communityId, memberId, deputyId, at });
    if (!ended) throw refusal('not_found', 'There is no such deputy at present.');
    await endDeputySessions(transaction, { communityId, deputyId, at });
    audit('member.deputy_ended', encodeId('usr', memberId), { deputy: encodeId('dpt', deputyId) });
  });
}

interface Person {
  readonly deputyMemberId: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

/** @throws refusal validation_failed */
function readPerson(given: NewDeputy): Person {
  if (given.deputyMemberId !== undefined) return { deputyMemberId: given.deputyMemberId, name: null, email: null };
  const rules = { name: DEPUTY_FIELDS.name, email: DEPUTY_FIELDS.email };
  const { name, email } = readFields({ name: given.name, email: given.email }, rules);
  return { deputyMemberId: null, name: name ?? null, email: email ?? null };
}

/** @throws refusal user_not_found, validation_failed */
async function checkMembers({ transaction }: Change, communityId: number, memberId: string, deputyId: string | null) {
  if (deputyId === memberId) throw invalidDeputy('member', 'same_account', 'member is the one for whom it acts.');
  const memberIds = [memberId, ...(deputyId === null ? [] : [deputyId])];
  const held = await lockParties(transaction, { communityId, memberIds });
  const isActive = (id: string) => held.some((one) => one.id === id && one.status === 'active' && !one.undone);
  if (!held.some(({ id }) => id === memberId)) throw refusal('user_not_found', 'There is no such member.');
  if (!isActive(memberId)) throw stateConflict('party_not_active', 'The member does not take part at present.');
  if (deputyId !== null && !isActive(deputyId))
    throw invalidDeputy('member', 'not_active', 'member does not take part at present.');
}

/** One person of one mailbox has one id, for whomever it acts. */
async function personOf(transaction: Transaction, communityId: number, person: Person, id: string): Promise<string> {
  if (person.deputyMemberId !== null) return person.deputyMemberId;
  if (person.email === null) return id;
  const [known] = await selectPersonOfMailbox(transaction, { communityId, mailbox: foldAddress(person.email) });
  return known?.personId ?? id;
}

function invalidDeputy(field: string, code: 'in_the_future' | 'same_account' | 'not_active', message: string) {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
