/** Matching a bank's statement file with a partner's credits. */
import { type Static, Type } from 'typebox';
import { Payment } from '../credits.ts';
import { text } from '../query.ts';
import { dataOf, nullable, ref, textValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { CORRECTIONS } from './statements.ts';

const closed = { additionalProperties: false } as const;

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
  'amount',
  'not_reversed',
  'no_credit_known',
  'returned_twice',
  'returned_in_file',
] as const;
/** Parts of a movement that cannot be read. */
export const UNREADABLE_PARTS = ['line', 'status', 'direction', 'returned', 'amount', 'currency', 'booked_on'] as const;
/** Entries of one kind that a response lists; `counts` counts all of them. */
export const RECONCILED_LISTED_MAX = 2000;
/** Largest file, in bytes. */
export const RECONCILIATION_FILE_BYTES_MAX = 32 * 1024 * 1024;

export const ReconciliationSettings = Type.Object(
  {
    match_by: wordValue(MATCH_BY, "Which of the bank's references the partner sends as the reference of a credit."),
    hours_per_unit: Type.Record(Type.String(), Type.String(), {
      description: 'Hours per unit of each currency, exactly: `{"EUR": "1/20"}` is one hour for 20 euros.',
    }),
  },
  { $id: 'ReconciliationSettings', ...closed, description: 'How a statement is compared.' },
);
export type ReconciliationSettings = Static<typeof ReconciliationSettings>;

export const getReconciliationSettings = consoleOperation({
  id: 'getReconciliationSettings',
  tag: 'Statements',
  summary: "Read how a bank's statement is compared with this partner's credits.",
  access: 'statements.read',
  query: {},
  body: undefined,
  success: {
    status: 200,
    description: 'The settings.',
    schema: dataOf(ReconciliationSettings),
  },
  errors: ['partner_not_found'],
});

export const updateReconciliationSettings = consoleOperation({
  id: 'updateReconciliationSettings',
  tag: 'Statements',
  summary: 'Change how statements are compared. Null removes a currency; currencies that are not named stay.',
  access: 'partners.write',
  query: {},
  body: Type.Object(
    {
      match_by: Type.Optional(
        wordValue(MATCH_BY, "Which of the bank's references the partner sends as the reference of a credit."),
      ),
      hours_per_unit: Type.Optional(
        Type.Record(
          Type.String(),
          nullable(textValue(1, 40, 'Hours per unit, as a fraction or a decimal number: 1/20 or 0.05.')),
          { description: 'Hours per unit, by currency.', maxProperties: 50 },
        ),
      ),
    },
    { $id: 'ReconciliationSettingsUpdate', ...closed, description: 'Only the fields you send are changed.' },
  ),
  success: {
    status: 200,
    description: 'As they are now.',
    schema: dataOf(ReconciliationSettings),
  },
  errors: ['partner_not_found', 'validation_failed'],
  example: { hours_per_unit: { EUR: '1/20', CHF: null } },
});

export const ReconciledCredit = Type.Object(
  {
    kind: wordValue(['credit', 'reversal'], 'Whether this is the credit or its reversal.'),
    credit_id: Type.String(),
    reference: Type.String(),
    hours: Type.Number(),
    booked_on: Type.String(),
    user_id: Type.String(),
    name: Type.String({ description: 'Name of the member.' }),
    reversed_on: nullable(Type.String()),
    reversal_reference: nullable(Type.String()),
    payment: nullable(ref(Payment), { description: 'As the partner sent it with the credit, else null.' }),
    ...CORRECTIONS,
  },
  { $id: 'ReconciledCredit', ...closed, description: 'A credit, or the reversal of one, in the report.' },
);
export type ReconciledCredit = Static<typeof ReconciledCredit>;

export const ReconciledEntry = Type.Object(
  {
    place: Type.String({ description: 'Position in the file: `entry 12, detail 3`, `line 7`.' }),
    reference: nullable(Type.String()),
    end_to_end_id: nullable(Type.String()),
    amount: Type.String({ description: 'As written in the file.' }),
    currency: Type.String(),
    booked_on: nullable(Type.String()),
    hours_worth: nullable(Type.Number({ description: 'What the money is worth in hours; null without a rate.' })),
    credit: nullable(ref(ReconciledCredit)),
    named_member: nullable(
      Type.Object(
        {
          payment_reference: Type.String(),
          user_id: Type.String(),
          external_id: nullable(Type.String()),
          name: Type.String(),
        },
        closed,
      ),
      { description: 'The member whom the payer named with a payment reference.' },
    ),
    member_differs: Type.Boolean({
      description: 'Whether the credit went to a different member than the one the payer named.',
    }),
    problem_code: nullable(wordValue(RECONCILIATION_PROBLEMS, 'Why the entry is in its list.')),
    problem: nullable(Type.String({ description: 'The same as an English sentence for a person.' })),
  },
  { $id: 'ReconciledEntry', ...closed, description: 'An entry of the statement in the report.' },
);
export type ReconciledEntry = Static<typeof ReconciledEntry>;

export const NotUnderstood = Type.Object(
  {
    place: Type.String({ description: 'Position in the file: `entry 12, detail 3`, `line 7`.' }),
    what: wordValue(UNREADABLE_PARTS, 'Which part cannot be read.'),
    amount: nullable(Type.String({ description: 'As written in the file, if it is known.' })),
    entry_amount: nullable(
      Type.String({ description: 'Amount of the whole entry, if the movement is one of several.' }),
    ),
    could_be_credit: Type.Boolean({ description: 'False only if it is clearly a debit and not a return.' }),
  },
  { $id: 'NotUnderstood', ...closed, description: 'A movement of the statement that cannot be read.' },
);
export type NotUnderstood = Static<typeof NotUnderstood>;

const entries = (description: string) => Type.Array(ref(ReconciledEntry), { description });
const credits = (description: string) => Type.Array(ref(ReconciledCredit), { description });
const count = () => Type.Integer({ minimum: 0 });

export const Reconciliation = Type.Object(
  {
    id: Type.Integer({ description: 'Id under which the comparison is stored.' }),
    file_sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
    match_by: wordValue(MATCH_BY, 'As in the settings.'),
    days: nullable(Type.Object({ from: Type.String(), to: Type.String() }, closed), {
      description: "The first and last day of the bank's statement; null if the file has none.",
    }),
    all_matched: Type.Boolean({
      description: 'True if there is no difference of any kind and nothing is left for a later statement to explain.',
    }),
    counts: Type.Object(
      {
        matched: count(),
        returned: count(),
        returned_uncredited: count(),
        corrected: count(),
        credited_not_on_statement: count(),
        reversed_without_return: count(),
        on_statement_not_credited: count(),
        amount_differs: count(),
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
      },
      { ...closed, description: 'The number of all entries, even if a list is cut.' },
    ),
    matches: Type.Object(
      {
        matched: entries('Payments that were credited.'),
        returned: entries('Returned payments whose credit is reversed.'),
        returned_uncredited: entries('Paid and returned in this file and never credited: nothing to do.'),
        corrected: credits('Credits that another one replaces, and their reversals: nothing to do.'),
        credited_not_on_statement: credits("Credits up to the bank's last day that no statement explains."),
        reversed_without_return: credits('Reversed credits whose return is not on any statement.'),
        on_statement_not_credited: entries('Payments without a credit.'),
        amount_differs: entries('Credits whose hours differ from what the money is worth.'),
        returned_without_reversal: entries('Returned payments whose credit is not reversed.'),
        returned_without_credit: entries('Returned payments for which there is no (further) credit.'),
        unusable_reference: entries('Payments whose reference does not identify a transfer.'),
        case_differs: entries('Payments whose reference differs from that of a credit only in case.'),
        not_understood: Type.Array(ref(NotUnderstood), { description: 'Movements that cannot be read.' }),
        waiting_for_statement: credits(
          "Credits and reversals after the bank's last day, which a later statement should explain.",
        ),
        no_payment_reference: entries('Payments that name no member, so the recipient could not be checked.'),
      },
      { ...closed, description: `At most ${RECONCILED_LISTED_MAX} of each.` },
    ),
    truncated: Type.Boolean({ description: 'Whether a list was cut.' }),
  },
  { $id: 'Reconciliation', ...closed, description: "The comparison of a bank's statement with a partner's credits." },
);
export type Reconciliation = Static<typeof Reconciliation>;

export const reconcileStatement = consoleOperation({
  id: 'reconcileStatement',
  tag: 'Statements',
  summary:
    "Compare a bank's statement (camt.053 XML or CSV, at most 32 MiB, sent as the body) with all open items of the partner: credits and reversals that no earlier statement explains. Bookings are not changed; the service stores which items the file explains.",
  access: 'statements.compare',
  query: { file_name: text('Name of the file, stored with the comparison.', 255) },
  body: undefined,
  upload: true,
  success: {
    status: 200,
    description: 'The report.',
    schema: dataOf(Reconciliation),
  },
  errors: ['partner_not_found', 'validation_failed'],
});
