/** The words for what a line of the inbox is, and why. */

/** What a line is. A line with a proposal is `open`. */
export const INBOX_STATES = ['credited', 'booked', 'returned', 'not_ours', 'open'] as const;
export type InboxState = (typeof INBOX_STATES)[number];
/** Why a line is in its state. */
export const INBOX_REASONS = [
  'proposed',
  'proposed_by_choice',
  'proposed_by_person',
  'reversal_proposed',
  'partial_return_proposed',
  'partner_credited',
  'partner_credited_without_rate',
  'credited_other_amount',
  'credited_other_member',
  'may_be_credited',
  'may_be_line',
  'same_line',
  'credit_reversed',
  'booked_here',
  'returned_before_booking',
  'takes_back_unbooked',
  'reversed',
  'reversed_by_partner',
  'may_be_return',
  'return_of_unknown',
  'return_of_several',
  'return_of_other_amount',
  'refund_came_back',
  'money_out',
  'nothing_moved',
  'own_movement',
  'fee',
  'other_account',
  'unreadable',
  'details_missing',
  'explained_by_details',
  'no_currency',
  'no_rate',
  'no_day',
  'question',
  'too_little',
  'too_much',
  'no_reference',
  'unreadable_reference',
  'unknown_reference',
  'several_members',
  'member_not_active',
  'explained',
] as const;
export type InboxReason = (typeof INBOX_REASONS)[number];
/** What names the member of a payment: the payer's text, the choice for the payer's account, or a person. */
export const MEMBER_BY = ['payer', 'account', 'person'] as const;
export type MemberBy = (typeof MEMBER_BY)[number];
