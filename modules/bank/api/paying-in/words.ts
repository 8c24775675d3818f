/** The words of payment slips. Those of the QR-bill are prescribed by its guidelines. */
import type { MemberLanguage } from '@timebank/contract';

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

/** The guidelines of the QR-bill know no Spanish: its own words stay English. */
const es: SlipWords = {
  ...en,
  holder: 'Pagadero a',
  title: (member) => `Formulario de pago para ${member}`,
  rate: (hours, money) => `${hours} ${hours === 1 ? 'hora' : 'horas'} = ${money}`,
  brings: (hours) => `Este importe equivale a ${hours} h.`,
  hint: 'Deje la referencia exactamente como está: indica en qué cuenta entran las horas.',
  scan: 'Escanear con la aplicación del banco',
  noCode: 'Para esta cuenta no hay código. Copie la cuenta y la referencia.',
};

const fr: SlipWords = {
  receipt: 'Récépissé',
  paymentPart: 'Section paiement',
  account: 'Compte / Payable à',
  reference: 'Référence',
  payableBy: 'Payable par (nom/adresse)',
  currency: 'Monnaie',
  amount: 'Montant',
  acceptancePoint: 'Point de dépôt',
  separate: 'A détacher avant le versement',
  holder: 'Payable à',
  title: (member) => `Bulletin de versement pour ${member}`,
  rate: (hours, money) => `${hours} ${hours < 2 ? 'heure' : 'heures'} = ${money}`,
  brings: (hours) => `Ce montant donne ${hours} h.`,
  hint: 'Merci de garder la référence telle quelle : elle indique sur quel compte vont les heures.',
  scan: 'À scanner avec l’application de la banque',
  noCode: 'Il n’existe pas de code pour ce compte. Merci de recopier le compte et la référence.',
};

const it: SlipWords = {
  receipt: 'Ricevuta',
  paymentPart: 'Sezione pagamento',
  account: 'Conto / Pagabile a',
  reference: 'Riferimento',
  payableBy: 'Pagabile da (nome/indirizzo)',
  currency: 'Valuta',
  amount: 'Importo',
  acceptancePoint: 'Punto di accettazione',
  separate: 'Da staccare prima del versamento',
  holder: 'Pagabile a',
  title: (member) => `Polizza di versamento per ${member}`,
  rate: (hours, money) => `${hours} ${hours === 1 ? 'ora' : 'ore'} = ${money}`,
  brings: (hours) => `Questo importo vale ${hours} h.`,
  hint: 'Lasci il riferimento esattamente com’è: dice su quale conto vanno le ore.',
  scan: 'Da scansionare con l’app della banca',
  noCode: 'Per questo conto non esiste un codice. Copi il conto e il riferimento.',
};

export const SLIP_WORDS: Readonly<Record<MemberLanguage, SlipWords>> = { en, de, es, fr, it };
