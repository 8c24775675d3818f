/** The figures that a statement carries about itself, against what its entries give. */
import { addSigned, type Decimal, isSameAmount, negate, unsigned, writeSigned } from '../../core/base/decimal.ts';
import { amountsOf, type JoinedStatement, type StatedFigures, type StatementEntry } from './statement.ts';
import type { BankProof } from './types.ts';

/** A proof whose account and statement are filled in later. */
export function bankProof(
  kind: BankProof['kind'],
  holds: boolean | null,
  expected: string | null,
  found: string | null,
  reference: string | null = null,
): BankProof {
  return { kind, holds, expected, found, account: null, statement: null, reference };
}

/** Opening balance and booked entries against the closing balance; listed for every statement. */
export function balanceProof({ opening, closing, entries }: JoinedStatement): BankProof {
  if (opening === null || closing === null) return bankProof('balance', null, null, null);
  const found = addSigned([opening, ...amountsOf(entries)]);
  return bankProof('balance', isSameAmount(found, closing), writeSigned(closing), writeSigned(found));
}

/** Counts and sums. They may be of the whole statement or of its last page, with announced entries or without. */
export function figureProofs({ pages, entries }: JoinedStatement): BankProof[] {
  const stated = pages.filter(({ figures }) => Object.values(figures).some((value) => value !== undefined));
  if (stated.length > 1) return stated.flatMap((page) => proofsOf(page.figures, [page.entries, entries]));
  const [one] = stated;
  return one ? proofsOf(one.figures, one.entries === entries ? [entries] : [entries, one.entries]) : [];
}

function proofsOf(figures: StatedFigures, readings: readonly (readonly StatementEntry[])[]): BankProof[] {
  const candidates = readings.flatMap((reading) => {
    const booked = reading.filter(({ isPending }) => !isPending);
    return [booked, booked.map(asMarked), reading];
  });
  return [bestOf(candidates.map((reading) => countProof(figures, reading)))]
    .concat([bestOf(candidates.map((reading) => sumProof(figures, reading)))])
    .flatMap((proof) => proof ?? []);
}

/** Banks count a reversal on either side. */
const asMarked = (entry: StatementEntry): StatementEntry =>
  entry.isReversal && entry.amount ? { ...entry, amount: negate(entry.amount) } : entry;

const bestOf = (proofs: readonly (BankProof | undefined)[]) => proofs.find((proof) => proof?.holds) ?? proofs[0];

const isDebit = ({ amount }: StatementEntry) => amount !== null && amount.digits < 0n;

function countProof({ debits, credits, entries: all }: StatedFigures, entries: readonly StatementEntry[]) {
  if (debits === undefined && credits === undefined && all === undefined) return undefined;
  const debitsFound = entries.filter(isDebit).length;
  const creditsFound = entries.filter((entry) => entry.amount !== null && !isDebit(entry)).length;
  const expected: string[] = [];
  const found: string[] = [];
  const add = (stated: number | undefined, counted: number, unit: string) => {
    if (stated === undefined || (stated === 0 && counted === 0 && unit !== '')) return;
    expected.push(countOf(stated, unit));
    found.push(countOf(counted, unit));
  };
  add(debits, debitsFound, 'debit');
  add(credits, creditsFound, 'credit');
  if (expected.length === 0) add(all, entries.length, '');
  if (expected.length === 0) return undefined;
  return bankProof('count', expected.join() === found.join(), expected.join(', '), found.join(', '));
}

const countOf = (count: number, unit: string) =>
  unit === '' ? String(count) : `${count} ${unit}${count === 1 ? '' : 's'}`;

function sumProof({ debitSum, creditSum, sum, net }: StatedFigures, entries: readonly StatementEntry[]) {
  const amounts = entries.flatMap(({ amount }) => amount ?? []);
  const ofSide = (wantsDebit: boolean) =>
    unsigned(addSigned(amounts.filter(({ digits }) => digits !== 0n && digits < 0n === wantsDebit)));
  const pairs: [Decimal, Decimal][] = [];
  if (debitSum && !(debitSum.digits === 0n && ofSide(true).digits === 0n)) pairs.push([debitSum, ofSide(true)]);
  if (creditSum && !(creditSum.digits === 0n && ofSide(false).digits === 0n)) pairs.push([creditSum, ofSide(false)]);
  if (pairs.length === 0 && sum) pairs.push([sum, addSigned([ofSide(true), ofSide(false)])]);
  if (pairs.length === 0 && net) pairs.push([net, addSigned(amounts)]);
  if (pairs.length === 0) return undefined;
  const [expected, found] = [0, 1].map((side) => pairs.map((pair) => writeSigned(pair[side as 0 | 1])).join(', '));
  return bankProof(
    'sum',
    pairs.every(([one, other]) => isSameAmount(one, other)),
    expected ?? '',
    found ?? '',
  );
}

/** That no page is missing; only for a statement that has pages. */
export function pageProof({ pages }: JoinedStatement): BankProof[] {
  const last = pages.at(-1);
  const numbers = pages.flatMap(({ page }) => page ?? []);
  if (!last || numbers.length === 0 || (pages.length === 1 && last.isLastPage === null)) return [];
  const end = Math.max(...numbers) + (last.isLastPage === false ? 1 : 0);
  // A file of hostile numbers must not make a long text.
  const expected = end > 1000 ? `1 to ${end}` : Array.from({ length: end }, (_, at) => at + 1).join(', ');
  const found = numbers.join(', ');
  return [bankProof('page', expected === found, expected, found)];
}

/** Of the statements of one account: each opens with the balance that the one before closes with. */
export function sequenceProofs(statements: readonly JoinedStatement[]): Map<JoinedStatement, BankProof[]> {
  const proofs = new Map<JoinedStatement, BankProof[]>();
  const byAccount = Map.groupBy(
    statements.filter(({ opening, closing }) => opening !== null && closing !== null),
    ({ pages: [{ account, currency, format }] }) => JSON.stringify([account, currency, format]),
  );
  for (const chain of byAccount.values()) {
    if (chain.length < 2) continue;
    const isInterim = chain.some(({ pages: [{ kind }] }) => kind !== 'final');
    const forward = breaksOf(chain);
    const backward = breaksOf(chain.toReversed());
    const broken = backward.size < forward.size ? backward : forward;
    // Reports of one day may each begin with the balance of the evening before.
    if (isInterim && broken.size > 0) continue;
    for (const [statement, proof] of broken) proofs.set(statement, [proof]);
    const last = chain.at(-1);
    const numbers = chain.map(({ pages: [{ title }] }) => title ?? '?').join(', ');
    if (broken.size === 0 && last) proofs.set(last, [bankProof('sequence', true, numbers, numbers)]);
  }
  return proofs;
}

function breaksOf(chain: readonly JoinedStatement[]): Map<JoinedStatement, BankProof> {
  const breaks = new Map<JoinedStatement, BankProof>();
  for (const [at, statement] of chain.entries()) {
    const closing = chain[at - 1]?.closing;
    const { opening } = statement;
    if (!closing || !opening || isSameAmount(closing, opening)) continue;
    breaks.set(statement, bankProof('sequence', false, writeSigned(closing), writeSigned(opening)));
  }
  return breaks;
}
