/** The report of members of Cyclos: the balance of each account, as text. */
import type { CyclosFile } from './cyclos-file.ts';
import { cellAt } from './tables.ts';
import type { MoveTools } from './types.ts';

const AMOUNT = /^[+-]?\d[\d.,]*$/;

export interface CyclosReport {
  /** Names of accounts that have balances. */
  readonly accounts: readonly string[];
  /** By the name of the account, then by login. */
  readonly balances: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Columns of accounts are called `<account>: <figure>`; of each account the balance is the last. */
export function readCyclosReport(
  file: CyclosFile | undefined,
  logins: ReadonlySet<string>,
  tools: MoveTools,
): CyclosReport {
  const balances = new Map<string, Map<string, string>>();
  if (!file) return { accounts: [], balances };
  const columns = new Map<string, number>();
  for (const [at, name] of file.header.entries()) {
    const account = /^(.+): [^:]+$/.exec(name.trim())?.[1];
    if (account !== undefined && isAmounts(file, at)) columns.set(account, at);
  }
  // Without a line of names the last column of amounts is the balance.
  if (columns.size === 0) {
    const width = Math.max(0, ...file.rows.map(({ fields }) => fields.length));
    const at = Array.from({ length: width }, (_, place) => place).findLast(
      (place) => place > 0 && isAmounts(file, place),
    );
    if (at !== undefined) columns.set('', at);
  }
  for (const row of file.rows) {
    const login = cellAt(row, 0);
    if (!logins.has(login)) {
      tools.note('The report has members who are not in the export of members; they were left out.');
      continue;
    }
    for (const [account, at] of columns) {
      const ofAccount = balances.get(account) ?? new Map<string, string>();
      if (cellAt(row, at) !== '') ofAccount.set(login, cellAt(row, at));
      balances.set(account, ofAccount);
    }
  }
  return { accounts: [...columns.keys()], balances };
}

const isAmounts = ({ rows }: CyclosFile, at: number): boolean =>
  rows.some((row) => cellAt(row, at) !== '') &&
  rows.every((row) => cellAt(row, at) === '' || AMOUNT.test(cellAt(row, at)));
