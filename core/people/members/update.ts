/** Changing a member, and what partners see of the member. Audited by the names of the fields, never their values. */
import { encodeId, MEMBER_FIELDS, type Visibility } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { type OnlyKnown, readFields } from '../../base/fields/fields.ts';
import { invalidField, refusal, stateConflict } from '../../base/refusal.ts';
import { type Change, type ChangeDeps, change } from '../../change/change.ts';
import { sqlState } from '../../database/connection.ts';
import type { Transaction } from '../../database/query.ts';
import type { MemberDetails } from './detail-queries.ts';
import { DETAIL_NAMES, DETAIL_RULES, readDetails, writeAllDetailsIn } from './details.ts';
import { announceMembersIn, type MemberVisibility, readChoices } from './events.ts';
import { clearFoundByIn, writeFoundByIn } from './found-by.ts';
import {
  deletePartnerChoice,
  insertPartnerChoice,
  lockMember,
  type MemberRow,
  touchMember,
  updateEmailTrusted,
  updateMemberRow,
} from './queries.ts';
import type { MemberAct } from './status.ts';

/** The fields that may be changed; a field that is left out stays, null clears it. */
export interface MemberChanges extends Partial<MemberDetails> {
  readonly externalId?: string | null;
  readonly name?: string;
  readonly email?: string | null;
  readonly language?: string | null;
  /** `YYYY-MM-DD`. */
  readonly joinedOn?: string | null;
  /** The member's own choice for all partners; null follows the community's default. */
  readonly visibility?: Visibility | null;
}

/** Throws when this change of what partners see is not allowed. */
type AllowVisibility = (before: Visibility | null, after: Visibility | null) => void;

/** What of a change may need a proof: what partners see, and the address, which signs in. */
export type ProvenParts = Pick<MemberRow, 'email'> & { readonly visibility: Visibility | null };
/** Throws when the change of one of them is not allowed. */
type AllowMember = (before: ProvenParts, after: ProvenParts) => void;

/** Fields a member is found by. */
const NAMING: ReadonlySet<string> = new Set([
  ...['name', 'email', 'externalId', 'givenName', 'familyName', 'phone', 'secondPhone'],
]);
const DETAILS: ReadonlySet<string> = new Set(DETAIL_NAMES);

/** The rules of a member's fields, the same as an import's. */
export const MEMBER_RULES = {
  externalId: MEMBER_FIELDS.external_id,
  name: MEMBER_FIELDS.name,
  email: MEMBER_FIELDS.email,
  language: MEMBER_FIELDS.language,
  joinedOn: MEMBER_FIELDS.joined_on,
  visibility: MEMBER_FIELDS.visibility,
  ...DETAIL_RULES,
} as const;

/**
 * Changes a member. Modules hear of an address that is the member's no more.
 * @returns the names of the fields that really changed
 * @throws refusal user_not_found, validation_failed naming every field at fault
 */
export async function changeMember<Given extends MemberChanges>(
  deps: ChangeDeps,
  act: MemberAct,
  changes: OnlyKnown<Given, MemberChanges>,
  allow: AllowMember = () => {},
): Promise<(keyof MemberChanges)[]> {
  try {
    return await change(deps, act, async (within) => {
      const { communityId, memberId } = act;
      const [before] = await lockMember(within.transaction, { communityId, memberId });
      const fields = await changeMemberIn(within, act, changes, allow);
      if (before?.email && fields.includes('email')) {
        for (const heed of within.hooks.onAddressChange) await heed(within, communityId, memberId, before.email);
      }
      return fields;
    });
  } catch (error) {
    throw sqlState(error) === '23505' ? externalIdTaken() : error;
  }
}

/** As `changeMember`, within a change, for an address that its holder replaces: no module hears of it here. */
export async function changeMemberIn(
  within: Change,
  act: MemberAct,
  changes: MemberChanges,
  allow: AllowMember = () => {},
): Promise<(keyof MemberChanges)[]> {
  const { communityId, memberId } = act;
  const { transaction, at, audit } = within;
  const wanted = readFields(changes, MEMBER_RULES);
  const locked = await lockWithChoices(transaction, act);
  const before = { ...locked, ...(await readDetails(transaction, communityId, memberId)) };
  const after: MemberRow & MemberVisibility & MemberDetails = { ...before, ...wanted };
  const fields = (Object.keys(wanted) as (keyof MemberChanges)[]).filter((key) => before[key] !== after[key]);
  if (fields.length === 0) return fields;
  allow(before, after);
  // What partners never see changes no row that a copy is kept in step with, and sends no event.
  const shared = fields.filter((field) => !DETAILS.has(field));
  if (shared.length > 0) await updateMemberRow(transaction, { ...rowOf(act, after), updatedAt: at });
  if (shared.length < fields.length) {
    await writeAllDetailsIn(transaction, communityId, [{ ...after, id: memberId }], at);
  }
  if (fields.some((field) => NAMING.has(field))) {
    await clearFoundByIn(transaction, communityId, [memberId]);
    await writeFoundByIn(transaction, communityId, [{ ...after, id: memberId }]);
  }
  const changed = shared.some((field) => field !== 'visibility');
  if (shared.length > 0) await announceMembersIn(within, communityId, [{ memberId, before, after, changed }]);
  audit('member.updated', encodeId('usr', memberId), {
    fields,
    ...(fields.includes('visibility') ? { before: before.visibility, after: after.visibility } : {}),
  });
  return fields;
}

/**
 * Mails go to the member's address again, which a mail server had called unknown.
 * @returns whether it had
 * @throws refusal user_not_found
 */
export async function trustAddress(deps: ChangeDeps, act: MemberAct): Promise<boolean> {
  const { communityId, memberId } = act;
  return await change(deps, act, async ({ transaction, audit }) => {
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (!member) throw refusal('user_not_found', 'This community has no such member.');
    const [trusted] = await updateEmailTrusted(transaction, { communityId, memberId });
    if (trusted) audit('member.email_retried', encodeId('usr', memberId));
    return trusted !== undefined;
  });
}

function rowOf({ communityId, memberId }: MemberAct, member: MemberRow) {
  const { externalId, name, email, visibility, language, joinedOn } = member;
  return { communityId, memberId, externalId, name, email, visibility, language, joinedOn, searchName: foldText(name) };
}

export function externalIdTaken() {
  return invalidField('external_id', 'taken', 'Another member of this community has this external id.');
}

/**
 * Sets what one partner sees of the member; null withdraws the choice.
 * @throws refusal user_not_found, partner_not_found
 */
export async function choosePartnerVisibility(
  deps: ChangeDeps,
  act: MemberAct,
  partnerId: number,
  visibility: Visibility | null,
  allow: AllowVisibility = () => {},
): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    const before = await lockWithChoices(transaction, act);
    const choice = before.choices.get(partnerId);
    if (choice === undefined) throw refusal('partner_not_found', 'This community has no such partner.');
    if (choice === visibility) return;
    allow(choice, visibility);
    if (visibility === null) await deletePartnerChoice(transaction, { communityId, memberId, partnerId });
    else await insertPartnerChoice(transaction, { communityId, memberId, partnerId, visibility });
    await touchMember(transaction, { communityId, memberId, updatedAt: at });
    const after = { ...before, choices: new Map([...before.choices, [partnerId, visibility]]) };
    await announceMembersIn(within, communityId, [{ memberId, before, after, changed: false }]);
    audit('member.updated', encodeId('usr', memberId), {
      fields: ['visibility'],
      partner: partnerId,
      before: choice,
      after: visibility,
    });
  });
}

async function lockWithChoices(
  transaction: Transaction,
  { communityId, memberId }: MemberAct,
): Promise<MemberRow & MemberVisibility> {
  const [member] = await lockMember(transaction, { communityId, memberId });
  if (!member) throw refusal('user_not_found', 'There is no such member.');
  if (member.erasedAt)
    throw stateConflict('data_erased', 'The data of this member was erased; nothing can be changed.');
  return { ...member, choices: await readChoices(transaction, communityId, memberId) };
}
