/** The report of members of Cyclos: the balance of each account, as text. */
import { foldText } from '@timebank/contract/fold';
import type { CyclosFile } from './cyclos-file.ts';
import { cellAt } from './tables.ts';
import type { MoveTools, RowPlace } from './types.ts';

const AMOUNT = /^[+\-\u2212]?\d[\d.,]*$/;
const WITH_DECIMALS = /[.,]\d{1,4}$/;
/** How the limits of an account are called beside its balance. */
const LIMIT = /limi|credit|kredit|λιμιτ|ορι|лимит|кредит|限/;

/** A balance as it is written, and where. */
export interface WrittenBalance extends RowPlace {
  readonly amount: string;
}

export interface CyclosReport {
  /** Names of accounts that have balances; '' where the report has no line of names. */
  readonly accounts: readonly string[];
  /** By the name of the account, then by login. */
  readonly balances: ReadonlyMap<string, ReadonlyMap<string, WrittenBalance>>;
}

/**
 * Columns of accounts are called `<account>: <figure>`; behind the limits of an account comes its balance.
 * @param used accounts that have transfers: other columns look like accounts, too
 */
export function readCyclosReport(
  file: CyclosFile | undefined,
  logins: ReadonlySet<string>,
  used: ReadonlySet<string>,
  tools: MoveTools,
): CyclosReport {
  const balances = new Map<string, Map<string, WrittenBalance>>();
  if (!file) return { accounts: [], balances };
  const columns = columnsOf(file, used);
  for (const row of file.rows) {
    const login = cellAt(row, 0);
    if (!logins.has(login)) {
      tools.note('report_strangers');
      continue;
    }
    for (const [account, at] of columns) {
      const ofAccount = balances.get(account) ?? new Map<string, WrittenBalance>();
      const amount = cellAt(row, at);
      if (amount !== '') ofAccount.set(login, { file: file.name, line: row.firstLine, amount });
      balances.set(account, ofAccount);
    }
  }
  return { accounts: [...columns.keys()], balances };
}

function columnsOf(file: CyclosFile, used: ReadonlySet<string>): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [at, name] of file.header.entries()) {
    const [, account, figure = ''] = /^(.+): ([^:]+)$/.exec(name.trim()) ?? [];
    if (account === undefined || LIMIT.test(foldText(figure)) || !isAmounts(file, at)) continue;
    if (used.has(account) || hasDecimals(file, at)) columns.set(account, at);
  }
  if (file.header.length > 0) return columns;
  const width = Math.max(0, ...file.rows.map(({ fields }) => fields.length));
  const places = Array.from({ length: width }, (_, at) => at).filter((at) => at > 0 && isAmounts(file, at));
  const at = places.findLast((place) => hasDecimals(file, place)) ?? places.at(-1);
  return at === undefined ? columns : new Map([['', at]]);
}

/** Most cells are amounts; one that is none is a fault of its row, and not of the column. */
function isAmounts({ rows }: CyclosFile, at: number): boolean {
  const cells = rows.map((row) => cellAt(row, at)).filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter((cell) => AMOUNT.test(cell)).length * 2 > cells.length;
}

const hasDecimals = ({ rows }: CyclosFile, at: number): boolean =>
  rows.some((row) => WITH_DECIMALS.test(cellAt(row, at)));
