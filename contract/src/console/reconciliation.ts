/** Matching a bank's statement file with a partner's credits. */
import { type Static, Type } from 'typebox';
import { text } from '../query.ts';
import { dataOf, nullable, ref, textValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const MATCH_BY = ['entry_reference', 'end_to_end_id'] as const;
/** Why an entry of the report stands in its list. */
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
/** What of a movement cannot be read. */
export const UNREADABLE_PARTS = ['line', 'status', 'direction', 'returned', 'amount', 'currency', 'booked_on'] as const;
/** Entries of one kind that an answer lists; `counts` tells all. */
export const RECONCILED_LISTED_MAX = 2000;
/** Largest file, in bytes. */
export const RECONCILIATION_FILE_BYTES_MAX = 32 * 1024 * 1024;

export const ReconciliationSettings = Type.Object(
  {
    match_by: wordValue(MATCH_BY, "Which of the bank's references the partner's credits carry."),
    hours_per_unit: Type.Record(Type.String(), Type.String(), {
      description: 'What a unit of each currency is worth, exactly: `{"EUR": "1/20"}` is an hour for 20 euros.',
    }),
  },
  { $id: 'ReconciliationSettings', ...closed, description: 'How a statement is compared.' },
);
export type ReconciliationSettings = Static<typeof ReconciliationSettings>;

export const getReconciliationSettings = consoleOperation({
  id: 'getReconciliationSettings',
  tag: 'Statements',
  summary: "How a bank's statement is compared with this partner's credits.",
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
  summary: 'Change them. A currency with null is taken out; currencies that are not named stay.',
  access: 'partners.write',
  query: {},
  body: Type.Object(
    {
      match_by: Type.Optional(wordValue(MATCH_BY, "Which of the bank's references the partner's credits carry.")),
      hours_per_unit: Type.Optional(
        Type.Record(
          Type.String(),
          nullable(textValue(1, 40, 'Hours per unit, as a fraction or a decimal number: 1/20 or 0.05.')),
          { description: 'By currency.', maxProperties: 50 },
        ),
      ),
    },
    { $id: 'ReconciliationSettingsUpdate', ...closed, description: 'Only what is sent changes.' },
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
    kind: wordValue(['credit', 'reversal'], 'What is told of it: the credit, or its reversal.'),
    credit_id: Type.String(),
    reference: Type.String(),
    hours: Type.Number(),
    booked_on: Type.String(),
    user_id: Type.String(),
    name: Type.String({ description: 'Name of the member.' }),
    reversed_on: nullable(Type.String()),
    reversal_reference: nullable(Type.String()),
  },
  { $id: 'ReconciledCredit', ...closed, description: 'A credit, or the reversal of one, in the report.' },
);
export type ReconciledCredit = Static<typeof ReconciledCredit>;

export const ReconciledEntry = Type.Object(
  {
    place: Type.String({ description: 'Where it stands in the file: `entry 12, detail 3`, `line 7`.' }),
    reference: nullable(Type.String()),
    end_to_end_id: nullable(Type.String()),
    amount: Type.String({ description: 'As written in the file.' }),
    currency: Type.String(),
    booked_on: nullable(Type.String()),
    hours_worth: nullable(Type.Number({ description: 'What the money is worth; null without a rate.' })),
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
      { description: 'Whom the payer named by a payment reference.' },
    ),
    member_differs: Type.Boolean({ description: 'The credit went to another member than the payer named.' }),
    problem_code: nullable(wordValue(RECONCILIATION_PROBLEMS, 'Why it stands in its list.')),
    problem: nullable(Type.String({ description: 'The same in English, for a person.' })),
  },
  { $id: 'ReconciledEntry', ...closed, description: 'An entry of the statement in the report.' },
);
export type ReconciledEntry = Static<typeof ReconciledEntry>;

export const NotUnderstood = Type.Object(
  {
    place: Type.String({ description: 'Where it stands in the file: `entry 12, detail 3`, `line 7`.' }),
    what: wordValue(UNREADABLE_PARTS, 'What of it cannot be read.'),
    amount: nullable(Type.String({ description: 'As written, as far as it is known.' })),
    entry_amount: nullable(Type.String({ description: 'Of the whole entry, where the movement is one of several.' })),
    could_be_credit: Type.Boolean({ description: 'It is not plainly a debit that is no return.' }),
  },
  { $id: 'NotUnderstood', ...closed, description: 'A movement of the statement that cannot be read.' },
);
export type NotUnderstood = Static<typeof NotUnderstood>;

const entries = (description: string) => Type.Array(ref(ReconciledEntry), { description });
const credits = (description: string) => Type.Array(ref(ReconciledCredit), { description });
const count = () => Type.Integer({ minimum: 0 });

export const Reconciliation = Type.Object(
  {
    id: Type.Integer({ description: 'Of the comparison, as it is remembered.' }),
    file_sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
    match_by: wordValue(MATCH_BY, 'As in the settings.'),
    days: nullable(Type.Object({ from: Type.String(), to: Type.String() }, closed), {
      description: "The bank's first and last day; null where the file names none.",
    }),
    all_matched: Type.Boolean({
      description: 'No difference of any kind, and nothing that a later statement has to explain.',
    }),
    counts: Type.Object(
      {
        matched: count(),
        returned: count(),
        returned_uncredited: count(),
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
      { ...closed, description: 'All of them, also where the lists are cut.' },
    ),
    matches: Type.Object(
      {
        matched: entries('Payments that were credited.'),
        returned: entries('Returned payments whose credit is reversed.'),
        returned_uncredited: entries('Paid and returned in this file, never credited: nothing to do.'),
        credited_not_on_statement: credits("Credits until the bank's last day that no statement explains."),
        reversed_without_return: credits('Credits that were taken back, while no statement shows the return.'),
        on_statement_not_credited: entries('Payments without a credit.'),
        amount_differs: entries('Credited, but not what the money is worth.'),
        returned_without_reversal: entries('Returned payments whose credit stands.'),
        returned_without_credit: entries('Returned payments of which no (further) credit is known.'),
        unusable_reference: entries('Payments whose reference names no transfer.'),
        case_differs: entries('Payments whose reference differs from a credit only by case.'),
        not_understood: Type.Array(ref(NotUnderstood), { description: 'What cannot be read.' }),
        waiting_for_statement: credits("Credits and reversals after the bank's last day, for a later statement."),
        no_payment_reference: entries('Payments in which no member is named, so nothing tells whose they are.'),
      },
      { ...closed, description: `At most ${RECONCILED_LISTED_MAX} of each.` },
    ),
    truncated: Type.Boolean({ description: 'Whether a list was cut.' }),
  },
  { $id: 'Reconciliation', ...closed, description: "A bank's statement against a partner's credits." },
);
export type Reconciliation = Static<typeof Reconciliation>;

export const reconcileStatement = consoleOperation({
  id: 'reconcileStatement',
  tag: 'Statements',
  summary:
    "Compare a bank's statement (camt.053 XML or CSV, at most 32 MiB, sent as the body) with everything of the partner that no earlier statement explains. Changes no booking; remembers what the file explains.",
  access: 'statements.compare',
  query: { file_name: text('Name of the file, to be remembered.', 255) },
  body: undefined,
  upload: true,
  success: {
    status: 200,
    description: 'The report.',
    schema: dataOf(Reconciliation),
  },
  errors: ['partner_not_found', 'validation_failed'],
});
