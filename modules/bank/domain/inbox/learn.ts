/** What a later report says of a line that the inbox has: what it adds is kept, and what a person decided stays. Pure. */

import type { StatementParameters } from '../../../../core/database/query.ts';
import type { BankStatement } from '../../../bank-files/types.ts';
import type { InboxReason, InboxState } from '../../contract/inbox-words.ts';
import { hasMore } from './alike.ts';
import type { KnownLine } from './identify.ts';
import type { Names, NewBankLine, StoredLine } from './types.ts';

/** A line of the inbox as it is stored. */
export interface StoredKnownLine extends KnownLine, Omit<StoredLine, 'isUnreadable'> {
  /** Of the file that brought it first. */
  readonly statementKind: BankStatement['kind'];
  readonly names: Names;
  /** Whom the texts name, or a person has chosen. */
  readonly memberId: string | null;
  readonly state: InboxState;
  readonly reason: InboxReason;
  /** The line that it may be: a person says. */
  readonly mayBeLineId: number | null;
  readonly isDecided: boolean;
  /** After the time of retention, or at the member's wish: nothing comes back. */
  readonly areTextsDeleted: boolean;
}

/** The columns that a later report may fill. */
export type LearntRow = StatementParameters<'update_learnt_lines'>['rows'][number];

type Report = Omit<NewBankLine, 'accountId' | 'mayBeLineId' | 'isUnreadable' | 'format' | 'amount'>;

/** @returns undefined where the report says nothing new */
export function learn(known: StoredKnownLine, report: Report): LearntRow | undefined {
  const before = rowOf(known);
  const bookedOn = dayOf(known, report);
  const after: LearntRow = {
    ...before,
    ...referenceOf(known, report),
    entryReference: known.entryReference ?? otherThan(known.reference, report.entryReference),
    uetr: known.uetr ?? report.uetr,
    relatedReference: known.relatedReference ?? report.relatedReference,
    bookedOn,
    firstBookedOn: known.firstBookedOn ?? (bookedOn === known.bookedOn ? null : known.bookedOn),
    currency: known.currency ?? report.currency,
    ...(known.areTextsDeleted ? {} : wordsOf(known, report)),
    ...(known.state === 'open' && !known.isDecided ? openPart(known, report) : {}),
  };
  return JSON.stringify(after) === JSON.stringify(before) ? undefined : after;
}

function rowOf(known: StoredKnownLine): LearntRow {
  const { id, reference, isBankWide, entryReference, uetr, endToEndId, relatedReference, bookedOn, currency } = known;
  const { originalAmount, originalCurrency, payer, payerAccount, texts, bookingTexts, names, kind, firstBookedOn } =
    known;
  return {
    ...{
      id,
      reference,
      isBankWide,
      entryReference,
      uetr,
      endToEndId,
      relatedReference,
      bookedOn,
      firstBookedOn,
      currency,
    },
    ...{ originalAmount, originalCurrency, payer, payerAccount, texts, bookingTexts, names },
    ...{ namedMemberId: known.memberId, kind, missingDetails: known.missingDetails },
  };
}

const hasBankWide = ({ reference, isBankWide }: Pick<StoredLine, 'reference' | 'isBankWide'>) =>
  isBankWide && reference !== null;

function referenceOf(known: StoredKnownLine, report: Report) {
  const { reference, isBankWide } = hasBankWide(report) && !hasBankWide(known) ? report : known;
  return { reference, isBankWide };
}

const otherThan = (own: string | null, reference: string | null) => (reference === own ? null : reference);

/** The day of the bank's books is that of its statement: balances are of it. */
function dayOf(known: StoredKnownLine, { bookedOn, statementKind }: Report): string | null {
  const isOfBooks = statementKind === 'final' && known.statementKind !== 'final';
  return (isOfBooks ? bookedOn : null) ?? known.bookedOn ?? bookedOn;
}

function wordsOf(known: StoredKnownLine, report: Report) {
  return {
    endToEndId: known.endToEndId ?? report.endToEndId,
    payer: known.payer ?? report.payer,
    payerAccount: known.payerAccount ?? report.payerAccount,
    texts: hasMore(report.texts, known.texts) ? report.texts : known.texts,
    bookingTexts: known.bookingTexts.length > 0 ? known.bookingTexts : report.bookingTexts,
  };
}

/** What decides of hours changes only while nothing is booked and nobody has decided. */
function openPart(known: StoredKnownLine, report: Report) {
  const isUnnamed = known.names !== 'member' && known.names !== 'several' && known.names !== 'chosen';
  const { names, namedMemberId } =
    isUnnamed && report.names !== 'none' ? report : { names: known.names, namedMemberId: known.memberId };
  const { originalAmount, originalCurrency } = known.originalAmount === null ? report : known;
  return {
    names,
    namedMemberId,
    originalAmount,
    originalCurrency,
    kind: known.kind === 'payment' ? report.kind : known.kind,
    missingDetails: known.missingDetails ?? (known.payer === null ? report.missingDetails : null),
  };
}
