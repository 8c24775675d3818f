/** The inbox: what moved on the community's bank accounts, by the bank's own files, until each movement is explained. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { dayParameter, oneOf, PAGED, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  idText,
  listOf,
  memberNumber,
  nullable,
  ref,
  textValue,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { BANK_FILE_FAULTS, type BankFileFaultCode, PROOF_KINDS, type ProofKind } from '../../bank-files/faults.ts';
import { INBOX_REASONS, INBOX_STATES, MEMBER_BY } from './inbox-words.ts';
import { Reconciliation } from './reconciliation.ts';

export { BANK_FILE_FAULTS, type BankFileFaultCode, PROOF_KINDS, type ProofKind };

export const INBOX_NOTE_LENGTH_MAX = 500;
/** Largest bank's file, in bytes. */
export const INBOX_FILE_BYTES_MAX = 32 * 1024 * 1024;
/** Lines that one call approves. */
export const APPROVED_LINES_MAX = 500;

const textOrNull = (description: string) => nullable(Type.String(), { description });
const lineId = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

export const InboxLine = component('InboxLine', 'One movement on a bank account, whatever number of files report it.', {
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
    closedObject({
      user_id: Type.String({ description: 'The member.' }),
      name: Type.String({ description: 'Name of the member.' }),
      number: memberNumber(),
      seconds: Type.Integer({ description: 'Hours to book, in seconds; negative: hours that go back.' }),
    }),
    { description: 'What approving it books. Null: nothing.' },
  ),
  member_by: nullable(
    wordValue(MEMBER_BY, 'What names the member of the proposal, or of the hours that are booked here.'),
    {
      description: 'Null: no hours are proposed or booked here.',
    },
  ),
  likely_member: nullable(
    closedObject({ user_id: Type.String({ description: 'The member.' }), name: Type.String(), number: memberNumber() }),
    {
      description:
        'The one active member who has the payer’s name and nearly the written payment reference: a person says. Null: nobody, several, or the line needs no member.',
    },
  ),
  may_be: nullable(
    closedObject({
      id: lineId('The line.'),
      booked_on: nullable(dayValue('When the bank booked it.')),
      payer: textOrNull('The other party.'),
      text: Type.String({ description: 'What the payer wrote.' }),
      state: wordValue(INBOX_STATES, 'What it is.'),
    }),
    { description: 'The line of another file that may be this very movement: a person says. Null: none.' },
  ),
  same_as: nullable(Type.Integer(), { description: 'The line that it is, by the word of a person. Null: none.' }),
  credit_id: textOrNull('The credit that pays for it, or that it takes back.'),
  credit_member: nullable(
    closedObject({
      user_id: Type.String({ description: 'The member.' }),
      name: Type.String(),
      number: memberNumber(),
    }),
    { description: 'Whose credit it is. Null: no credit, or nobody it belongs to any more.' },
  ),
  returns: nullable(Type.Integer(), { description: 'The line that it takes back.' }),
  note: textOrNull('What a person noted.'),
  decided_by: textOrNull('Who approved or explained it: `administrator:` with the id, or another actor.'),
  decided_by_name: textOrNull('Name of the administrator who approved or explained it.'),
  decided_at: nullable(timeValue('When.')),
  imported_by: Type.String({ description: 'Who imported the file that brought it.' }),
  imported_by_name: textOrNull('Name of the administrator who imported it.'),
});
export type InboxLine = Static<typeof InboxLine>;

const Questions = Type.Array(
  closedObject({
    key: Type.String({ description: 'By which it is answered.' }),
    question: Type.String(),
    options: nullable(Type.Array(Type.String())),
    suggested: textOrNull('The likely answer.'),
  }),
  { description: 'Choices that the file leaves open: nothing of it is proposed or compared before they are made.' },
);

export const InboxFile = component('InboxFile', "A bank's file, as evidence; its bytes are not stored.", {
  id: Type.Integer(),
  hash: Type.String({ description: 'SHA-256 of the file, hex.' }),
  name: textOrNull('Name of the file.'),
  account: textOrNull('Its first account. Null: it names none.'),
  accounts: Type.Array(Type.String()),
  period: nullable(closedObject({ from: dayValue('First day.'), to: dayValue('Last day.') })),
  proofs: Type.Array(
    closedObject({
      kind: wordValue(PROOF_KINDS, 'Such as `balance`: opening, entries and closing agree.'),
      holds: nullable(Type.Boolean(), { description: 'Null: the file does not allow it to be made.' }),
      expected: textOrNull('As the file says.'),
      found: textOrNull('As its lines give.'),
      account: textOrNull('The account.'),
      statement: textOrNull("The statement's number."),
      reference: textOrNull('The entry whose details are counted.'),
    }),
  ),
  questions: Questions,
  imported_by: Type.String(),
  imported_at: timeValue('When it was imported first.'),
});
export type InboxFile = Static<typeof InboxFile>;

export const InboxImport = component('InboxImport', 'What a file brought.', {
  file: nullable(ref(InboxFile), { description: 'Null: nothing of it came into the inbox.' }),
  lines: Type.Array(ref(InboxLine)),
  taken_accounts: Type.Array(Type.String(), {
    description: "Accounts that no setting names, taken for the community's.",
  }),
  notes: Type.Array(Type.String()),
  questions: Questions,
  comparisons: Type.Array(
    closedObject({ partner_id: Type.Integer(), partner_name: Type.String(), report: ref(Reconciliation) }),
    { description: 'With the credits of the partners that report its accounts, or of the one that was named.' },
  ),
});
export type InboxImport = Static<typeof InboxImport>;

export const InboxApproved = component('InboxApproved', 'What was booked, and what the ledger refused.', {
  booked: Type.Array(lineId('A line that is booked.')),
  refused: Type.Array(
    closedObject({
      id: lineId('The line.'),
      code: Type.String(),
      message: Type.String({ description: 'One sentence.' }),
    }),
  ),
  own: Type.Array(lineId('A line of a file that you imported: another person approves it.')),
  has_more: Type.Boolean(),
});
export type InboxApproved = Static<typeof InboxApproved>;

export const BankHolderAddress = closedObject(
  {
    street: nullable(textValue(0, 70, 'Street. Null or empty: none.')),
    house_number: nullable(textValue(0, 16, 'Number in the street. Null or empty: none.')),
    postcode: textValue(1, 16, 'Postcode.'),
    town: textValue(1, 35, 'Town.'),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, such as CH.' }),
  },
  { description: 'Where the holder of an account lives.' },
);
export type BankHolderAddress = Static<typeof BankHolderAddress>;

export const InboxSettings = component(
  'InboxSettings',
  "The community's bank accounts, and how its inbox is worked on.",
  {
    accounts: Type.Array(
      closedObject({
        account: textOrNull('IBAN, or number as the bank writes it. Null: of files that name none.'),
        holder: textOrNull('Name of the holder, exactly as the bank has it.'),
        holder_address: nullable(BankHolderAddress, { description: 'For Swiss payment slips.' }),
        partner_id: nullable(Type.Integer(), { description: 'The partner that reports what comes in there.' }),
        named_by: wordValue(['settings', 'file'], '`file`: the first file about it did; no setting names any.'),
      }),
    ),
    four_eyes: Type.Boolean({ description: 'Another person than the one who imported a file approves its lines.' }),
    line_open_days: Type.Integer({ description: 'Lines that are open for longer are on the overview.' }),
  },
);
export type InboxSettings = Static<typeof InboxSettings>;

export const getInboxSettings = consoleOperation('getInboxSettings', {
  route: 'GET /communities/{slug}/inbox/settings',
  access: 'statements.read',
  answer: dataOf(InboxSettings),
});

export const updateInboxSettings = consoleOperation('updateInboxSettings', {
  route: 'PATCH /communities/{slug}/inbox/settings',
  access: 'statements.compare',
  recentPassword: 'widening',
  isWayIn: true,
  body: component('InboxSettingsUpdate', 'Only the fields you send are changed.', {
    account: Type.Optional(textValue(4, 64, 'IBAN, or number as the bank writes it.')),
    account_holder: Type.Optional(
      nullable(textValue(0, 140, "Holder of `account`, or of the community's only one. Null or empty: none.")),
    ),
    holder_address: Type.Optional(
      nullable(BankHolderAddress, {
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
  }),
  answer: dataOf(InboxSettings),
  errors: ['partner_not_found'],
  example: { account: 'DE02120300000000202051', account_holder: 'Zeitbank Lindental e.V.' },
});

export const importBankFile = consoleOperation('importBankFile', {
  route: 'POST /communities/{slug}/inbox/files',
  access: 'statements.compare',
  query: {
    file_name: text('Name of the file, stored with it.', 255),
    answers: text('JSON object of answers by the key of the question; remembered for the account.', 4000),
    partner_id: text("It is the statement for this partner: compared with the partner's credits, and no more.", 20),
  },
  upload: true,
  answer: dataOf(InboxImport),
  errors: ['partner_not_found', 'validation_failed'],
});

export const listInboxLines = consoleOperation('listInboxLines', {
  route: 'GET /communities/{slug}/inbox/lines',
  access: 'statements.read',
  query: {
    state: oneOf(INBOX_STATES, 'Lines in this state.'),
    find: text(
      'Words that a line has all of: parts of payer, text, reference or account number, an amount (with or without its sign), a day.',
      200,
    ),
    before: dayParameter('Lines that came before this day (UTC); with it and without `state`, those that are open.'),
    ...PAGED,
  },
  answer: listOf(InboxLine),
});

export const listInboxFiles = consoleOperation('listInboxFiles', {
  route: 'GET /communities/{slug}/inbox/files',
  access: 'statements.read',
  query: PAGED,
  answer: listOf(InboxFile),
});

export const approveInboxLines = consoleOperation('approveInboxLines', {
  route: 'POST /communities/{slug}/inbox/approvals',
  access: 'statements.compare',
  body: component('InboxApproval', 'Which lines to book.', {
    ids: nullable(Type.Array(lineId('A line.'), { minItems: 1, maxItems: APPROVED_LINES_MAX, uniqueItems: true }), {
      description: 'Null: all that have a proposal.',
    }),
  }),
  answer: dataOf(InboxApproved),
  errors: ['state_conflict'],
  example: { ids: [12] },
});

export const decideInboxLine = consoleOperation('decideInboxLine', {
  route: 'PATCH /communities/{slug}/inbox/lines/{lineId}',
  access: 'statements.compare',
  body: component('InboxDecision', "A person's word on a line.", {
    note: Type.Optional(nullable(textValue(0, INBOX_NOTE_LENGTH_MAX, 'Note. With it alone, the line is explained.'))),
    member_id: Type.Optional(idText('The member whose payment it is.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab')),
    remember: Type.Optional(Type.Boolean({ description: "Also for later payments from the payer's account." })),
    same: Type.Optional(
      Type.Boolean({ description: 'Whether it is the line that it may be (`may_be`); false: another payment.' }),
    ),
    reverse_credit_id: Type.Optional(
      idText(
        'The credit that this money out takes back; also the UUID of a line of the member’s account.',
        'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
      ),
    ),
  }),
  answer: dataOf(InboxLine),
  errors: ['state_conflict'],
  example: { note: 'Rent for the hall.' },
});
