/** Matching a bank's statement file with a partner's credits. */
import { type Static, Type } from 'typebox';
import { CORRECTIONS } from '../../../console/desk/contract/corrections.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { Payment } from '../../../contract/src/credits.ts';
import { oneOf, PAGED, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  listOf,
  memberNumber,
  nullable,
  ref,
  textValue,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';

export const MATCH_BY = ['entry_reference', 'end_to_end_id'] as const;
/** Why an entry of the report is in its list. */
export const RECONCILIATION_PROBLEMS = [
  'not_a_reference',
  'no_entry_reference',
  'no_end_to_end_id',
  'reference_repeated',
  'reference_on_earlier_statement',
  'other_case',
  'no_rate',
  'payment_amount',
  'amount',
  'not_reversed',
  'no_credit_known',
  'returned_twice',
  'returned_in_file',
  'details_missing',
  'may_be_return',
  'may_be_booked_twice',
] as const;
/** Parts of a movement that cannot be read. */
export const UNREADABLE_PARTS = ['line', 'status', 'direction', 'returned', 'amount', 'currency', 'booked_on'] as const;
/** The kinds of lines of a comparison, in the order of the report. */
export const RECONCILIATION_LINE_KINDS = [
  'amount_differs',
  'not_compared',
  'member_differs',
  'on_statement_not_credited',
  'credited_not_on_statement',
  'reversed_without_return',
  'returned_without_reversal',
  'returned_without_credit',
  'unusable_reference',
  'case_differs',
  'proof_fails',
  'not_understood',
  'waiting_for_statement',
  'corrected',
  'returned_uncredited',
  'no_payment_reference',
] as const;
/** The states of a difference: set by a person, or by a later comparison. */
export const PERSONS_LINE_STATES = ['open', 'asked', 'explained'] as const;
export const RECONCILIATION_LINE_STATES = [...PERSONS_LINE_STATES, 'settled', 'carried'] as const;
/** Lines of one kind that are stored; `counts` counts all of them. */
export const RECONCILED_LISTED_MAX = 2000;
export const LINE_NOTE_LENGTH_MAX = 500;
/** Largest file, in bytes. */
export const RECONCILIATION_FILE_BYTES_MAX = 32 * 1024 * 1024;

export const ReconciliationSettings = component('ReconciliationSettings', 'How a statement is compared.', {
  match_by: wordValue(MATCH_BY, "Which of the bank's references the partner sends as the reference of a credit."),
});
export type ReconciliationSettings = Static<typeof ReconciliationSettings>;

export const getReconciliationSettings = consoleOperation('getReconciliationSettings', {
  route: 'GET /communities/{slug}/partners/{partnerId}/reconciliation-settings',
  access: 'statements.read',
  answer: dataOf(ReconciliationSettings),
});

export const updateReconciliationSettings = consoleOperation('updateReconciliationSettings', {
  route: 'PATCH /communities/{slug}/partners/{partnerId}/reconciliation-settings',
  access: 'statements.compare',
  body: component('ReconciliationSettingsUpdate', 'The settings.', {
    match_by: wordValue(MATCH_BY, "Which of the bank's references the partner sends as the reference of a credit."),
  }),
  answer: dataOf(ReconciliationSettings),
  example: { match_by: 'end_to_end_id' },
});

export const ReconciledCredit = component('ReconciledCredit', 'A credit, or the reversal of one, as it is now.', {
  kind: wordValue(['credit', 'reversal'], 'Whether this is the credit or its reversal.'),
  credit_id: Type.String(),
  reference: Type.String(),
  hours: Type.Number(),
  booked_on: Type.String(),
  user_id: Type.String(),
  name: Type.String({ description: 'Name of the member.' }),
  number: memberNumber(),
  reversed_on: nullable(Type.String()),
  reversal_reference: nullable(Type.String()),
  payment: nullable(ref(Payment), { description: 'As the partner sent it with the credit, else null.' }),
  ...CORRECTIONS,
});
export type ReconciledCredit = Static<typeof ReconciledCredit>;

const count = () => Type.Integer({ minimum: 0 });

export const Reconciliation = component(
  'Reconciliation',
  "A comparison of a bank's statement with a partner's credits, as it is stored.",
  {
    id: Type.Integer({ description: 'Id under which the comparison is stored.' }),
    file_name: nullable(Type.String({ description: 'Name of the file, if one was sent.' })),
    file_sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
    compared_at: timeValue('When it was compared.'),
    compared_by: nullable(Type.String(), {
      description: 'Name of the administrator; null for the command line.',
    }),
    days: nullable(closedObject({ from: dayValue('First day.'), to: dayValue('Last day.') }), {
      description: "The first and last day of the bank's statement; null if the file has none.",
    }),
    all_matched: Type.Boolean({
      description:
        'True if there was no difference of any kind, everything was compared, and nothing was left for a later statement to explain.',
    }),
    counts: closedObject(
      {
        matched: count(),
        returned: count(),
        returned_uncredited: count(),
        corrected: count(),
        credited_not_on_statement: count(),
        reversed_without_return: count(),
        on_statement_not_credited: count(),
        amount_differs: count(),
        not_compared: count(),
        matched_without_rate: count(),
        returned_without_reversal: count(),
        returned_without_credit: count(),
        unusable_reference: count(),
        case_differs: count(),
        member_differs: count(),
        not_understood: count(),
        not_understood_could_be_credit: count(),
        waiting_for_statement: count(),
        no_payment_reference: count(),
        other_entries: count(),
        not_booked: count(),
        proof_fails: count(),
      },
      { description: `What was found. Of each kind at most ${RECONCILED_LISTED_MAX} lines are stored.` },
    ),
    lines: closedObject(
      { open: count(), asked: count(), explained: count(), settled: count(), carried: count() },
      { description: 'The stored differences by their state now.' },
    ),
    open_not_compared: Type.Integer({
      minimum: 0,
      description: 'Of the open ones those that were not compared, for want of a rate.',
    }),
  },
);
export type Reconciliation = Static<typeof Reconciliation>;

export const ReconciliationLine = component('ReconciliationLine', 'A line of a stored comparison.', {
  reconciliation_id: Type.Integer(),
  number: Type.Integer({ description: 'Of the line in its comparison, from 1.' }),
  kind: wordValue(RECONCILIATION_LINE_KINDS, 'What it is.'),
  state: nullable(
    wordValue(
      RECONCILIATION_LINE_STATES,
      '`open`, `asked` (the partner) or `explained`, as a person sets it; `settled`: a later comparison finds it no more; `carried`: a later comparison finds it again, and its line goes on there.',
    ),
    { description: 'Null: there is nothing to settle.' },
  ),
  place: nullable(Type.String(), {
    description: 'Position in the file: `entry 12, detail 3`, `line 7`; null for a booking that no entry explains.',
  }),
  reference: nullable(Type.String()),
  end_to_end_id: nullable(Type.String()),
  amount: nullable(Type.String({ description: 'As written in the file.' })),
  entry_amount: nullable(Type.String(), {
    description:
      'Amount of the whole entry, if an unreadable movement is one of several; of `proof_fails`, the figure that the entries give, beside `amount` as the file says it.',
  }),
  currency: nullable(Type.String()),
  booked_on: nullable(dayValue('Of the entry.')),
  hours_worth: nullable(Type.Number(), {
    description: 'What the money is worth in hours, rounded down to two decimals; null without a rate.',
  }),
  payer_text: nullable(Type.String(), { description: 'What the payer wrote, the beginning of it.' }),
  problem_code: nullable(wordValue(RECONCILIATION_PROBLEMS, 'Why the entry is of its kind.')),
  unreadable: nullable(wordValue(UNREADABLE_PARTS, 'Which part cannot be read.')),
  credit: nullable(ref(ReconciledCredit)),
  named_member: nullable(
    closedObject({
      payment_reference: Type.String(),
      user_id: Type.String(),
      external_id: nullable(Type.String()),
      name: Type.String(),
    }),
    { description: 'The member whom the payer named with a payment reference.' },
  ),
  note: nullable(Type.String({ description: 'What a person wrote about it.' })),
  changed_by: nullable(Type.String(), {
    description: 'Name of the administrator who last changed state or note; null: nobody has.',
  }),
  changed_at: nullable(timeValue('When state or note was last changed by a person.')),
  revision: Type.Integer({ description: 'Send it with a change: a line that another person changed has another.' }),
  settled_by: nullable(Type.Integer(), {
    description: 'Id of the later comparison that settled it or carries it on.',
  }),
});
export type ReconciliationLine = Static<typeof ReconciliationLine>;

export const reconcileStatement = consoleOperation('reconcileStatement', {
  route: 'POST /communities/{slug}/partners/{partnerId}/reconciliations',
  access: 'statements.compare',
  query: { file_name: text('Name of the file, stored with the comparison.', 255) },
  upload: true,
  answer: dataOf(Reconciliation),
  errors: ['validation_failed'],
});

export const listReconciliations = consoleOperation('listReconciliations', {
  route: 'GET /communities/{slug}/partners/{partnerId}/reconciliations',
  access: 'statements.read',
  query: PAGED,
  answer: listOf(Reconciliation),
});

export const getReconciliation = consoleOperation('getReconciliation', {
  route: 'GET /communities/{slug}/partners/{partnerId}/reconciliations/{reconciliationId}',
  access: 'statements.read',
  answer: dataOf(Reconciliation),
});

export const listReconciliationLines = consoleOperation('listReconciliationLines', {
  route: 'GET /communities/{slug}/partners/{partnerId}/reconciliation-lines',
  access: 'statements.read',
  query: {
    reconciliation_id: text('Lines of this comparison.', 20),
    state: oneOf(RECONCILIATION_LINE_STATES, 'Lines in this state. Without `reconciliation_id` the default is `open`.'),
    ...PAGED,
  },
  answer: listOf(ReconciliationLine),
  errors: ['reconciliation_not_found'],
});

export const updateReconciliationLine = consoleOperation('updateReconciliationLine', {
  route: 'PATCH /communities/{slug}/partners/{partnerId}/reconciliations/{reconciliationId}/lines/{lineNumber}',
  access: 'statements.compare',
  body: component('ReconciliationLineUpdate', 'Only the fields you send are changed.', {
    revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'As it was read.' }),
    state: Type.Optional(wordValue(PERSONS_LINE_STATES, 'The new state.')),
    note: Type.Optional(nullable(textValue(0, LINE_NOTE_LENGTH_MAX, 'Note. Null or empty: none.'))),
  }),
  answer: dataOf(ReconciliationLine),
  errors: ['state_conflict'],
  example: { revision: 0, state: 'asked', note: 'Wrote to the bank on Monday.' },
});
