/** Matching a bank's statement file with a partner's credits. */
import { type Static, Type } from 'typebox';
import { day } from '../query.ts';
import { dataOf, nullable, ref, textValue, word } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const MATCH_BY = ['entry_reference', 'end_to_end_id'] as const;
/** Entries of one kind that an answer lists; `counts` tells all. */
export const RECONCILED_LISTED_MAX = 2000;
/** Largest file, in bytes. */
export const RECONCILIATION_FILE_BYTES_MAX = 32 * 1024 * 1024;

export const ReconciliationSettings = Type.Object(
  {
    match_by: word(MATCH_BY, "Which of the bank's references the partner's credits carry."),
    hours_per_unit: Type.Record(Type.String(), Type.String(), {
      description: 'What a unit of each currency is worth, exactly: `{"EUR": "1/20"}` is an hour for 20 euros.',
    }),
  },
  { $id: 'ReconciliationSettings', ...closed, description: 'How a statement is compared.' },
);
export type ReconciliationSettings = Static<typeof ReconciliationSettings>;

const EXAMPLE_SETTINGS = { match_by: 'entry_reference', hours_per_unit: { EUR: '1/20' } };

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
    example: { data: EXAMPLE_SETTINGS },
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
      match_by: Type.Optional(word(MATCH_BY, "Which of the bank's references the partner's credits carry.")),
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
    example: { data: EXAMPLE_SETTINGS },
  },
  errors: ['partner_not_found', 'validation_failed'],
  example: { hours_per_unit: { EUR: '1/20', CHF: null } },
});

export const ReconciledCredit = Type.Object(
  {
    credit_id: Type.String(),
    reference: Type.String(),
    hours: Type.Number(),
    booked_on: Type.String(),
    user_id: Type.String(),
    name: Type.String({ description: 'Name of the member.' }),
    reversed_on: nullable(Type.String()),
  },
  { $id: 'ReconciledCredit', ...closed, description: 'A credit in the report.' },
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
    problem: nullable(Type.String({ description: 'One sentence for a person.' })),
  },
  { $id: 'ReconciledEntry', ...closed, description: 'An entry of the statement in the report.' },
);
export type ReconciledEntry = Static<typeof ReconciledEntry>;

const entries = (description: string) => Type.Array(ref(ReconciledEntry), { description });
const count = () => Type.Integer({ minimum: 0 });

export const Reconciliation = Type.Object(
  {
    match_by: word(MATCH_BY, 'As in the settings.'),
    period: Type.Object(
      { from: Type.String(), to: Type.String() },
      { ...closed, description: 'The days whose credits should be on the statement.' },
    ),
    all_matched: Type.Boolean({ description: 'Nothing but matched payments, and returns that are reversed.' }),
    counts: Type.Object(
      {
        matched: count(),
        returned: count(),
        credited_not_on_statement: count(),
        on_statement_not_credited: count(),
        amount_differs: count(),
        returned_without_reversal: count(),
        unusable_reference: count(),
        case_differs: count(),
        member_differs: count(),
        other_entries: count(),
        not_booked: count(),
      },
      { ...closed, description: 'All of them, also where the lists are cut.' },
    ),
    matches: Type.Object(
      {
        matched: entries('Payments that were credited.'),
        returned: entries('Returned payments whose credit is reversed.'),
        credited_not_on_statement: Type.Array(ref(ReconciledCredit), { description: 'Credits without a payment.' }),
        on_statement_not_credited: entries('Payments without a credit.'),
        amount_differs: entries('Credited, but not what the money is worth.'),
        returned_without_reversal: entries('Returned payments whose credit stands.'),
        unusable_reference: entries('Payments whose reference names no transfer.'),
        case_differs: entries('Payments whose reference differs from a credit only by case.'),
      },
      { ...closed, description: `At most ${RECONCILED_LISTED_MAX} of each.` },
    ),
    truncated: Type.Boolean({ description: 'Whether a list was cut.' }),
  },
  { $id: 'Reconciliation', ...closed, description: "A bank's statement against a partner's credits." },
);
export type Reconciliation = Static<typeof Reconciliation>;

const EXAMPLE_CREDIT = {
  credit_id: 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
  reference: '2026112000123456-0001',
  hours: 1.5,
  booked_on: '2026-11-20',
  user_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7aa',
  name: 'Anna Berger',
  reversed_on: null,
};

export const reconcileStatement = consoleOperation({
  id: 'reconcileStatement',
  tag: 'Statements',
  summary:
    "Compare a bank's statement (camt.053 XML or CSV, at most 32 MiB, sent as the body) with the partner's credits. Changes nothing.",
  access: 'statements.read',
  query: { date: day("Compare with credits booked on this day instead of the statement's own days.") },
  body: undefined,
  upload: true,
  success: {
    status: 200,
    description: 'The report.',
    schema: dataOf(Reconciliation),
    example: {
      data: {
        match_by: 'entry_reference',
        period: { from: '2026-11-20', to: '2026-11-20' },
        all_matched: true,
        counts: {
          ...{ matched: 1, returned: 0, credited_not_on_statement: 0, on_statement_not_credited: 0 },
          ...{ amount_differs: 0, returned_without_reversal: 0, unusable_reference: 0, case_differs: 0 },
          ...{ member_differs: 0, other_entries: 2, not_booked: 0 },
        },
        matches: {
          matched: [
            {
              ...{ place: 'entry 1', reference: '2026112000123456-0001', end_to_end_id: null, amount: '30.00' },
              ...{ currency: 'EUR', booked_on: '2026-11-20', hours_worth: 1.5, credit: EXAMPLE_CREDIT },
              ...{ named_member: null, member_differs: false, problem: null },
            },
          ],
          ...{ returned: [], credited_not_on_statement: [], on_statement_not_credited: [], amount_differs: [] },
          ...{ returned_without_reversal: [], unusable_reference: [], case_differs: [] },
        },
        truncated: false,
      },
    },
  },
  errors: ['partner_not_found', 'validation_failed'],
});
