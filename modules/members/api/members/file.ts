/** /communities/{slug}/members/{memberId}/file, checks and own fields: what only those see who may change members. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import {
  selectMemberChecks,
  selectMemberFile,
  selectOwnFields,
  selectPagesUse,
  selectSamePerson,
} from '../../../../core/people/members/detail-queries.ts';
import type {
  addMemberCheck,
  createMemberField,
  getMemberFile,
  listMemberFields,
  MemberFile,
  MemberOwnField,
  removeMemberCheck,
  removeMemberField,
  setMemberOwnFields,
  updateMemberField,
} from '../../contract/member-file.ts';
import { CHECKS_MAX } from '../../contract/member-file.ts';
import {
  addCheck,
  addOwnField,
  changeOwnField,
  removeCheck,
  removeOwnField,
  setOwnValues,
} from '../../domain/members/file.ts';
import { readMember } from './present.ts';

export const getMemberFileHandler: CommunityHandler<typeof getMemberFile> = async ({ membership, params }, deps) => ({
  data: await readMemberFile(deps.database.reads, membership.communityId, memberIdOf(params.memberId)),
});

export const addMemberCheckHandler: CommunityHandler<typeof addMemberCheck> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { kind, checked_by, checked_on, expires_on = null } = call.body;
  const check = { kind, checkedBy: checked_by, checkedOn: checked_on, expiresOn: expires_on };
  await addCheck(deps, { ...actOf(call), memberId }, check);
  return { data: await readMemberFile(deps.database.reads, call.membership.communityId, memberId) };
};

export const removeMemberCheckHandler: CommunityHandler<typeof removeMemberCheck> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { communityId } = call.membership;
  await readMember(deps.database.reads, communityId, memberId);
  await removeCheck(deps, { ...actOf(call), memberId }, readNumber(call.params.checkId) ?? 0);
  return { data: await readMemberFile(deps.database.reads, communityId, memberId) };
};

export const setMemberOwnFieldsHandler: CommunityHandler<typeof setMemberOwnFields> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await setOwnValues(deps, { ...actOf(call), memberId }, call.body.values);
  return { data: await readMemberFile(deps.database.reads, call.membership.communityId, memberId) };
};

export const listMemberFieldsHandler: CommunityHandler<typeof listMemberFields> = async ({ membership }, deps) => ({
  data: await readOwnFields(deps.database.reads, membership),
});

export const createMemberFieldHandler: CommunityHandler<typeof createMemberField> = async (call, deps) => {
  await addOwnField(deps, actOf(call), call.body);
  return { data: await readOwnFields(deps.database.reads, call.membership) };
};

export const updateMemberFieldHandler: CommunityHandler<typeof updateMemberField> = async (call, deps) => {
  const { is_quarter: isQuarter, ...given } = call.body;
  const changed = { ...given, ...(isQuarter === undefined ? {} : { isQuarter }) };
  await changeOwnField(deps, actOf(call), readNumber(call.params.fieldNumber) ?? 0, changed);
  return { data: await readOwnFields(deps.database.reads, call.membership) };
};

export const removeMemberFieldHandler: CommunityHandler<typeof removeMemberField> = async (call, deps) => {
  await removeOwnField(deps, actOf(call), readNumber(call.params.fieldNumber) ?? 0);
  return { data: await readOwnFields(deps.database.reads, call.membership) };
};

async function readOwnFields(on: Queryable, { communityId }: { communityId: number }): Promise<MemberOwnField[]> {
  const fields = await selectOwnFields(on, { communityId });
  return fields.map(({ isQuarter, choices, ...field }) => ({ ...field, choices: [...choices], is_quarter: isQuarter }));
}

/** @throws Refusal user_not_found */
export async function readMemberFile(on: Queryable, communityId: number, memberId: string): Promise<MemberFile> {
  await readMember(on, communityId, memberId);
  const [row] = await selectMemberFile(on, { communityId, memberId });
  const [same] = await selectSamePerson(on, { communityId, memberId });
  const [pages] = await selectPagesUse(on, { communityId, memberId });
  const fields = await selectOwnFields(on, { communityId });
  const checks = await selectMemberChecks(on, { communityId, memberId, limit: CHECKS_MAX });
  return {
    emergency_contact: row?.emergencyContact ?? null,
    notes: row?.notes ?? null,
    status_reason: row?.statusReason ?? null,
    status_at: row?.statusAt?.toISOString() ?? null,
    same_as: same ? { id: encodeId('usr', same.id), name: same.name } : null,
    letter_only: pages?.letterOnly ?? false,
    pages_used_at: pages?.usedAt?.toISOString() ?? null,
    own_fields: fields.map(({ number, name, kind }) => ({ number, name, kind, value: row?.ownValues[number] ?? null })),
    checks: checks.map(({ id, kind, checkedBy, checkedOn, expiresOn, recordedAt }) => ({
      ...{ id, kind, checked_by: checkedBy, checked_on: checkedOn, expires_on: expiresOn },
      recorded_at: recordedAt.toISOString(),
    })),
  };
}
