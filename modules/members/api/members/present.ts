/** Members as the console shows them. */
import { encodeId, hoursFromSeconds, type Visibility } from '@timebank/contract';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { hoursOrNull } from '../../../../core/ledger/api/present/hours.ts';
import { visibilityFor } from '../../../../core/people/visibility.ts';
import type { Member, MemberSummary } from '../../contract/members.ts';
import {
  type MemberDetailRow,
  type MemberSummaryRow,
  type PartnerChoiceRow,
  selectMemberDetail,
  selectMemberPartners,
} from '../../domain/members/console-queries.ts';

export function presentSummary(row: MemberSummaryRow): MemberSummary {
  return {
    id: encodeId('usr', row.id),
    name: row.name,
    external_id: row.externalId,
    email: row.email,
    salutation: row.salutation,
    given_name: row.givenName,
    family_name: row.familyName,
    phone: row.phone,
    second_phone: row.secondPhone,
    street: row.street,
    postal_code: row.postalCode,
    place: row.place,
    country: row.country,
    preferred_contact: row.preferredContact,
    birth_year: row.birthYear,
    agreement_signed_on: row.agreementSignedOn,
    email_consent_on: row.emailConsentOn,
    email_is_bad: row.emailIsBad,
    status: row.status,
    visibility: row.visibility,
    booklet_contact: row.bookletContact,
    quarter: row.quarter,
    balance_hours: hoursFromSeconds(row.balanceSeconds),
    on_hold_since: row.onHoldSince?.toISOString() ?? null,
    on_hold_until: row.onHoldUntil,
    joined_on: row.joinedOn,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** @throws Refusal user_not_found */
export async function readMember(on: Queryable, communityId: number, memberId: string): Promise<Member> {
  const [row] = await selectMemberDetail(on, { communityId, memberId });
  if (!row) throw notFound();
  const partners = await selectMemberPartners(on, { communityId, memberId });
  return presentMember(row, partners);
}

function presentMember(row: MemberDetailRow, partners: readonly PartnerChoiceRow[]): Member {
  return {
    ...presentSummary(row),
    language: row.language,
    last_exchange_on: row.lastExchangeOn,
    payment_reference: row.paymentReference,
    account_id: row.accountId,
    erased_at: row.erasedAt?.toISOString() ?? null,
    default_visibility: row.defaultVisibility,
    lower_balance_hours: hoursOrNull(row.lowerBalanceSeconds),
    upper_balance_hours: hoursOrNull(row.upperBalanceSeconds),
    open_listings: row.openListings,
    mail_kinds: [...row.mailKinds],
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
