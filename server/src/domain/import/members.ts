/** Importing members: each with its account, its payment reference and the balance it brings along. */
import { MEMBER_STATUSES } from '@timebank/contract/console';
import { uuidv7 } from 'uuidv7';
import { day, email, hours, language, line, optional, withDefault, word } from '../fields/values.ts';
import { createMembersIn } from '../members/create.ts';
import { compare, createExamined, type FileKind, importFile, lookUp, valuesOf } from './import-file.ts';
import { postAll } from './post-all.ts';
import { selectMembersByExternalId, selectTransfersByExternalId } from './queries.ts';
import type { RowOf } from './read-rows.ts';
import type { ImportOptions, ImportResult, ImportTools } from './types.ts';

/** `visible_to_partners`: yes follows the community's default, no hides the member. */
export const MEMBER_COLUMNS = {
  external_id: { required: true, read: line(100) },
  name: { required: true, read: line(200) },
  email: { required: false, read: optional(email) },
  status: { required: true, read: word(MEMBER_STATUSES) },
  joined_on: { required: false, read: optional(day) },
  // Required, since an opening balance can be imported only once.
  balance_hours: { required: true, read: withDefault(0, hours) },
  language: { required: false, read: optional(language) },
  visible_to_partners: { required: false, read: withDefault('yes', word(['yes', 'no'])) },
} as const;

type MemberRow = RowOf<typeof MEMBER_COLUMNS>;

const MEMBERS: FileKind<typeof MEMBER_COLUMNS, MemberRow> = {
  kind: 'members',
  columns: MEMBER_COLUMNS,

  async examine(transaction, communityId, rows) {
    const examined = createExamined<MemberRow>();
    const known = await lookUp(
      rows.map((row) => row.values.external_id),
      (externalIds) => selectMembersByExternalId(transaction, communityId, externalIds),
    );
    const openings = await lookUp(
      rows.map((row) => openingId(row.values.external_id)),
      (externalIds) => selectTransfersByExternalId(transaction, communityId, 'opening', externalIds),
    );
    for (const row of rows) {
      if (row.bad) continue;
      const member = valuesOf(row);
      const existing = known.get(member.external_id);
      if (!existing) {
        examined.fresh.push(member);
        continue;
      }
      const opening = openings.get(openingId(member.external_id));
      const toMember = opening?.credit_account_id === existing.account_id;
      const openingSeconds = (opening?.amount_seconds ?? 0) * (toMember ? 1 : -1);
      compare(examined, row.line, {
        name: existing.name === member.name,
        email: existing.email === member.email,
        status: existing.status === member.status,
        joined_on: existing.joined_on === member.joined_on,
        balance_hours: openingSeconds === member.balance_hours,
        language: existing.language === member.language,
        visible_to_partners: (existing.visibility !== 'hidden') === (member.visible_to_partners === 'yes'),
      });
    }
    return examined;
  },

  async write(within, { communityId, openingAccountId, recordedBy }, fresh) {
    const created = await createMembersIn(
      within,
      communityId,
      fresh.map((member) => ({
        externalId: member.external_id,
        name: member.name,
        email: member.email,
        status: member.status,
        visibility: member.visible_to_partners === 'no' ? 'hidden' : null,
        language: member.language,
        joinedOn: member.joined_on,
      })),
    );
    const openings = fresh.flatMap((member, at) => {
      const accountId = created[at]?.accountId;
      if (member.balance_hours === 0 || accountId === undefined) return [];
      return [
        {
          kind: 'opening' as const,
          communityId,
          id: uuidv7(),
          accountId,
          openingAccountId,
          balanceSeconds: member.balance_hours,
          externalId: openingId(member.external_id),
          recordedBy,
        },
      ];
    });
    await postAll(within, openings);
  },
};

/** The external id of the transfer that is a member's opening balance. */
function openingId(externalId: string | undefined): string {
  return `opening:${externalId ?? ''}`;
}

/**
 * Imports members (`external_id`, `name`, `status`, `balance_hours`; optionally `email`, `joined_on`, `language`,
 * `visible_to_partners`). All of the file or nothing, unless `skipBad`; members who are there already stay as they are.
 */
export function importMembers(
  tools: ImportTools,
  communityId: number,
  bytes: Buffer,
  options: ImportOptions,
): Promise<ImportResult> {
  return importFile(MEMBERS, tools, communityId, bytes, options);
}
