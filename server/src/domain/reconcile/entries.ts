/** From a bank's file, as it was read, to the entries that are compared. */

import { parseDecimal } from '../../platform/base/decimal.ts';
import type { BankFile, BankLine, BankProof, BankStatement } from '../bank-files/types.ts';
import { type BankEntry, type ComparedFile, daysOf, type FailedProof, type NotUnderstoodEntry } from './types.ts';

/** Questions whose answers a comparison needs; the account and what is paid out change nothing in it. */
const NEEDED = new Set(['dates', 'numbers', 'currency', 'columns']);

/** The sentences of a file that cannot be read without an answer. */
export function openQuestionsOf({ questions }: BankFile): string[] {
  return questions
    .filter(({ key }) => NEEDED.has(key))
    .map(({ key, question, options, suggested }) => {
      const values = options ? ` (${options.join(', ')})` : suggested === null ? '' : ` (such as ${suggested})`;
      return `${question} Answer with ${key}${values}.`;
    });
}

/** Everything of a file that a comparison looks at. */
export function comparedFileOf(file: BankFile): ComparedFile {
  const entries: BankEntry[] = [];
  const notUnderstood: NotUnderstoodEntry[] = [];
  let notBooked = 0;
  for (const statement of file.statements) {
    const shared = sharedReferencesOf(statement);
    for (const line of statement.lines) {
      if (line.isPending) notBooked++;
      else {
        const entry = entryOf(line, statement, shared);
        if ('what' in entry) notUnderstood.push(entry);
        else entries.push(entry);
      }
    }
  }
  const days = daysOf(file.statements.flatMap(({ from, to }) => [from, to]));
  const failed = file.statements.flatMap(({ proofs }) => proofs.filter(({ holds }) => holds === false));
  return { entries, notUnderstood, notBooked, days, failedProofs: failed.map(failedProof) };
}

/** References of entries with several details: what several share names none of them. */
function sharedReferencesOf({ lines }: BankStatement): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { entryReference } of lines) {
    if (entryReference !== null) counts.set(entryReference, (counts.get(entryReference) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([reference]) => reference));
}

function entryOf(
  line: BankLine,
  { account }: BankStatement,
  shared: ReadonlySet<string>,
): BankEntry | NotUnderstoodEntry {
  const { place, unreadable, currency, entryReference, reference } = line;
  const amountText = line.amount.replace(/^-/, '');
  const amount = parseDecimal(amountText);
  if (line.isUnreadable || !amount || currency === null) {
    const {
      what = currency === null && !line.isUnreadable ? 'currency' : 'amount',
      amount: written = line.isUnreadable ? (line.texts[0] ?? null) : amountText,
      entryAmount = null,
      couldBeCredit = true,
    } = unreadable ?? {};
    return { place, what, amount: written, entry_amount: entryAmount, could_be_credit: couldBeCredit };
  }
  const whole = entryReference !== null && !shared.has(entryReference) ? [entryReference] : [];
  return {
    place,
    account,
    entryReferences: [...new Set([...whole, ...(reference === null ? [] : [reference])])],
    endToEndId: line.endToEndId,
    relatedReference: line.relatedReference,
    amount,
    amountText,
    currency,
    direction: line.amount.startsWith('-') ? 'debit' : 'credit',
    returned: line.kind === 'return',
    isPayment: line.kind === 'payment',
    bookedOn: line.bookedOn,
    remittance: line.texts,
    payer: line.payer,
    original: line.originalCurrency === currency ? (parseDecimal(line.originalAmount ?? '') ?? null) : null,
    originalText: line.originalCurrency === currency ? line.originalAmount : null,
    missingDetails: line.missingDetails,
  };
}

function failedProof({ kind, expected, found, account, statement, reference }: BankProof): FailedProof {
  return { proof: kind, expected, found, account, statement, reference };
}
