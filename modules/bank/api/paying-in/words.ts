/** The words of payment slips. Those of the QR-bill are prescribed by its guidelines. */
import type { SLIP_LANGUAGES } from '../../contract/paying-in.ts';

export type SlipLanguage = (typeof SLIP_LANGUAGES)[number];

export interface SlipWords {
  readonly receipt: string;
  readonly paymentPart: string;
  readonly account: string;
  readonly reference: string;
  readonly payableBy: string;
  readonly currency: string;
  readonly amount: string;
  readonly acceptancePoint: string;
  readonly separate: string;
  readonly holder: string;
  readonly title: (member: string) => string;
  readonly rate: (hours: number, money: string) => string;
  readonly brings: (hours: string) => string;
  readonly hint: string;
  readonly scan: string;
  readonly noCode: string;
}

const en: SlipWords = {
  receipt: 'Receipt',
  paymentPart: 'Payment part',
  account: 'Account / Payable to',
  reference: 'Reference',
  payableBy: 'Payable by (name/address)',
  currency: 'Currency',
  amount: 'Amount',
  acceptancePoint: 'Acceptance point',
  separate: 'Separate before paying in',
  holder: 'Payable to',
  title: (member) => `Payment slip for ${member}`,
  rate: (hours, money) => `${hours} ${hours === 1 ? 'hour' : 'hours'} = ${money}`,
  brings: (hours) => `This amount brings ${hours} h.`,
  hint: 'Please keep the reference exactly as it is: it says whose account the hours go to.',
  scan: 'Scan with your banking app',
  noCode: 'Banking apps know no code for this account. Please copy account and reference.',
};

const de: SlipWords = {
  receipt: 'Empfangsschein',
  paymentPart: 'Zahlteil',
  account: 'Konto / Zahlbar an',
  reference: 'Referenz',
  payableBy: 'Zahlbar durch (Name/Adresse)',
  currency: 'Währung',
  amount: 'Betrag',
  acceptancePoint: 'Annahmestelle',
  separate: 'Vor der Einzahlung abzutrennen',
  holder: 'Zahlbar an',
  title: (member) => `Zahlschein für ${member}`,
  rate: (hours, money) => `${hours} ${hours === 1 ? 'Stunde' : 'Stunden'} = ${money}`,
  brings: (hours) => `Dieser Betrag bringt ${hours} h.`,
  hint: 'Bitte lassen Sie die Referenz genau so, wie sie ist: Sie sagt, auf wessen Konto die Stunden kommen.',
  scan: 'Mit der Banking-App scannen',
  noCode: 'Für dieses Konto gibt es keinen Code. Bitte übernehmen Sie Konto und Referenz.',
};

export const SLIP_WORDS: Readonly<Record<SlipLanguage, SlipWords>> = { en, de };
