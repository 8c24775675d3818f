/** Members as the console shows them. */
import { encodeId, hoursFromSeconds, type Visibility } from '@timebank/contract';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { hoursOrNull } from '../../../../core/ledger/api/present/hours.ts';
import { visibilityFor } from '../../../../core/people/visibility.ts';
import { OfficeCall } from '../../contract/contacts.ts';
import { Member, MemberRead, MemberSummary } from '../../contract/members.ts';
import type { MemberCallRow } from '../../domain/contact-queries.ts';
import {
  type MemberDetailRow,
  type MemberReadRow,
  type MemberSummaryRow,
  type PartnerChoiceRow,
  selectMemberDetail,
  selectMemberPartners,
} from '../../domain/members/console-queries.ts';

export const presentSummary = (row: MemberSummaryRow): MemberSummary => ({
  ...shownAs(MemberSummary, row),
  id: encodeId('usr', row.id),
  balance_hours: hoursFromSeconds(row.balanceSeconds),
});

/** @throws Refusal user_not_found */
export async function readMember(on: Queryable, communityId: number, memberId: string): Promise<Member> {
  const [row] = await selectMemberDetail(on, { communityId, memberId });
  if (!row) throw notFound();
  const partners = await selectMemberPartners(on, { communityId, memberId });
  return presentMember(row, partners);
}

function presentMember(row: MemberDetailRow, partners: readonly PartnerChoiceRow[]): Member {
  return {
    ...shownAs(Member, row),
    ...presentSummary(row),
    mail_kinds: [...row.mailKinds],
    lower_balance_hours: hoursOrNull(row.lowerBalanceSeconds),
    upper_balance_hours: hoursOrNull(row.upperBalanceSeconds),
    partners: partners.map(({ partnerId, name, status, readsAddresses, choice }) => ({
      partner_id: partnerId,
      name,
      status,
      choice,
      effective: visibilityFor(row, choice),
      email: emailFor(row.email, visibilityFor(row, choice), readsAddresses),
    })),
  };
}

function emailFor(address: string | null, seen: Visibility, readsAddresses: boolean) {
  if (seen !== 'listed_with_email') return 'not_chosen';
  if (address === null) return 'no_address';
  return readsAddresses ? 'shown' : 'no_scope';
}

function notFound() {
  return refusal('user_not_found', 'This community has no such member.');
}

/** Greater than every id. */
export const LAST_AUDIT_ID = '9223372036854775807';

export const presentRead = (row: MemberReadRow): MemberRead => shownAs(MemberRead, row);

export const presentCall = (row: MemberCallRow): OfficeCall => shownAs(OfficeCall, row);
