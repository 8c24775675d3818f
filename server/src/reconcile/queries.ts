import { query, write } from '../database/query.ts';

/** A credit of a partner with its member and, if the payment was returned, its reversal. */
export interface CreditRow {
  readonly id: string;
  readonly reference: string;
  readonly amountSeconds: number;
  readonly bookedOn: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly reversalReference: string | null;
  readonly reversedOn: string | null;
}

const CREDITS = `select t.id, t.reference, t.amount_seconds as "amountSeconds", t.booked_on as "bookedOn",
     m.id as "memberId", m.name as "memberName", r.reference as "reversalReference", r.booked_on as "reversedOn"
   from transfers t
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   join members m on m.community_id = a.community_id and m.id = a.member_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where t.community_id = $1 and t.partner_id = $2 and t.kind = 'credit'`;

export const selectCreditsWithReferences = query<
  [communityId: number, partnerId: number, references: readonly string[]],
  CreditRow
>('select_credits_with_references', `${CREDITS} and t.reference = any($3::text[])`);

export const selectCreditsReversedUnder = query<
  [communityId: number, partnerId: number, references: readonly string[]],
  CreditRow
>(
  'select_credits_reversed_under',
  `${CREDITS} and t.id in (
     select reverses_id from transfers where community_id = $1 and partner_id = $2 and kind = 'credit_reversal'
       and reference = any($3::text[]))`,
);

/** Credits whose reference is one of these but for the case of ASCII letters. */
export const selectCreditsWithFoldedReferences = query<
  [communityId: number, partnerId: number, foldedReferences: readonly string[]],
  CreditRow
>('select_credits_with_folded_references', `${CREDITS} and lower(t.reference) = any($3::text[])`);

export const selectCreditsBetween = query<
  [communityId: number, partnerId: number, from: string, to: string, afterId: string, limit: number],
  CreditRow
>(
  'select_credits_between',
  `${CREDITS} and t.booked_on between $3::date and $4::date and t.id > $5 order by t.id limit $6`,
);

export interface NamedMemberRow {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly paymentReference: string;
}

export const selectMembersByPaymentReference = query<
  [communityId: number, paymentReferences: readonly string[]],
  NamedMemberRow
>(
  'select_members_by_payment_reference',
  `select id, external_id as "externalId", name, payment_reference as "paymentReference"
   from members where community_id = $1 and payment_reference = any($2::text[])`,
);

export type MatchBy = 'entry_reference' | 'end_to_end_id';

export interface ReconciliationSettingsRow {
  readonly matchBy: MatchBy;
  /** Per currency a fraction such as `1/20`. */
  readonly hoursPerUnit: Readonly<Record<string, string>>;
}

const SETTINGS = `select match_by as "matchBy", hours_per_unit as "hoursPerUnit" from partners
   where community_id = $1 and id = $2`;

export const selectReconciliationSettings = query<[communityId: number, partnerId: number], ReconciliationSettingsRow>(
  'select_reconciliation_settings',
  SETTINGS,
);

export const lockReconciliationSettings = write<[communityId: number, partnerId: number], ReconciliationSettingsRow>(
  'lock_reconciliation_settings',
  `${SETTINGS} for no key update`,
);

export const updateReconciliationSettings = write<
  [communityId: number, partnerId: number, matchBy: MatchBy, hoursPerUnit: string, updatedAt: Date]
>(
  'update_reconciliation_settings',
  `update partners set match_by = $3, hours_per_unit = $4::jsonb, updated_at = $5 where community_id = $1 and id = $2`,
);
