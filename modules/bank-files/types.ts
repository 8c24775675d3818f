/**
 * A file that a bank or a payment service hands its customer, as read. No rule about members, credits or rates is here:
 * the file's own words, its movements with a sign, and what its figures prove.
 */
import { InputFault } from '../../console/desk/commands/input-fault.ts';
import type { BankFileFaultCode, ProofKind } from './faults.ts';

/** The formats that are read. */
export const BANK_FORMATS = [
  'camt.052',
  'camt.053',
  'camt.054',
  'mt940',
  'mt942',
  'norma43',
  'cfonb120',
  'ofx',
  'qif',
  'table',
  'workbook',
] as const;
export type BankFormat = (typeof BANK_FORMATS)[number];

/** One statement, report or notification about one account. A file, or an archive of files, holds one or more. */
export interface BankStatement {
  readonly format: BankFormat;
  /** `final`: what the bank has booked. `interim`: during the day (camt.052, MT942). `details`: of entries (camt.054). */
  readonly kind: 'final' | 'interim' | 'details';
  /** Which file of an archive it is from; absent: of the first, or there is but one. */
  readonly document?: number | undefined;
  /** IBAN without spaces where the file has one or it can be computed; else the number as written; null: none. */
  readonly account: string | null;
  /** ISO 4217; null where the file has none. */
  readonly currency: string | null;
  /** The statement's own number, with its page. */
  readonly number: string | null;
  /** `YYYY-MM-DD`, of the lines, else as the statement says. */
  readonly from: string | null;
  readonly to: string | null;
  readonly proofs: readonly BankProof[];
  readonly lines: readonly BankLine[];
  /** Before the first line; absent: the file has none, or no day for it. */
  readonly opening?: BankBalance | undefined;
  /** Behind the last line. */
  readonly closing?: BankBalance | undefined;
}

/** A balance that a statement names: of the beginning of its day where it opens, of the end where it closes. */
export interface BankBalance {
  /** Exact decimal with a point and at least two decimals; a minus is a debt. */
  readonly amount: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** A figure of the file against what its lines give. */
export interface BankProof {
  readonly kind: ProofKind;
  /** Null: it cannot be made from this file. */
  readonly holds: boolean | null;
  /** As the file says: `1401.10`, `2 debits, 3 credits`, `3`. Null where there is none. */
  readonly expected: string | null;
  /** As the lines give. */
  readonly found: string | null;
  readonly account: string | null;
  /** The statement's number; null where it has none. */
  readonly statement: string | null;
  /** Of the entry whose details are counted or summed. */
  readonly reference: string | null;
}

/**
 * What the bank says a movement is. `payment`: money between the account and another party. `return`: an earlier
 * movement goes back, wholly or in part. `own`: no other party pays (conversion, own pot or account of the same holder,
 * interest). `fee`: the bank's charge.
 */
export type BankLineKind = 'payment' | 'return' | 'own' | 'fee';

/** One movement: an entry, or one detail of it. */
export interface BankLine {
  /** For people: `entry 12`, `entry 12, detail 3`, `line 7`, `statement 2, entry 1`. */
  readonly place: string;
  /** The bank's own: of the detail, else of the entry where it has but one movement, else `NtryRef`. Null: none. */
  readonly reference: string | null;
  /** False: the reference is unique only within a statement or an account (`NtryRef`, a running number). */
  readonly isBankWide: boolean;
  /** The reference of the entry of which this is one of several details. */
  readonly entryReference: string | null;
  /** The payment's own all over the world (ISO 20022's UETR), in small letters; absent: none. */
  readonly uetr?: string | undefined;
  /** Null also for placeholders such as NOTPROVIDED. */
  readonly endToEndId: string | null;
  /** The bank's reference of the earlier movement that this one takes back. */
  readonly relatedReference: string | null;
  /** `YYYY-MM-DD` of the booking; the value date where the file has no other; null: none. */
  readonly bookedOn: string | null;
  /** Exact decimal with a point and at least two decimals; a minus is money out. */
  readonly amount: string;
  /** ISO 4217; null where the file has none. */
  readonly currency: string | null;
  /** The payment without charges, unsigned, where it differs from what moved: gross, instructed, original amount. */
  readonly originalAmount: string | null;
  readonly originalCurrency: string | null;
  /** The other party: who paid, or who is paid. At most 140 characters. */
  readonly payer: string | null;
  /** The other party's IBAN or number, without spaces. */
  readonly payerAccount: string | null;
  /** What the payer wrote, in pieces as the bank cut it, structured references among them; only this movement's own. */
  readonly texts: readonly string[];
  /** The last of `texts` that are the bank's own words of the movement; absent: none. */
  readonly bookingTexts?: readonly string[] | undefined;
  readonly kind: BankLineKind;
  /** Announced, not booked: never proposed. */
  readonly isPending: boolean;
  /** Payments in this line whose details the file does not have; null: it is one movement. */
  readonly missingDetails: number | null;
  /** True: it shows no readable amount, direction or day; `amount` is then `0.00`, and the texts say what is there. */
  readonly isUnreadable: boolean;
  /** Of an unreadable movement; absent where its reader does not know more. */
  readonly unreadable?: UnreadableMovement;
}

/** What of a movement cannot be read, and what it shows instead. */
export interface UnreadableMovement {
  /** The first in this order. */
  readonly what: 'line' | 'status' | 'direction' | 'returned' | 'amount' | 'currency' | 'booked_on';
  /** As written, with its currency if that is known; null where there is none. */
  readonly amount: string | null;
  /** Of the whole entry, where the movement is one of several in it. */
  readonly entryAmount: string | null;
  /** Not plainly a debit that is no return. */
  readonly couldBeCredit: boolean;
}

/** A choice that the file leaves open; the answer is remembered for the account. */
export interface BankQuestion {
  /** `dates`, `numbers`, `account`, `currency`, `columns`, `gross`. */
  readonly key: string;
  /** One sentence for a person. */
  readonly question: string;
  readonly options: readonly string[] | null;
  readonly suggested: string | null;
}

/** Answers by key of the question. */
export type BankAnswers = Readonly<Record<string, string>>;

export interface BankFile {
  readonly statements: readonly BankStatement[];
  /** Not empty: the lines are read by the suggestions as far as they go, and nothing of them may be proposed. */
  readonly questions: readonly BankQuestion[];
  /** Movements announced and left out, texts cut: one sentence each. */
  readonly notes: readonly string[];
}

/** The file cannot be read. The message is one sentence: what it is, where, and what to choose in e-banking instead. */
export class BankFileFault extends InputFault {
  readonly code: BankFileFaultCode;
  /** Values in the sentence: `line`, `found`, `max`. */
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: BankFileFaultCode, message: string, params: Readonly<Record<string, string | number>> = {}) {
    super('unusable_file', message);
    this.code = code;
    this.params = params;
  }
}
