/** What only shows when all statements of a file are there: places, shared references, own accounts, returns. */
import type { BankFile, BankLine, BankStatement } from './types.ts';

/** Of fewer characters, a reference may be a word or a house number in another text. */
const RELATED_MIN = 6;

/** Joins what was found in one file or in the files of an archive. */
export function finishFile(files: readonly BankFile[]): BankFile {
  const statements = files.flatMap((file) => file.statements);
  const accounts = new Set(statements.flatMap(({ account }) => account ?? []));
  const known = referencesOf(statements);
  return {
    statements: statements.map((statement, at) => ({
      ...statement,
      lines: statement.lines.map((line) => {
        const placed = statements.length > 1 ? { ...line, place: placeIn(at + 1, line.place) } : line;
        return relate(markOwn(withUsableReference(placed, known), statement, accounts), known);
      }),
    })),
    questions: files.flatMap((file) => file.questions),
    notes: files.flatMap((file) => file.notes),
  };
}

const placeIn = (number: number, place: string) => `statement ${number}, ${place.replace(/^statement \d+, /, '')}`;

interface KnownReferences {
  /** How many payments have the reference. */
  readonly counts: ReadonlyMap<string, number>;
  readonly ofPayments: ReadonlyMap<string, BankLine>;
}

function referencesOf(statements: readonly BankStatement[]): KnownReferences {
  const counts = new Map<string, number>();
  const ofPayments = new Map<string, BankLine>();
  for (const line of statements.flatMap(({ lines }) => lines)) {
    const { reference, kind } = line;
    if (reference === null || kind === 'return') continue;
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
    if (kind === 'payment') ofPayments.set(reference, line);
  }
  return { counts, ofPayments };
}

/** A reference that several entries of a file have identifies none of them in the bank. */
function withUsableReference(line: BankLine, { counts }: KnownReferences): BankLine {
  if (line.reference === null || (counts.get(line.reference) ?? 0) < 2 || line.kind === 'return') return line;
  return line.isBankWide ? { ...line, isBankWide: false } : { ...line, reference: null };
}

/** Money between two accounts of one file is the holder's own. */
function markOwn(line: BankLine, { account }: BankStatement, accounts: ReadonlySet<string>): BankLine {
  const isOwn =
    line.kind === 'payment' &&
    line.payerAccount !== null &&
    (line.payerAccount === account || accounts.has(line.payerAccount));
  return isOwn ? { ...line, kind: 'own' } : line;
}

/** A bank may write into a return's text which movement goes back; the other party is then that one's. */
function relate(line: BankLine, { ofPayments }: KnownReferences): BankLine {
  if (line.kind !== 'return' || line.relatedReference !== null) return line;
  // A reversal may have the very reference of what it takes back.
  const own = line.reference === null ? undefined : ofPayments.get(line.reference);
  if (own) return { ...line, relatedReference: own.reference };
  const words = line.texts.flatMap((text) => text.split(/[\s,;:()]+/));
  const found = words.find((word) => word.length >= RELATED_MIN && /\d/.test(word) && ofPayments.has(word));
  const payment = ofPayments.get(found ?? '');
  return payment ? { ...line, relatedReference: payment.reference, payer: line.payer ?? payment.payer } : line;
}
