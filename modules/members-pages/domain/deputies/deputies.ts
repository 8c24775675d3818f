/** Who acts for a member: agreed on with the member, and ended at any time. */
import { DEPUTY_FIELDS, type DeputyHow, encodeId } from '@timebank/contract';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { foldAddress } from '../../../../core/base/email-address.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { newIdAt } from '../../../../core/base/ids.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, change } from '../../../../core/change/change.ts';
import { readToday } from '../../../../core/communities/today.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { lockParties } from '../../../../core/people/members/queries.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';
import { endSessionsIn } from '../member-access/sign-in.ts';
import {
  type DeputyRow,
  endDeputySessions,
  insertDeputy,
  selectDeputiesOf,
  selectMailedDeputy,
  selectPersonOfMailbox,
  updateDeputyEnded,
} from './queries.ts';

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
  const today = await readToday(deps.database.reads, communityId, deps.clock.now());
  if (agreedOn !== null && agreedOn > today)
    throw invalidDeputy('agreed_on', 'in_the_future', 'agreed_on has not come yet.');
  return await change(deps, act, async (within) => {
    const { transaction, at, audit, wake } = within;
    await checkMembers(within, communityId, memberId, person.deputyMemberId);
    const id = newIdAt(at);
    const personId = await personOf(transaction, communityId, person, id);
    const row = { ...person, communityId, id, memberId, personId, agreedOn: agreedOn ?? today, how, recordedBy, at };
    const [made] = await insertDeputy(transaction, row);
    if (!made) throw consoleConflict('deputy_already', 'This person acts for the member already.');
    audit('member.deputy_appointed', encodeId('usr', memberId), { deputy: encodeId('dpt', id), how });
    const reasonKey = `deputy.appointed:${encodeId('dpt', id)}`;
    const [mailed] = await selectMailedDeputy(transaction, { communityId, deputyId: id });
    await dueMailsIn(within, communityId, [
      { reasonKey, memberId },
      ...(mailed ? [{ reasonKey: `${reasonKey}:${encodeId('dpt', id)}`, memberId, deputyId: id }] : []),
    ]);
    wake();
    return id;
  });
}

/** @throws refusal not_found for one that has ended, or that is another member's */
export async function endDeputy(deps: ChangeDeps, act: MemberAct, deputyId: string): Promise<void> {
  await change(deps, act, async (within) => {
    if (!(await endDeputyIn(within, act, deputyId))) throw refusal('not_found', 'There is no such deputy at present.');
  });
}

/** @returns false: it has ended, or is another member's */
async function endDeputyIn(
  { transaction, at, audit }: Change,
  { communityId, memberId }: Pick<MemberAct, 'communityId' | 'memberId'>,
  deputyId: string,
): Promise<boolean> {
  const [ended] = await updateDeputyEnded(transaction, { communityId, memberId, deputyId, at });
  if (!ended) return false;
  await endDeputySessions(transaction, { communityId, deputyId, at });
  audit('member.deputy_ended', encodeId('usr', memberId), { deputy: encodeId('dpt', deputyId) });
  return true;
}

/** Whom a member has act at present, at most so many. */
const PRESENT_MAX = 50;

/**
 * Signs a member out everywhere, with the deputies who act for the member: a thief of the telephone may have appointed
 * one.
 * @param exceptId the session that goes on; null: none does
 * @param stays says who still acts afterwards
 */
export async function signOutEverywhere(
  deps: ChangeDeps,
  act: MemberAct,
  exceptId: number | null,
  stays: (deputy: DeputyRow) => boolean,
): Promise<{
  readonly ended: number;
  readonly stay: readonly DeputyRow[];
  readonly endedDeputies: readonly DeputyRow[];
}> {
  const { communityId, memberId } = act;
  return await change(deps, act, async (within) => {
    const ended = await endSessionsIn(within, communityId, memberId, exceptId === null ? 'all' : { exceptId });
    const rows = await selectDeputiesOf(within.transaction, { communityId, memberId, limit: PRESENT_MAX });
    const present = rows.filter(({ endedAt }) => endedAt === null);
    const stay = present.filter(stays);
    const endedDeputies = present.filter((row) => !stay.includes(row));
    for (const { id } of endedDeputies) await endDeputyIn(within, act, id);
    return { ended, stay, endedDeputies };
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
  if (!isActive(memberId)) throw consoleConflict('party_not_active', 'The member does not take part at present.');
  if (deputyId !== null && !isActive(deputyId))
    throw invalidDeputy('member', 'not_active', 'member does not take part at present.');
}

/** One person of one mailbox has one id, for every member it acts for. */
async function personOf(transaction: Transaction, communityId: number, person: Person, id: string): Promise<string> {
  if (person.deputyMemberId !== null) return person.deputyMemberId;
  if (person.email === null) return id;
  const [known] = await selectPersonOfMailbox(transaction, { communityId, mailbox: foldAddress(person.email) });
  return known?.personId ?? id;
}

function invalidDeputy(field: string, code: 'in_the_future' | 'same_account' | 'not_active', message: string) {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
