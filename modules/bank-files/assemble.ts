/** From the pages that a reader found to statements with proofs: pages joined, directions of reversals decided. */
import { createHash } from 'node:crypto';
import { addSigned, type Decimal, isSameAmount, negate, parseSigned, writeSigned } from '../../core/base/decimal.ts';
import { statedBalances } from './line.ts';
import { balanceProof, figureProofs, pageProof, sequenceProofs } from './prove.ts';
import { amountsOf, type JoinedStatement, type StatementEntry, type StatementPage } from './statement.ts';
import type { BankFile, BankLine, BankProof, BankStatement } from './types.ts';

/**
 * @param pages in the order of the file
 * @param notes of the reader
 */
export function assembleStatements(pages: readonly StatementPage[], notes: readonly string[]): BankFile {
  const all = [...notes];
  const joined = joinPages(withoutRepeats(pages, all)).map((statement) => decideReversals(statement, all));
  const chained = sequenceProofs(joined);
  const statements = joined.map((statement) => finish(statement, chained.get(statement) ?? []));
  const pending = statements.flatMap(({ lines }) => lines.filter(({ isPending }) => isPending)).length;
  if (pending > 0) all.push(`Movements that are announced and not booked: ${pending}.`);
  return { statements, questions: [], notes: all };
}

/** An archive may hold one statement twice: the same number, balances and entries. Its payments are not there twice. */
function withoutRepeats(pages: readonly StatementPage[], notes: string[]): StatementPage[] {
  const seen = new Set<string>();
  const kept = pages.filter((page) => {
    if (page.number === null || page.opening === null || page.entries.length === 0) return true;
    const digest = createHash('sha256')
      .update(JSON.stringify({ ...page, document: undefined }, plainBigint))
      .digest('hex');
    return !seen.has(digest) && seen.add(digest);
  });
  if (kept.length < pages.length) notes.push(`Statements that the file has twice: ${pages.length - kept.length}.`);
  return kept;
}

const plainBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function joinPages(pages: readonly StatementPage[]): JoinedStatement[] {
  const groups: [StatementPage, ...StatementPage[]][] = [];
  for (const page of pages) {
    const group = page.page === null ? undefined : groups.find((one) => continues(one, page));
    if (group) group.push(page);
    else groups.push([page]);
  }
  return groups.map((group) => {
    group.sort((one, other) => (one.page ?? 0) - (other.page ?? 0));
    const entries = group.flatMap((page) => page.entries);
    return { pages: group, entries, opening: group[0].opening, closing: group.at(-1)?.closing ?? null };
  });
}

function continues(group: readonly StatementPage[], page: StatementPage): boolean {
  const [first] = group;
  const isOne =
    first?.account === page.account &&
    first.format === page.format &&
    first.currency === page.currency &&
    first.number === page.number &&
    page.number !== null;
  return isOne && group.every((other) => other.page !== page.page && other.page !== null);
}

/**
 * Where banks differ in what the direction of a reversal means, the balances decide. Without them, or if both readings
 * agree with them, the standard's reading stays.
 */
function decideReversals(statement: JoinedStatement, notes: string[]): JoinedStatement {
  const { entries, opening, closing } = statement;
  const reversals = entries.filter(({ isReversal, isPending }) => isReversal && !isPending);
  if (reversals.length === 0) return statement;
  const turned = entries.map((entry) => (entry.isReversal ? turn(entry) : entry));
  const closes = (reading: readonly StatementEntry[]) =>
    opening !== null && closing !== null && isSameAmount(addSigned([opening, ...amountsOf(reading)]), closing);
  const [standard, other] = [closes(entries), closes(turned)];
  if (standard === other) {
    const which = reversals.length === 1 ? 'A reversal' : `${reversals.length} reversals`;
    notes.push(`${which}: no balance tells the direction, so the standard's is taken.`);
  }
  return other && !standard ? { ...statement, entries: turned } : statement;
}

function turn(entry: StatementEntry): StatementEntry {
  const lines = entry.lines.map((line) => ({ ...line, amount: turnedText(line.amount) }));
  return { ...entry, amount: entry.amount && negate(entry.amount), lines };
}

function turnedText(text: string): string {
  const amount = parseSigned(text);
  return amount ? writeSigned(negate(amount)) : text;
}

function finish(joined: JoinedStatement, sequence: readonly BankProof[]): BankStatement {
  const [first] = joined.pages;
  const last = joined.pages.at(-1) ?? first;
  const lines: BankLine[] = joined.entries.flatMap((entry) => entry.lines);
  const days = lines.flatMap(({ bookedOn, isPending }) => (bookedOn === null || isPending ? [] : [bookedOn])).sort();
  const number = joined.pages.length > 1 ? first.number : first.title;
  const proofs = [
    balanceProof(joined),
    ...figureProofs(joined),
    ...pageProof(joined),
    ...joined.entries.flatMap((entry) => entry.proofs),
    ...joined.pages.flatMap(({ copy }) => (copy === null ? [] : [copyProof(copy)])),
    ...sequence,
  ].map((proof) => ({ ...proof, account: first.account, statement: number }));
  return {
    format: first.format,
    kind: first.kind,
    document: first.document,
    account: first.account,
    currency: first.currency,
    number,
    from: days[0] ?? first.from,
    to: days.at(-1) ?? last.to,
    proofs,
    lines,
    ...statedBalances({ opening: textOf(joined.opening), closing: textOf(joined.closing) }, lines, {
      from: first.from,
      to: last.to,
      begins: first.begins,
    }),
  };
}

const textOf = (amount: Decimal | null) => (amount === null ? undefined : writeSigned(amount));

/** That a statement was sent before makes no figure of it wrong. */
const copyProof = (found: string): BankProof => ({
  ...{ kind: 'copy', holds: null, expected: null, found, account: null, statement: null, reference: null },
});
