/** The inbox as the command line shows it. */
import { hoursFromSeconds } from '@timebank/contract';
import { table } from '../../../console/desk/commands/context.ts';
import type { InboxFile, InboxLine } from '../contract/inbox.ts';
import type { InboxReason, MemberBy } from '../contract/inbox-words.ts';

/** Characters of what cannot be read. */
const UNREADABLE_SHOWN_MAX = 60;

/** What each reason means, for a person. */
export const REASON_TEXTS: Readonly<Record<InboxReason, string>> = {
  proposed: 'hours are proposed',
  proposed_by_choice: "hours are proposed, as chosen for the payer's account",
  proposed_by_person: 'hours are proposed; a person chose the member',
  reversal_proposed: 'the payment went back; its hours are proposed to go back',
  partial_return_proposed: 'a part of the payment went back; its hours are proposed to go back',
  partner_credited: 'a partner has credited it',
  partner_credited_without_rate: 'a partner has credited it; without a rate the amount is not compared',
  credited_other_amount: 'a partner has credited another amount',
  credited_other_member: 'a partner has credited another member than the payer named',
  may_be_credited: 'a partner may have credited it: the same member and hours, and the file has no reference',
  may_be_line: 'may be another line: say whether it is the same',
  same_line: 'the same movement as another line',
  credit_reversed: 'a partner has reversed its credit, and the money is here',
  booked_here: 'booked',
  returned_before_booking: 'went back before it was booked',
  takes_back_unbooked: 'takes back a payment that was not booked',
  reversed: 'went back, and so did the hours',
  reversed_by_partner: 'a partner has reversed the hours',
  may_be_return: 'may be a return: the same member and amount as a payment',
  return_of_unknown: 'a return of a payment that is not known',
  return_of_several: 'a return, and several payments have its id: say which credit goes back',
  return_of_other_amount: 'a return of another amount than the payment',
  refund_came_back: "the community's own payment came back, and names a member",
  money_out: 'money out',
  nothing_moved: 'no money moved',
  own_movement: 'no payment by others',
  fee: 'fee',
  other_account: 'on an account that no setting names',
  unreadable: 'not readable',
  details_missing: 'a batch without its payments: import the file with the details (camt.054)',
  explained_by_details: 'its payments are lines of their own',
  no_currency: 'without a currency',
  no_rate: 'no rate is agreed for its currency',
  no_day: 'without a booking day',
  question: 'its file leaves a choice open',
  too_little: 'less than a hundredth of an hour',
  too_much: 'more hours than one booking can have',
  no_reference: 'no payment reference: choose the member',
  unreadable_reference: 'unreadable reference: what looks like one fails its check digits',
  unknown_reference: "the reference is no member's",
  several_members: 'names several members',
  member_not_active: 'the member is not active',
  explained: 'explained',
};

/** What names the member of hours that are booked. */
export const MEMBER_BY_TEXTS: Readonly<Record<MemberBy, string>> = {
  payer: 'the payer named this member',
  account: "the member was chosen for the payer's account",
  person: 'a person chose this member',
};

export function linesOfInbox(lines: readonly InboxLine[]): string[] {
  if (lines.length === 0) return ['Nothing there. Import a file: timebank inbox import <file>'];
  return table(
    ['line', 'booked', 'amount', 'payer', 'state', 'hours', 'why'],
    lines.map((line) => [
      String(line.id),
      line.booked_on ?? '',
      `${line.amount} ${line.currency ?? ''}`.trim(),
      line.payer ?? '',
      line.state,
      line.proposal ? `${hoursFromSeconds(line.proposal.seconds)} h ${line.proposal.name}` : '',
      line.note ?? whyOf(line),
    ]),
  );
}

/** Of a line that may be another one, that one; of a line that cannot be read, its text. */
export function whyOf(line: InboxLine): string {
  const { id, reason, text, may_be: other, same_as: same, state, member_by: by, likely_member: likely } = line;
  if (other) {
    const known = [other.booked_on, other.payer, other.text].filter(Boolean).join(', ');
    return `may be line ${other.id} (${known}): timebank inbox explain ${id} --same, or --another`;
  }
  if (same !== null) return `the same movement as line ${same}`;
  if (state === 'booked' && by) return `${REASON_TEXTS[reason]}; ${MEMBER_BY_TEXTS[by]}`;
  if (likely)
    return `${REASON_TEXTS[reason]}; perhaps ${likely.name}: timebank inbox explain ${id} --member ${likely.user_id}`;
  if (reason !== 'unreadable' || text === '') return REASON_TEXTS[reason];
  return `${REASON_TEXTS[reason]}: ${[...text].slice(0, UNREADABLE_SHOWN_MAX).join('')}`;
}

/** Proofs that fail, and choices that are open. */
export function linesOfDoubts(files: readonly Pick<InboxFile, 'name' | 'proofs' | 'questions'>[]): string[] {
  return files.flatMap((file) => [
    ...file.proofs
      .filter(({ holds }) => holds === false)
      .map((proof) => {
        const where = [proof.account, proof.statement, proof.reference].filter(Boolean).join(', ');
        return `${file.name ?? 'The file'}: ${proof.kind} fails (${where}): ${proof.expected} expected, ${proof.found} found.`;
      }),
    ...file.questions.map(({ key, question, options }) => {
      const choices = options
        ? ` (${options.map((option) => `--answer ${key}=${option}`).join(' or ')})`
        : ` (--answer ${key}=…)`;
      return `${file.name ?? 'The file'}: ${question}${choices}`;
    }),
  ]);
}

export const isDoubtful = ({ proofs, questions }: Pick<InboxFile, 'proofs' | 'questions'>) =>
  questions.length > 0 || proofs.some(({ holds }) => holds === false);
