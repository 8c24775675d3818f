/** The inbox: what moved on the community's bank accounts, by the bank's own files, until each movement is explained. */
import { type Static, Type } from 'typebox';
import { dayParameter, oneOf, PAGING, text } from '../query.ts';
import { dataOf, dayValue, idText, listOf, nullable, ref, textValue, timeValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

/** What a line is. A line with a proposal is `open`. */
export const INBOX_STATES = ['credited', 'booked', 'returned', 'not_ours', 'open'] as const;
export type InboxState = (typeof INBOX_STATES)[number];
/** Why a line is in its state. */
export const INBOX_REASONS = [
  'proposed',
  'proposed_by_choice',
  'reversal_proposed',
  'partial_return_proposed',
  'partner_credited',
  'partner_credited_without_rate',
  'credited_other_amount',
  'credited_other_member',
  'may_be_credited',
  'credit_reversed',
  'booked_here',
  'returned_before_booking',
  'takes_back_unbooked',
  'reversed',
  'reversed_by_partner',
  'may_be_return',
  'return_of_unknown',
  'return_of_other_amount',
  'refund_came_back',
  'money_out',
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
/** The kinds of proof that a statement carries. */
export const PROOF_KINDS = [
  'balance',
  'running_balance',
  'count',
  'sum',
  'page',
  'sequence',
  'records',
  'details',
  'details_sum',
  'copy',
] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];
/** Why a file cannot be read: a closed list, each with a text in both languages on the screens. */
export const BANK_FILE_FAULTS = [
  'empty',
  'too_large',
  'too_many_lines',
  'not_a_statement',
  'orders_not_statements',
  'pdf',
  'coda',
  'bai2',
  'web_page',
  'protected_workbook',
  'archive_bounds',
  'archive_encrypted',
  'not_well_formed',
  'doctype',
  'encoding',
  'control_character',
  'no_columns',
  'truncated',
] as const;
export type BankFileFaultCode = (typeof BANK_FILE_FAULTS)[number];
export const INBOX_NOTE_LENGTH_MAX = 500;
/** Largest bank's file, in bytes. */
export const INBOX_FILE_BYTES_MAX = 32 * 1024 * 1024;
/** Lines that one call approves. */
export const APPROVED_LINES_MAX = 500;

const textOrNull = (description: string) => nullable(Type.String(), { description });
const lineId = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

export const InboxLine = Type.Object(
  {
    id: lineId('The line.'),
    account: textOrNull('The account: IBAN, or number as the bank writes it. Null: the file names none.'),
    booked_on: nullable(dayValue('When the bank booked it.')),
    amount: Type.String({ description: 'Exact decimal; a minus is money out.' }),
    currency: textOrNull('ISO 4217.'),
    payer: textOrNull('The other party. Null: the file names none, or it was deleted after the time of retention.'),
    payer_account: textOrNull("The other party's account."),
    reference: textOrNull("The bank's own reference."),
    end_to_end_id: textOrNull("The payer's end-to-end id."),
    text: Type.String({ description: 'What the payer wrote. Empty: nothing, or deleted.' }),
    state: wordValue(INBOX_STATES, 'What it is.'),
    reason: wordValue(INBOX_REASONS, 'Why.'),
    proposal: nullable(
      Type.Object(
        {
          user_id: Type.String({ description: 'The member.' }),
          name: Type.String({ description: 'Name of the member.' }),
          seconds: Type.Integer({ description: 'Hours to book, in seconds; negative: hours that go back.' }),
        },
        closed,
      ),
      { description: 'What approving it books. Null: nothing.' },
    ),
    credit_id: textOrNull('The credit that pays for it, or that it takes back.'),
    credit_member: nullable(
      Type.Object({ user_id: Type.String({ description: 'The member.' }), name: Type.String() }, closed),
      { description: 'Whose credit it is. Null: no credit, or nobody it belongs to any more.' },
    ),
    returns: nullable(Type.Integer(), { description: 'The line that it takes back.' }),
    note: textOrNull('What a person noted.'),
    decided_by: textOrNull('Who approved or explained it: `administrator:` with the id, or another actor.'),
    decided_by_name: textOrNull('Name of the administrator who approved or explained it.'),
    decided_at: nullable(timeValue('When.')),
    imported_by: Type.String({ description: 'Who imported the file that brought it.' }),
    imported_by_name: textOrNull('Name of the administrator who imported it.'),
  },
  { $id: 'InboxLine', ...closed, description: 'One movement on a bank account, whatever number of files report it.' },
);
export type InboxLine = Static<typeof InboxLine>;

export const InboxFile = Type.Object(
  {
    id: Type.Integer(),
    hash: Type.String({ description: 'SHA-256 of the file, hex.' }),
    name: textOrNull('Name of the file.'),
    account: textOrNull('Its first account. Null: it names none.'),
    accounts: Type.Array(Type.String()),
    period: nullable(Type.Object({ from: dayValue('First day.'), to: dayValue('Last day.') }, closed)),
    proofs: Type.Array(
      Type.Object(
        {
          kind: wordValue(PROOF_KINDS, 'Such as `balance`: opening, entries and closing agree.'),
          holds: nullable(Type.Boolean(), { description: 'Null: the file does not allow it to be made.' }),
          expected: textOrNull('As the file says.'),
          found: textOrNull('As its lines give.'),
          account: textOrNull('The account.'),
          statement: textOrNull("The statement's number."),
          reference: textOrNull('The entry whose details are counted.'),
        },
        closed,
      ),
    ),
    questions: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'By which it is answered.' }),
          question: Type.String(),
          options: nullable(Type.Array(Type.String())),
          suggested: textOrNull('The likely answer.'),
        },
        closed,
      ),
      { description: 'Choices that the file leaves open: nothing of it is proposed before they are made.' },
    ),
    imported_by: Type.String(),
    imported_at: timeValue('When it was imported first.'),
  },
  { $id: 'InboxFile', ...closed, description: "A bank's file, as evidence; its bytes are not stored." },
);
export type InboxFile = Static<typeof InboxFile>;

export const InboxImport = Type.Object(
  {
    file: ref(InboxFile),
    lines: Type.Array(ref(InboxLine)),
    taken_accounts: Type.Array(Type.String(), {
      description: "Accounts that no setting names, taken for the community's.",
    }),
    notes: Type.Array(Type.String()),
  },
  { $id: 'InboxImport', ...closed, description: 'What a file brought.' },
);
export type InboxImport = Static<typeof InboxImport>;

export const InboxApproved = Type.Object(
  {
    booked: Type.Array(lineId('A line that is booked.')),
    refused: Type.Array(
      Type.Object(
        { id: lineId('The line.'), code: Type.String(), message: Type.String({ description: 'One sentence.' }) },
        closed,
      ),
    ),
    own: Type.Array(lineId('A line of a file that you imported: another person approves it.')),
    has_more: Type.Boolean(),
  },
  { $id: 'InboxApproved', ...closed, description: 'What was booked, and what the ledger refused.' },
);
export type InboxApproved = Static<typeof InboxApproved>;

export const BankHolderAddress = Type.Object(
  {
    street: nullable(textValue(0, 70, 'Street. Null or empty: none.')),
    house_number: nullable(textValue(0, 16, 'Number in the street. Null or empty: none.')),
    postcode: textValue(1, 16, 'Postcode.'),
    town: textValue(1, 35, 'Town.'),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, such as CH.' }),
  },
  { $id: 'BankHolderAddress', ...closed, description: 'Where the holder of an account lives.' },
);
export type BankHolderAddress = Static<typeof BankHolderAddress>;

export const InboxSettings = Type.Object(
  {
    accounts: Type.Array(
      Type.Object(
        {
          account: textOrNull('IBAN, or number as the bank writes it. Null: of files that name none.'),
          holder: textOrNull('Name of the holder, exactly as the bank has it.'),
          holder_address: nullable(ref(BankHolderAddress), { description: 'For Swiss payment slips.' }),
          partner_id: nullable(Type.Integer(), { description: 'The partner that reports what comes in there.' }),
          named_by: wordValue(['settings', 'file'], '`file`: the first file about it did; no setting names any.'),
        },
        closed,
      ),
    ),
    four_eyes: Type.Boolean({ description: 'Another person than the one who imported a file approves its lines.' }),
    line_open_days: Type.Integer({ description: 'Lines that are open for longer are on the overview.' }),
  },
  { $id: 'InboxSettings', ...closed, description: "The community's bank accounts, and how its inbox is worked on." },
);
export type InboxSettings = Static<typeof InboxSettings>;

export const getInboxSettings = consoleOperation({
  id: 'getInboxSettings',
  tag: 'Inbox',
  summary: 'Read the bank accounts of a community and the settings of its inbox.',
  access: 'statements.read',
  query: {},
  body: undefined,
  success: { status: 200, description: 'The settings.', schema: dataOf(InboxSettings) },
  errors: [],
});

export const updateInboxSettings = consoleOperation({
  id: 'updateInboxSettings',
  tag: 'Inbox',
  summary: 'Name a bank account of the community, whose it is, and how the inbox is worked on.',
  access: 'statements.compare',
  recentPassword: 'widening',
  query: {},
  body: Type.Object(
    {
      account: Type.Optional(textValue(4, 64, 'IBAN, or number as the bank writes it.')),
      account_holder: Type.Optional(
        nullable(textValue(0, 140, "Holder of `account`, or of the community's only one. Null or empty: none.")),
      ),
      holder_address: Type.Optional(
        nullable(ref(BankHolderAddress), {
          description: 'Where the holder lives, for Swiss payment slips. Null: none.',
        }),
      ),
      partner_id: Type.Optional(
        nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
          description: 'The partner that reports what comes in to `account`. Null: none in particular.',
        }),
      ),
      four_eyes: Type.Optional(
        Type.Boolean({ description: 'Another person than the one who imported a file approves its lines.' }),
      ),
      line_open_days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 366, description: 'Lines that are open for longer are on the overview.' }),
      ),
    },
    { $id: 'InboxSettingsUpdate', ...closed, description: 'Only the fields you send are changed.' },
  ),
  success: { status: 200, description: 'As they are now.', schema: dataOf(InboxSettings) },
  errors: ['partner_not_found', 'validation_failed'],
  example: { account: 'DE02120300000000202051', account_holder: 'Zeitbank Lindental e.V.' },
});

export const importBankFile = consoleOperation({
  id: 'importBankFile',
  tag: 'Inbox',
  summary:
    "Import a bank's file (camt.052, .053, .054, MT940, MT942, Norma 43, CFONB 120, OFX, QIF, a table or a workbook, or a zip of them; at most 32 MiB, sent as the body). Books nothing; the same file again changes nothing.",
  access: 'statements.compare',
  query: {
    file_name: text('Name of the file, stored with it.', 255),
    answers: text('JSON object of answers by the key of the question; remembered for the account.', 4000),
  },
  body: undefined,
  upload: true,
  success: {
    status: 200,
    description: 'The file and its lines, those that were there already among them.',
    schema: dataOf(InboxImport),
  },
  errors: ['validation_failed'],
});

export const listInboxLines = consoleOperation({
  id: 'listInboxLines',
  tag: 'Inbox',
  summary: 'List the lines of the inbox, the newest first.',
  access: 'statements.read',
  query: {
    state: oneOf(INBOX_STATES, 'Lines in this state.'),
    before: dayParameter('Lines that came before this day (UTC); with it and without `state`, those that are open.'),
    per_page: PAGING.per_page,
    cursor: PAGING.cursor,
  },
  body: undefined,
  success: { status: 200, description: 'A page.', schema: listOf(InboxLine) },
  errors: ['invalid_cursor'],
});

export const listInboxFiles = consoleOperation({
  id: 'listInboxFiles',
  tag: 'Inbox',
  summary: 'List the files that were imported, the newest first.',
  access: 'statements.read',
  query: { per_page: PAGING.per_page, cursor: PAGING.cursor },
  body: undefined,
  success: { status: 200, description: 'A page.', schema: listOf(InboxFile) },
  errors: ['invalid_cursor'],
});

export const approveInboxLines = consoleOperation({
  id: 'approveInboxLines',
  tag: 'Inbox',
  summary:
    'Book what lines propose: hours for payments, and the reversal of hours whose payment went back. All or some, at most 500 at once; call it again while `has_more` is true.',
  access: 'statements.compare',
  query: {},
  body: Type.Object(
    {
      ids: nullable(Type.Array(lineId('A line.'), { minItems: 1, maxItems: APPROVED_LINES_MAX, uniqueItems: true }), {
        description: 'Null: all that have a proposal.',
      }),
    },
    { $id: 'InboxApproval', ...closed, description: 'Which lines to book.' },
  ),
  success: {
    status: 200,
    description: 'What was booked, and what the ledger refused.',
    schema: dataOf(InboxApproved),
  },
  errors: ['validation_failed', 'state_conflict'],
  example: { ids: [12] },
});

export const decideInboxLine = consoleOperation({
  id: 'decideInboxLine',
  tag: 'Inbox',
  summary:
    "Explain an open line with a note, or choose its member: then it is proposed for that member, and, with `remember`, so is what the payer's account pays later. A booked line gets another member by a correction.",
  access: 'statements.compare',
  query: {},
  body: Type.Object(
    {
      note: Type.Optional(nullable(textValue(0, INBOX_NOTE_LENGTH_MAX, 'Note. With it alone, the line is explained.'))),
      member_id: Type.Optional(idText('The member whose payment it is.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab')),
      remember: Type.Optional(Type.Boolean({ description: "Also for later payments from the payer's account." })),
      reverse_credit_id: Type.Optional(
        idText(
          'The credit that this money out takes back; also the UUID of a line of the member’s account.',
          'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
        ),
      ),
    },
    { $id: 'InboxDecision', ...closed, description: "A person's word on a line." },
  ),
  success: { status: 200, description: 'The line as it is now.', schema: dataOf(InboxLine) },
  errors: ['inbox_line_not_found', 'validation_failed', 'state_conflict'],
  example: { note: 'Rent for the hall.' },
});
