/**
 * Which lines of a file the inbox has already: a movement lives once, however many files report it, and two equal lines
 * of one file are two movements. Pure.
 */
import type { BankLine, BankStatement } from '../bank-files/types.ts';
import { scaled } from './money.ts';

/** A line that the inbox has, on the account of the statement. */
export interface KnownLine {
  readonly id: number;
  readonly reference: string | null;
  readonly isBankWide: boolean;
  readonly entryReference: string | null;
  readonly bookedOn: string | null;
  readonly amount: string;
  readonly currency: string | null;
  readonly payer: string | null;
  readonly texts: readonly string[];
  /** Of the file that brought it first. */
  readonly statementKind: BankStatement['kind'];
}

type Comparable = Omit<KnownLine, 'id' | 'statementKind'>;

/** A line of a statement, and the statement's kind: a notification names its entries by other references. */
export interface IncomingLine {
  readonly line: BankLine;
  readonly kind: BankStatement['kind'];
}

/**
 * The id of the line that each incoming one is; undefined: it is new. Each known line is taken once.
 * @param known all lines of the account on these days
 */
export function identifyLines(incoming: readonly IncomingLine[], known: readonly KnownLine[]): (number | undefined)[] {
  // The first file about these days: there is nothing to compare.
  if (known.length === 0) return incoming.map(() => undefined);
  const byAmount = Map.groupBy(known, amountKey);
  const taken = new Set<number>();
  const ids = new Array<number | undefined>(incoming.length).fill(undefined);
  // Lines that agree in everything go first, so that a line that is merely alike does not take their place.
  for (const isSame of [isEqual, hasSameReference, isAlike]) {
    for (const [at, { line, kind }] of incoming.entries()) {
      if (ids[at] !== undefined) continue;
      const candidates = byAmount.get(amountKey(line)) ?? [];
      const found = candidates.find((one) => !taken.has(one.id) && isSame(line, one, kind));
      if (!found) continue;
      taken.add(found.id);
      ids[at] = found.id;
    }
  }
  return ids;
}

const amountKey = ({ amount }: Pick<Comparable, 'amount'>) => String(scaled(amount));

const isSameDay = (a: Comparable, b: Comparable) => a.bookedOn === b.bookedOn;
const isSameCurrency = (a: Comparable, b: Comparable) =>
  a.currency === null || b.currency === null || a.currency === b.currency;

function isEqual(a: Comparable, b: Comparable): boolean {
  return (
    isSameDay(a, b) &&
    isSameCurrency(a, b) &&
    a.reference === b.reference &&
    bare(a.payer ?? '') === bare(b.payer ?? '') &&
    textOf(a) === textOf(b)
  );
}

function hasSameReference(a: Comparable, b: Comparable): boolean {
  return (
    a.isBankWide &&
    b.isBankWide &&
    a.reference !== null &&
    a.reference === b.reference &&
    isSameCurrency(a, b) &&
    isSameDay(a, b)
  );
}

/** Files of different kinds, and a table beside a statement, name one movement by different references, or by none. */
function isAlike(a: Comparable, b: KnownLine, kind: BankStatement['kind']): boolean {
  if (!isSameDay(a, b) || !isSameCurrency(a, b) || !areTextsAlike(a, b)) return false;
  // A notification numbers the details of an entry apart; the entry's own reference says whose they are.
  if ([kind, b.statementKind].includes('details') && isNamed(a) && isNamed(b)) return areOfOneEntry(a, b);
  const areOfOneKind = a.isBankWide === b.isBankWide && kind === b.statementKind;
  return !areOfOneKind || a.reference === null || b.reference === null || a.reference === b.reference;
}

const isNamed = ({ reference, isBankWide }: Comparable) => isBankWide && reference !== null;
const areOfOneEntry = (a: Comparable, b: Comparable) =>
  a.entryReference === b.reference || b.entryReference === a.reference;

function areTextsAlike(a: Comparable, b: Comparable): boolean {
  const [one, other] = [textOf(a), textOf(b)];
  if (one !== '' && other !== '') return one.includes(other) || other.includes(one);
  const [payer, otherPayer] = [bare(a.payer ?? ''), bare(b.payer ?? '')];
  return one === other && (payer === '' || otherPayer === '' || payer === otherPayer);
}

/** Letters and digits only: banks cut, fold and space a text differently in each of their files. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
const textOf = ({ texts }: Comparable) => bare(texts.join(''));
