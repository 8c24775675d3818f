/** What is wrong with a row or a file of a move, and what a person is to know besides: by code, and in English. */
import type { MoveFaultCode, MoveFileCode, MoveNoteCode } from '@timebank/contract';

/** Values in a sentence: names of files, lines, limits; never what is in a row. */
export type MoveValues = Readonly<Record<string, string | number>>;
/** What is wrong with a row. */
export type MoveRowFault = MoveFaultCode | { readonly code: MoveFaultCode; readonly values: MoveValues };

type Sentences<Code extends string> = Readonly<Record<Code, (values: MoveValues) => string>>;

const ROWS: Sentences<MoveFaultCode> = {
  bad_quotes: () => 'The row has quotation marks that do not match.',
  surplus_cells: ({ found, expected }) => `The row has ${found} cells instead of ${expected}.`,
  few_cells: () => 'The row has too few cells.',
  unreadable: () => 'The row cannot be read.',
  no_number: () => 'The row has no number of a member as this system writes it.',
  no_id: () => 'The row has no number of its own.',
  no_title: () => 'The listing has no title.',
  no_type: () => 'The listing is neither an offer nor a request.',
  no_balance: () => 'The balance is no number.',
  balance_twice: () => 'The member has a balance in an earlier row.',
  balance_too_large: ({ max }) => `The balance is of more than ${max} hours.`,
  no_parties: () => 'The transfer does not name two parties.',
  no_amount: () => 'The amount is none.',
  no_day: () => 'The day of the transfer is none.',
  no_day_or_amount: () => 'The row has no day, or no amount behind it.',
  no_day_column: () => 'No column has the days of transfers with the amounts behind it.',
  in_the_future: () => 'The day of the transfer has not come yet.',
  too_many_hours: ({ max }) => `The transfer is of more than ${max} hours.`,
  unknown_status: () => 'The status is none that this system has.',
  incomplete: () => 'A number, a status, a type or a balance in seconds is missing.',
  cut_off: () => 'The report was cut off here.',
  twice: ({ file, line }) => `The number is in ${file}, line ${line}, already.`,
};

const NOTES: Readonly<Record<MoveNoteCode, string>> = {
  balances_summed: 'There is no file of balances: they are what the transfers add up to.',
  no_transfers: 'There is no file of transfers: members begin with their balance.',
  report_strangers: 'The report has members who are not in the export of members; they were left out.',
  codes_as_names: 'Members without a document of the social service get their code as name.',
  moved_nothing: 'Transfers that were rejected, failed or are pending were left out, as they count for nothing there.',
  nothing_to_move: 'Transfers of less than a second, or from a member to the same one, move nothing and were left out.',
  listings_left_out: 'Listings of people who do not come along as members were left out.',
  emails_left_out: 'E-mail addresses that are none were left out.',
};

const FILES: Sentences<MoveFileCode> = {
  no_files: () => 'There is no CSV, JSON or zip file of the other system.',
  too_many_files: ({ max }) => `There are more than ${max} files.`,
  too_large: ({ file, max }) => `${file} is larger than ${max} MiB.`,
  several_archives: () => 'There is more than one archive; name the one to move in from.',
  archive: ({ file }) => `${file} cannot be unpacked.`,
  archive_empty: ({ file }) => `${file} has no CSV or JSON file.`,
  two_of_a_kind: ({ file, other }) => `${file} and ${other} are two files of one kind; leave one of them out.`,
  missing: ({ file }) => `The file ${file} is missing.`,
  no_header: ({ file, columns }) => `${file} has no line with the column names ${columns}.`,
  no_text: ({ file }) => `${file} is no text.`,
  too_many_rows: ({ file, max }) => `${file} has more than ${max} rows.`,
  unreadable: ({ file, line }) => `${file} cannot be read from line ${line} on.`,
  no_document: ({ file }) => `${file} is no document of JSON:API.`,
  no_resource: ({ file, place }) => `${file} has something in place ${place} that is no resource of JSON:API.`,
  pages_missing: ({ file, count, type, found }) =>
    `${file} is a page of ${count} ${type}, and ${found} are there; save the pages that follow it, too.`,
  not_original: ({ file }) => `${file} is not the file that the archive was made with.`,
  no_members: () => 'The files have no member.',
  too_much: () => 'The files take too long or too much memory to be read.',
};

export function rowSentence(what: MoveRowFault): { code: MoveFaultCode; values: MoveValues; message: string } {
  const { code, values } = typeof what === 'string' ? { code: what, values: {} } : what;
  return { code, values, message: ROWS[code](values) };
}

export const noteSentence = (code: MoveNoteCode): string => NOTES[code];
export const fileSentence = (code: MoveFileCode, values: MoveValues): string => FILES[code](values);
