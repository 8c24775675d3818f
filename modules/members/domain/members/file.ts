/** A member's file: checks, and values of the fields that the community defines itself. */
import { CHECK_FIELDS, encodeId, MEMBER_FIELDS, OWN_FIELD_FIELDS, type OwnFieldKind } from '@timebank/contract';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { readerOf } from '../../../../core/base/fields/values.ts';
import { invalidField, refusal } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import {
  clearOtherQuarter,
  deleteMemberCheck,
  insertMemberCheck,
  insertOwnField,
  lockOwnFields,
  type OwnFieldRow,
  removeOwnFieldRow,
  replaceOwnValues,
  selectMemberChecks,
  selectOwnFields,
  updateOwnField,
  upsertOwnValues,
} from '../../../../core/people/members/detail-queries.ts';
import { choiceOf } from '../../../../core/people/members/own-choice.ts';
import { lockMember } from '../../../../core/people/members/queries.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { CHECKS_MAX, OWN_CHOICES_MAX, OWN_FIELDS_MAX } from '../../contract/member-file.ts';

/** Members whose values are replaced by one statement. */
const MEMBERS_AT_ONCE = 5000;

/** A check as a person writes it; days are `YYYY-MM-DD`. */
export interface NewCheck {
  readonly kind: string;
  readonly checkedBy: string;
  readonly checkedOn: string;
  readonly expiresOn?: string | null;
}

const CHECK_RULES = {
  kind: CHECK_FIELDS.kind,
  checkedBy: CHECK_FIELDS.checked_by,
  checkedOn: CHECK_FIELDS.checked_on,
  expiresOn: CHECK_FIELDS.expires_on,
} as const;

/** @throws refusal user_not_found, validation_failed, state_conflict */
export async function addCheck(deps: ChangeDeps, act: MemberAct, given: NewCheck): Promise<void> {
  const { communityId, memberId, actor } = act;
  const { kind, checkedBy, checkedOn, expiresOn = null } = readFields({ ...given }, CHECK_RULES);
  if (expiresOn !== null && expiresOn < checkedOn) {
    throw invalidField('expires_on', 'out_of_range', 'expires_on is before checked_on.');
  }
  await change(deps, act, async ({ transaction, at, audit }) => {
    await lockLiving(transaction, act);
    const checks = await selectMemberChecks(transaction, { communityId, memberId, limit: CHECKS_MAX });
    if (checks.length === CHECKS_MAX) {
      throw consoleConflict('too_many', `A member has at most ${CHECKS_MAX} checks; remove an old one.`);
    }
    await insertMemberCheck(transaction, {
      ...{ communityId, memberId, kind, checkedBy, checkedOn, expiresOn },
      ...{ recordedBy: actor, recordedAt: at },
    });
    audit('member.check_recorded', encodeId('usr', memberId));
  });
}

/** @throws refusal user_not_found, not_found */
export async function removeCheck(deps: ChangeDeps, act: MemberAct, checkId: number): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    const [removed] = await deleteMemberCheck(transaction, { communityId, memberId, checkId });
    if (!removed) throw refusal('not_found', 'This member has no such check.');
    audit('member.check_removed', encodeId('usr', memberId));
  });
}

/** The value of an own field as it is kept; that of a choice is one of the field's own. */
const VALUE_RULES = {
  text: OWN_FIELD_FIELDS.value,
  date: MEMBER_FIELDS.joined_on,
  yes_no: { kind: 'words', words: ['yes', 'no'], empty: null },
} as const;

/**
 * Sets values of own fields; those that are not given stay.
 * @param given by the number of the field, or `quarter`: the one that is marked as that
 * @throws refusal user_not_found, validation_failed, state_conflict
 */
export async function setOwnValues(
  deps: ChangeDeps,
  act: MemberAct,
  given: readonly { readonly number: number | 'quarter'; readonly value: string | null }[],
): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    await lockOwnFields(transaction, { communityId });
    await lockLiving(transaction, act);
    const fields = await selectOwnFields(transaction, { communityId });
    const values = given.map(({ number, value }) => {
      const field = fields.find((one) => (number === 'quarter' ? one.isQuarter : one.number === number));
      if (!field) throw invalidField('values', 'unknown_value', `This community has no own field ${number}.`);
      return [String(field.number), readValue(field, value)];
    });
    if (values.length === 0) return;
    await upsertOwnValues(transaction, {
      communityId,
      memberId,
      at,
      values: JSON.stringify(Object.fromEntries(values)),
    });
    audit('member.updated', encodeId('usr', memberId), { fields: ['own_fields'] });
  });
}

function readValue({ name, kind, choices }: OwnFieldRow, value: string | null): string | null {
  if (kind === 'choice') {
    const choice = choiceOf(choices, value ?? '');
    if (choice !== undefined || !value?.trim()) return choice ?? null;
    throw invalidField('values', 'unknown_value', `${name} must be one of: ${choices.join(', ')}.`);
  }
  const read = readerOf(VALUE_RULES[kind])(value ?? '');
  if ('value' in read) return read.value;
  throw invalidField('values', read.broken.code, `${name} ${read.broken.message}`);
}

/** @throws refusal validation_failed, state_conflict when the community has as many as it may have */
export async function addOwnField(
  deps: ChangeDeps,
  act: CommunityAct,
  given: { readonly name: string; readonly kind: OwnFieldKind; readonly choices?: readonly string[] },
): Promise<void> {
  const { communityId } = act;
  const { kind } = given;
  const { name } = readFields({ name: given.name }, { name: OWN_FIELD_FIELDS.name });
  const choices = readChoices(kind, given.choices ?? []);
  await change(deps, act, async ({ transaction, at, audit }) => {
    const rows = await lockOwnFields(transaction, { communityId });
    if (rows.filter(({ isRemoved }) => !isRemoved).length >= OWN_FIELDS_MAX) {
      throw consoleConflict('too_many', `A community has at most ${OWN_FIELDS_MAX} fields of its own.`);
    }
    await demandFree(transaction, communityId, name, null);
    const number = (rows.at(-1)?.number ?? 0) + 1;
    await insertOwnField(transaction, { communityId, number, name, kind, choices, createdAt: at });
    audit('member_field.created', `community:${communityId}`, { name, kind });
  });
}

/** What changes of a field; `was`: what a choice was so far, whose members have the new name. */
export interface OwnFieldChange {
  readonly name?: string;
  readonly choices?: readonly { readonly name: string; readonly was: string | null }[];
  readonly isQuarter?: boolean;
}

/** The mark of the quarter leaves the field that had it. @throws refusal validation_failed, not_found */
export async function changeOwnField(
  deps: ChangeDeps,
  act: CommunityAct,
  number: number,
  given: OwnFieldChange,
): Promise<void> {
  const { communityId } = act;
  const subject = `community:${communityId}`;
  await change(deps, act, async (within) => {
    const { transaction, audit } = within;
    await lockOwnFields(transaction, { communityId });
    const before = (await selectOwnFields(transaction, { communityId })).find((field) => field.number === number);
    if (!before) throw noField();
    const { name } = readFields({ name: given.name ?? before.name }, { name: OWN_FIELD_FIELDS.name });
    await demandFree(transaction, communityId, name, number);
    const choices = given.choices
      ? readChoices(
          before.kind,
          given.choices.map((choice) => choice.name),
        )
      : before.choices;
    const isQuarter = given.isQuarter ?? before.isQuarter;
    if (isQuarter && before.kind !== 'choice') {
      throw invalidField('is_quarter', 'conflict', 'Only a field with choices can be the quarter.');
    }
    const became = given.choices ? becameOf(before.choices, given.choices) : '{}';
    const fields = [
      ...(choices.join('\n') === before.choices.join('\n') && became === '{}' ? [] : ['choices']),
      ...(isQuarter === before.isQuarter ? [] : ['is_quarter']),
    ];
    // What is as it was leaves no trace: two people may say the same at once.
    if (name === before.name && fields.length === 0) return;
    if (name !== before.name) audit('member_field.renamed', subject, { name });
    if (fields.length > 0) audit('member_field.changed', subject, { name, fields });
    if (isQuarter) await clearOtherQuarter(transaction, { communityId, number });
    await updateOwnField(transaction, { communityId, number, name, choices, isQuarter });
    if (became !== '{}') await replaceValuesIn(within, communityId, number, became);
  });
}

/** The choices as they are kept: two of the same name are one. @throws refusal validation_failed */
function readChoices(kind: OwnFieldKind, given: readonly string[]): readonly string[] {
  if (kind !== 'choice') {
    if (given.length === 0) return [];
    throw invalidField('choices', 'conflict', 'Only a field of the kind choice has choices.');
  }
  const choices = [
    ...new Set(given.map((choice) => readFields({ choices: choice }, { choices: OWN_FIELD_FIELDS.choices }).choices)),
  ];
  if (choices.length === 0) throw invalidField('choices', 'required', 'A field of this kind has at least one choice.');
  if (choices.length > OWN_CHOICES_MAX) {
    throw invalidField('choices', 'too_many_items', `A field has at most ${OWN_CHOICES_MAX} choices.`);
  }
  const twice = choices.find((one, at) => choices.some((other, before) => before < at && alike(one, other)));
  if (twice !== undefined) throw invalidField('choices', 'taken', `${twice} is there already, in other letters.`);
  return choices;
}

/** JSON: what values of members become, by the old one; null takes it away. @throws refusal validation_failed */
function becameOf(before: readonly string[], given: NonNullable<OwnFieldChange['choices']>): string {
  const unknown = given.find(({ was }) => was !== null && !before.includes(was));
  if (unknown) throw invalidField('choices', 'unknown_value', `${unknown.was} is no choice of this field.`);
  const became = before.map((old) => [old, given.find(({ was }) => was === old)?.name.trim() ?? null] as const);
  return JSON.stringify(Object.fromEntries(became.filter(([old, to]) => old !== to)));
}

/** Removes a field with its values of all members. @throws refusal not_found */
export async function removeOwnField(deps: ChangeDeps, act: CommunityAct, number: number): Promise<void> {
  const { communityId } = act;
  await change(deps, act, async (within) => {
    await lockOwnFields(within.transaction, { communityId });
    const [row] = await removeOwnFieldRow(within.transaction, { communityId, number, removedAt: within.at });
    if (!row) throw noField();
    await replaceValuesIn(within, communityId, number, null);
    within.audit('member_field.removed', `community:${communityId}`, { number });
  });
}

/** @param became JSON: the new value by the old one; null: all are taken away */
async function replaceValuesIn(
  { transaction, at }: Change,
  communityId: number,
  number: number,
  became: string | null,
): Promise<void> {
  for (let afterId = FIRST_ID; ; ) {
    const page = { communityId, number: String(number), became, afterId, limit: MEMBERS_AT_ONCE, updatedAt: at };
    const rows = await replaceOwnValues(transaction, page);
    const last = rows.at(-1);
    if (!last || rows.length < MEMBERS_AT_ONCE) return;
    afterId = last.memberId;
  }
}

/** Names differ in more than case; the fields are locked. */
async function demandFree(transaction: Transaction, communityId: number, name: string, own: number | null) {
  const fields = await selectOwnFields(transaction, { communityId });
  const isTaken = fields.some((field) => field.number !== own && alike(field.name, name));
  if (isTaken) throw invalidField('name', 'taken', 'Another field of this community has this name.');
}

const alike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

async function lockLiving(transaction: Transaction, { communityId, memberId }: MemberAct): Promise<void> {
  const [member] = await lockMember(transaction, { communityId, memberId });
  if (!member) throw refusal('user_not_found', 'There is no such member.');
  if (member.erasedAt) {
    throw consoleConflict('data_erased', 'The data of this member was erased; nothing can be changed.');
  }
}

const noField = () => refusal('not_found', 'This community has no such field.');
