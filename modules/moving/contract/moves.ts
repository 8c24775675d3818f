/** Moving in from another system: all its files together, checked first, then booked completely or not at all. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { MOVE_HEAD_BYTES_MAX } from '../../../console/desk/contract/routes.ts';
import { integerBetween, oneOf, text } from '../../../contract/src/query.ts';
import { closedObject, component, dataOf, nullable, timeValue, wordValue } from '../../../contract/src/values.ts';
import { MEMBER_STATUSES, MOVE_FAULT_CODES, MOVE_NOTE_CODES, MOVE_SYSTEMS } from '../../../contract/src/words.ts';
import { UndoableImport } from './imports.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const seconds = (description: string) => Type.Integer({ description });
const values = () => Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));
const answer = () => Type.Union([Type.String(), Type.Number()]);

/** Members and rows at fault that one answer lists. */
export const MOVE_LISTED_MAX = 10_000;
export const MOVE_FAULTS_LISTED_MAX = 500;

const question = closedObject({
  key: Type.String({ description: 'By which it is answered.' }),
  question: Type.String({ description: 'One sentence for a person.' }),
  options: nullable(Type.Array(answer()), { description: 'The values to choose from; null: any.' }),
  suggested: Type.Union([answer(), Type.Record(Type.String(), answer())], {
    description: 'One value, or one for each item.',
  }),
  items: nullable(Type.Array(Type.String()), { description: 'What is asked about one by one; null: one answer.' }),
  examples: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'What each option would make of the files.' }),
  ),
});

const balance = closedObject({
  number: Type.String({ description: "The member's number." }),
  name: Type.String(),
  status: wordValue(MEMBER_STATUSES, 'What the member is here.'),
  there_seconds: nullable(Type.Integer(), { description: 'The balance in the files; null: they have none.' }),
  here_seconds: seconds('The balance after the move.'),
  exchanged_seconds: seconds('Of it the exchanges with members that come along.'),
  fund_seconds: seconds('Of it the exchanges with the community fund.'),
  opening_seconds: seconds('Of it the opening balance, which no exchange explains.'),
  gone_seconds: seconds('Of the opening balance: with people who are gone.'),
  elsewhere_seconds: seconds('Of the opening balance: with other communities.'),
  other_seconds: seconds('Of the opening balance: in no row of the files.'),
});

export const MoveIn = component('MoveIn', 'A move, as it would be or as it was booked.', {
  outcome: wordValue(
    ['done', 'possible', 'open'],
    '`done`: it is in the books, now or before. `possible`: nothing prevents it. `open`: questions or rows do.',
  ),
  members: count('Members.'),
  listings: count('Listings.'),
  exchanges: count('Exchanges between two members.'),
  balance_seconds: seconds('The sum of all balances of members.'),
  fund_seconds: nullable(Type.Integer(), { description: 'The balance of the fund there; null: not in the files.' }),
  balances: Type.Array(balance, {
    description: 'By number, at most 10,000; of more, those with an opening balance first.',
  }),
  opening_count: count('Members with an opening balance.'),
  questions: Type.Array(question, { description: 'What the files cannot say, and was not answered yet.' }),
  faults: Type.Array(
    closedObject({
      file: Type.String(),
      line: Type.Integer({ description: 'Line of the file, from 1.' }),
      member: nullable(Type.String(), { description: "The member's number, if it can be read." }),
      code: wordValue(MOVE_FAULT_CODES, 'What is wrong.'),
      values: values(),
      message: Type.String({ description: 'One sentence for a person.' }),
    }),
    { description: 'Rows at fault, at most 500.' },
  ),
  fault_count: count('The number of all rows at fault.'),
  notes: Type.Array(wordValue(MOVE_NOTE_CODES, 'What a person is to know besides.')),
});
export type MoveIn = Static<typeof MoveIn>;

export const MoveState = component('MoveState', 'Whether a community can move in, or has.', {
  is_empty: Type.Boolean({
    description: 'Whether the community has neither members nor hours, so that it can move in.',
  }),
  move: nullable(
    closedObject({
      system: wordValue(MOVE_SYSTEMS, 'From where.'),
      file_names: Type.Array(Type.String()),
      answers: Type.Record(Type.String(), Type.Union([answer(), Type.Record(Type.String(), answer())])),
      members: count('Members that it created.'),
      listings: count('Listings that it created.'),
      exchanges: count('Exchanges that it booked, those with the fund among them.'),
      moved_at: timeValue('When.'),
      moved_by: nullable(Type.String(), { description: 'The administrator; null: the command line.' }),
      obstacle: UndoableImport.properties.obstacle,
    }),
    { description: 'The move that the community holds; null: none.' },
  ),
});
export type MoveState = Static<typeof MoveState>;

const query = {
  from: { ...oneOf(MOVE_SYSTEMS, 'The other system.'), required: true },
  head_bytes: {
    ...integerBetween(
      2,
      MOVE_HEAD_BYTES_MAX,
      'How many bytes at the beginning of the body are JSON: `{"files": [{"name": "users.csv", "bytes": 120}], "answers": {}}`. Behind it are the files, one after the other.',
      2,
    ),
    required: true,
  },
} as const;

export const getMoveState = consoleOperation('getMoveState', {
  route: 'GET /communities/{slug}/move',
  access: 'imports.write',
  answer: dataOf(MoveState),
});

export const checkMove = consoleOperation('checkMove', {
  route: 'POST /communities/{slug}/move/check',
  access: 'imports.write',
  query,
  upload: true,
  answer: dataOf(MoveIn),
  errors: ['validation_failed', 'state_conflict'],
});

export const runMove = consoleOperation('runMove', {
  route: 'POST /communities/{slug}/move',
  access: 'imports.write',
  recentPassword: true,
  isWayIn: true,
  query: {
    ...query,
    progress_key: text('Generated by the caller; getImportProgress reports the progress under this key.', 60),
  },
  upload: true,
  answer: dataOf(MoveIn),
  errors: ['validation_failed', 'state_conflict'],
});

export const undoMove = consoleOperation('undoMove', {
  route: 'POST /communities/{slug}/move/undo',
  access: 'imports.write',
  answer: dataOf(MoveState),
  errors: ['import_not_found', 'import_not_undoable'],
});
