/** New numbers for what arrives: two installations number their rows alike, and what is public keeps its id. */
import type pg from 'pg';
import { type ChangeRow, NULL_FIELD } from '../../operate/backup/copy-row.ts';
import type { DescribedTable, ExportedCommunity } from '../../operate/backup/format.ts';
import { NAMED_BY, NAMING_TEXTS, type NumberColumns, TRANSACTION_NUMBERS } from './community-tables.ts';

/** The number of a row here, by its number there; undefined: it has not come. */
export type NewNumber = (number: string) => string | undefined;

/** The new numbers, by `table/column`. */
export type NewNumbers = Map<string, NewNumber>;

/** Other sessions may take so many numbers while a range is taken. */
const APART = 1000;
const NAME_AND_NUMBER = /^([a-z_]+):(\d{1,9})$/;
const PARTNER_IN_DETAILS = /"partner_id": (\d+)/;
/** Below every number that a transaction has. */
const OTHER_TRANSACTION = '3';

/** Takes a range of numbers from each sequence, in which the rows keep their distances. A range that is not used is a gap. */
export async function takeNumbers(
  client: pg.Client,
  { numbers }: Pick<ExportedCommunity, 'numbers'>,
  { sequences }: NumberColumns,
): Promise<NewNumbers> {
  const taken: NewNumbers = new Map();
  for (const [name, [least, greatest]] of Object.entries(numbers)) {
    const sequence = sequences.get(name);
    if (sequence === undefined) throw new Error(`${name} is not numbered`);
    const { rows } = await client.query<{ last: string }>(
      'select setval($1::regclass, nextval($1::regclass) + $2::bigint) as last',
      [sequence, APART + greatest - least],
    );
    const shift = Number(rows[0]?.last) - greatest;
    taken.set(name, (number) => String(Number(number) + shift));
  }
  return taken;
}

/** The input of the change of one table. */
export interface Renumbering {
  readonly communityId: number;
  /** The community's, here. */
  readonly tag: string;
  /** The installation that the rows come from. */
  readonly from: string;
  /** The number of the transaction that writes them. */
  readonly xid: string;
  readonly columns: NumberColumns;
  readonly numbers: NewNumbers;
}

/** Undefined: the row refers to one that has not come. */
type ChangeField = (field: string) => string | undefined;

/** Gives the rows of a table their new numbers, in their own columns and wherever they name others. */
export function renumberRows({ name, columns }: DescribedTable, renumbering: Renumbering): ChangeRow {
  const changes = columns.map((column) => changeOfColumn(name, column.name, renumbering));
  return (fields) => {
    const changed = fields.map((field, at) => {
      const change = changes[at];
      return change === undefined || field === NULL_FIELD ? field : change(field);
    });
    return changed.includes(undefined) ? undefined : (changed as string[]);
  };
}

function changeOfColumn(table: string, column: string, renumbering: Renumbering): ChangeField | undefined {
  const { communityId, tag, columns, numbers, xid } = renumbering;
  const name = `${table}/${column}`;
  if (column === 'community_id' || name === 'communities/id') return () => String(communityId);
  if (name === 'communities/tag') return () => tag;
  const ofTransaction = TRANSACTION_NUMBERS[name];
  if (ofTransaction) return () => ({ now: xid, other: OTHER_TRANSACTION, none: NULL_FIELD })[ofTransaction];
  const target = columns.sequences.has(name) ? name : columns.references.get(name);
  if (target !== undefined) return (field) => newNumbersIn(field, numbers.get(target));
  if (NAMING_TEXTS.has(name)) return (field) => newName(field, renumbering);
  if (name === 'audit_log/details') {
    return (field) => field.replace(PARTNER_IN_DETAILS, (found, number) => newPartner(found, number, numbers));
  }
  return undefined;
}

/** A number, or a list of them as PostgreSQL writes it. */
function newNumbersIn(field: string, newNumber: NewNumber | undefined): string | undefined {
  if (!field.startsWith('{')) return newNumber?.(field);
  return field.replace(/\d+/g, (number) => newNumber?.(number) ?? number);
}

function newPartner(found: string, number: string, numbers: NewNumbers): string {
  const renumbered = numbers.get('partners/id')?.(number);
  return renumbered === undefined ? found : `"partner_id": ${renumbered}`;
}

/** A name of a row that has not come says where it was, so that it is no other row's here. */
function newName(field: string, { numbers, from, communityId }: Renumbering): string {
  const [, word = '', number = ''] = NAME_AND_NUMBER.exec(field) ?? [];
  if (word === '') return field;
  if (word === 'community') return `community:${communityId}`;
  const renumbered = numbers.get(NAMED_BY[word] ?? '')?.(number);
  return renumbered === undefined ? `${field}@${from}` : `${word}:${renumbered}`;
}
