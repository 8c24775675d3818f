/** Where a movement in the inbox is at and why, and what is wrong with a file. */
import { phrase, type Said } from '../../../console/src/i18n/languages.ts';
import type { BankFileFaultCode, ProofKind } from '../contract/inbox.ts';
import type { InboxReason, InboxState, MemberBy } from '../contract/inbox-words.ts';

const INSTEAD = {
  en: 'Choose camt.053, MT940, OFX or CSV in your e-banking.',
  de: 'Wählen Sie im Onlinebanking camt.053, MT940, OFX oder CSV.',
};

const SHORTER = {
  en: 'Choose a shorter period in your e-banking.',
  de: 'Wählen Sie im Onlinebanking einen kürzeren Zeitraum.',
};

const inLine = phrase({
  en: (line: string) => (line ? ` (line ${line})` : ''),
  de: (line: string) => (line ? ` (Zeile ${line})` : ''),
});

export const states: Readonly<Record<InboxState, Said>> = {
  open: { en: 'Open', de: 'Offen' },
  booked: { en: 'Booked', de: 'Gebucht' },
  credited: { en: 'Credited by a partner', de: 'Vom Partner gutgeschrieben' },
  returned: { en: 'Returned', de: 'Zurückgegangen' },
  not_ours: { en: 'Explained', de: 'Erklärt' },
};

export const reasons: Readonly<Record<InboxReason, Said>> = {
  proposed: { en: 'The payer named this member.', de: 'Der Zahler hat dieses Mitglied genannt.' },
  proposed_by_choice: {
    en: 'This account pays for this member, as you chose before.',
    de: 'Dieses Konto zahlt für dieses Mitglied, wie Sie es früher gewählt haben.',
  },
  proposed_by_person: { en: 'A person chose this member.', de: 'Eine Person hat dieses Mitglied gewählt.' },
  reversal_proposed: {
    en: 'The payment went back. Its hours should go back, too.',
    de: 'Die Zahlung ging zurück. Auch ihre Stunden sollen zurückgehen.',
  },
  partial_return_proposed: {
    en: 'A part of the payment went back. Its hours should go back, too.',
    de: 'Ein Teil der Zahlung ging zurück. Auch seine Stunden sollen zurückgehen.',
  },
  partner_credited: { en: 'A partner has credited it.', de: 'Ein Partner hat sie gutgeschrieben.' },
  partner_credited_without_rate: {
    en: 'A partner has credited it. Without a rate, the amount is not checked.',
    de: 'Ein Partner hat sie gutgeschrieben. Ohne Kurs wird der Betrag nicht geprüft.',
  },
  credited_other_amount: {
    en: 'A partner has credited another amount. Ask the partner.',
    de: 'Ein Partner hat einen anderen Betrag gutgeschrieben. Fragen Sie den Partner.',
  },
  may_be_credited: {
    en: 'A partner may have credited it: the same member and hours, and the file gives no reference. Ask the partner, or choose the member.',
    de: 'Vielleicht hat ein Partner sie schon gutgeschrieben: gleiches Mitglied, gleiche Stunden, und die Datei nennt keine Referenz. Fragen Sie den Partner, oder wählen Sie das Mitglied.',
  },
  may_be_line: {
    en: 'Another file has a movement that may be this one. Say whether it is.',
    de: 'Eine andere Datei hat eine Bewegung, die diese sein kann. Sagen Sie, ob sie es ist.',
  },
  same_line: {
    en: 'The same movement as another line, as a person said.',
    de: 'Dieselbe Bewegung wie eine andere Zeile; so hat es eine Person gesagt.',
  },
  credited_other_member: {
    en: 'A partner has credited another member than the payer named. Ask the partner.',
    de: 'Ein Partner hat einem anderen Mitglied gutgeschrieben, als der Zahler genannt hat. Fragen Sie den Partner.',
  },
  credit_reversed: {
    en: 'A partner has reversed the hours, but the money is here. Ask the partner.',
    de: 'Ein Partner hat die Stunden storniert, aber das Geld ist da. Fragen Sie den Partner.',
  },
  booked_here: { en: 'The hours are booked.', de: 'Die Stunden sind gebucht.' },
  returned_before_booking: {
    en: 'The money went back before hours were booked.',
    de: 'Das Geld ging zurück, bevor Stunden gebucht wurden.',
  },
  takes_back_unbooked: {
    en: 'Returns a payment for which no hours were booked.',
    de: 'Gibt eine Zahlung zurück, für die keine Stunden gebucht wurden.',
  },
  reversed: { en: 'The money went back, and so did the hours.', de: 'Das Geld ging zurück, die Stunden auch.' },
  reversed_by_partner: { en: 'A partner has reversed the hours.', de: 'Ein Partner hat die Stunden storniert.' },
  may_be_return: {
    en: 'This may be a return: member and amount are those of an earlier payment.',
    de: 'Vielleicht eine Rückzahlung: Mitglied und Betrag sind die einer früheren Zahlung.',
  },
  return_of_unknown: {
    en: 'A return of a payment that is not in the inbox. Import the earlier file, or explain it.',
    de: 'Rückgabe einer Zahlung, die nicht im Bankeingang ist. Lesen Sie die frühere Datei ein, oder erklären Sie die Bewegung.',
  },
  return_of_several: {
    en: 'A return, and several payments have its number. Take the right hours back.',
    de: 'Eine Rückgabe, und mehrere Zahlungen haben ihre Nummer. Stornieren Sie die richtigen Stunden.',
  },
  return_of_other_amount: {
    en: 'A return of another amount than the payment. Explain it.',
    de: 'Rückgabe mit einem anderen Betrag als die Zahlung. Erklären Sie die Bewegung.',
  },
  refund_came_back: {
    en: 'Your own payment came back, and it names a member. Decide what it is.',
    de: 'Ihre eigene Zahlung kam zurück und nennt ein Mitglied. Entscheiden Sie, was sie ist.',
  },
  money_out: { en: 'Money that you paid.', de: 'Geld, das Sie gezahlt haben.' },
  nothing_moved: { en: 'No money moved.', de: 'Kein Geld hat sich bewegt.' },
  own_movement: {
    en: 'Not a payment by others, such as interest or a transfer between your accounts.',
    de: 'Keine Zahlung von anderen, zum Beispiel Zinsen oder eine Umbuchung zwischen eigenen Konten.',
  },
  fee: { en: 'A fee of the bank.', de: 'Gebühr der Bank.' },
  other_account: {
    en: 'On an account that the settings do not name. Add it there if it is yours.',
    de: 'Auf einem Konto, das nicht in den Einstellungen steht. Tragen Sie es dort ein, wenn es Ihnen gehört.',
  },
  unreadable: {
    en: 'The file shows no readable amount, direction or day.',
    de: 'Die Datei zeigt keinen lesbaren Betrag, keine Richtung oder keinen Tag.',
  },
  details_missing: {
    en: 'A collective booking without its payments. Import the file with the details (camt.054).',
    de: 'Eine Sammelbuchung ohne ihre Zahlungen. Lesen Sie die Datei mit den Einzelposten ein (camt.054).',
  },
  explained_by_details: { en: 'Its payments are lines of their own.', de: 'Ihre Zahlungen haben eigene Zeilen.' },
  no_currency: { en: 'The file does not say the currency.', de: 'Die Datei nennt keine Währung.' },
  no_rate: {
    en: 'No exchange rate is set for this currency. Set one, then look again.',
    de: 'Für diese Währung ist kein Kurs hinterlegt. Legen Sie einen fest, und sehen Sie dann wieder nach.',
  },
  no_day: { en: 'The file does not say when it was booked.', de: 'Die Datei nennt keinen Buchungstag.' },
  question: {
    en: 'The file leaves a choice open. Answer its question first.',
    de: 'Die Datei lässt etwas offen. Beantworten Sie zuerst ihre Frage.',
  },
  too_little: {
    en: 'The amount is worth less than a hundredth of an hour.',
    de: 'Der Betrag ist weniger als eine Hundertstelstunde wert.',
  },
  too_much: {
    en: 'The amount is worth more hours than one booking can have.',
    de: 'Der Betrag ist mehr Stunden wert, als eine Buchung haben kann.',
  },
  no_reference: {
    en: 'No payment reference. Choose the member.',
    de: 'Ohne Zahlungsreferenz. Wählen Sie das Mitglied.',
  },
  unreadable_reference: {
    en: 'The payment reference has a typing error. Choose the member.',
    de: 'Die Zahlungsreferenz hat einen Schreibfehler. Wählen Sie das Mitglied.',
  },
  unknown_reference: {
    en: 'The payment reference is of no member here. Choose the member.',
    de: 'Die Zahlungsreferenz gehört zu keinem Mitglied hier. Wählen Sie das Mitglied.',
  },
  several_members: {
    en: 'The payment names several members. Choose one.',
    de: 'Die Zahlung nennt mehrere Mitglieder. Wählen Sie eines.',
  },
  member_not_active: {
    en: 'The member is not active. Activate the member, or choose another one.',
    de: 'Das Mitglied ist nicht aktiv. Schalten Sie es frei, oder wählen Sie ein anderes.',
  },
  explained: { en: 'A person explained it.', de: 'Eine Person hat die Bewegung erklärt.' },
};

export const memberBy: Readonly<Record<MemberBy, Said>> = {
  payer: { en: 'The payer named this member.', de: 'Der Zahler hat dieses Mitglied genannt.' },
  account: {
    en: 'The member was chosen before for this account.',
    de: 'Das Mitglied wurde früher für dieses Konto gewählt.',
  },
  person: { en: 'A person chose this member.', de: 'Eine Person hat dieses Mitglied gewählt.' },
};

export const faults: Readonly<Record<BankFileFaultCode, Said<(line: string, found: string, max: string) => string>>> = {
  empty: { en: () => `The file is empty. ${INSTEAD.en}`, de: () => `Die Datei ist leer. ${INSTEAD.de}` },
  too_large: {
    en: (_line, _found, max) => `The file is too large${max ? ` (at most ${max} MB)` : ''}. ${SHORTER.en}`,
    de: (_line, _found, max) => `Die Datei ist zu groß${max ? ` (höchstens ${max} MB)` : ''}. ${SHORTER.de}`,
  },
  too_many_lines: {
    en: (_line, _found, max) => `The file has more than ${max || 'the possible'} lines. ${SHORTER.en}`,
    de: (_line, _found, max) => `Die Datei hat mehr als ${max || 'die möglichen'} Zeilen. ${SHORTER.de}`,
  },
  not_a_statement: {
    en: (line, found) =>
      `The file is not a bank statement that we know${found ? ` (“${found}”)` : inLine.en(line)}. ${INSTEAD.en}`,
    de: (line, found) =>
      `Die Datei ist kein Kontoauszug, den wir kennen${found ? ` („${found}“)` : inLine.de(line)}. ${INSTEAD.de}`,
  },
  orders_not_statements: {
    en: () => `The file has payment orders to the bank, not what the bank has booked. ${INSTEAD.en}`,
    de: () => `Die Datei enthält Aufträge an die Bank, nicht das, was gebucht wurde. ${INSTEAD.de}`,
  },
  pdf: {
    en: () => `The file is a PDF, which only people can read. ${INSTEAD.en}`,
    de: () => `Die Datei ist ein PDF, das nur Menschen lesen können. ${INSTEAD.de}`,
  },
  coda: {
    en: () => 'The file is CODA of a Belgian bank, which we do not read. Choose camt.053 or CSV in your e-banking.',
    de: () =>
      'Die Datei ist CODA einer belgischen Bank, das wir nicht lesen. Wählen Sie im Onlinebanking camt.053 oder CSV.',
  },
  bai2: {
    en: () => 'The file is BAI2 of an American bank, which we do not read. Choose OFX or CSV in your e-banking.',
    de: () =>
      'Die Datei ist BAI2 einer amerikanischen Bank, das wir nicht lesen. Wählen Sie im Onlinebanking OFX oder CSV.',
  },
  web_page: {
    en: () => `The file is a web page without a table of movements. ${INSTEAD.en}`,
    de: () => `Die Datei ist eine Webseite ohne Tabelle mit Bewegungen. ${INSTEAD.de}`,
  },
  protected_workbook: {
    en: () => `The workbook has a password. Save it without one, or choose another format. ${INSTEAD.en}`,
    de: () =>
      `Die Arbeitsmappe hat ein Passwort. Speichern Sie sie ohne Passwort, oder nehmen Sie ein anderes Format. ${INSTEAD.de}`,
  },
  archive_bounds: {
    en: () => 'The zip file holds too much, or further zip files. Unpack it, and import its files.',
    de: () =>
      'Die ZIP-Datei enthält zu viel oder weitere ZIP-Dateien. Entpacken Sie sie, und lesen Sie ihre Dateien ein.',
  },
  archive_encrypted: {
    en: () => 'The zip file has a password. Unpack it, and import its files.',
    de: () => 'Die ZIP-Datei hat ein Passwort. Entpacken Sie sie, und lesen Sie ihre Dateien ein.',
  },
  not_well_formed: {
    en: (line) => `The file is damaged${inLine.en(line)}. Download it again.`,
    de: (line) => `Die Datei ist beschädigt${inLine.de(line)}. Laden Sie sie noch einmal herunter.`,
  },
  doctype: {
    en: (line) => `The file has a part that no bank statement has${inLine.en(line)}. ${INSTEAD.en}`,
    de: (line) => `Die Datei hat einen Teil, den kein Kontoauszug hat${inLine.de(line)}. ${INSTEAD.de}`,
  },
  encoding: {
    en: (_line, found) => `The file has the unknown character set “${found}”. Choose UTF-8 in your e-banking.`,
    de: (_line, found) => `Die Datei hat den unbekannten Zeichensatz „${found}“. Wählen Sie im Onlinebanking UTF-8.`,
  },
  control_character: {
    en: (line, found) => `The file has a sign that no bank writes: ${found}${inLine.en(line)}. Download it again.`,
    de: (line, found) =>
      `Die Datei hat ein Zeichen, das keine Bank schreibt: ${found}${inLine.de(line)}. Laden Sie sie noch einmal herunter.`,
  },
  no_columns: {
    en: (_line, found) =>
      `The table has no columns that we know for day and amount. Its first line is “${found}”. ${INSTEAD.en}`,
    de: (_line, found) =>
      `In der Tabelle erkennen wir keine Spalten für Tag und Betrag. Ihre erste Zeile ist „${found}“. ${INSTEAD.de}`,
  },
  truncated: {
    en: (line) => `The end of the file is missing${inLine.en(line)}. Download it again.`,
    de: (line) => `Das Ende der Datei fehlt${inLine.de(line)}. Laden Sie sie noch einmal herunter.`,
  },
};

/** Names of what agrees. */
export const proofNames: Readonly<Record<ProofKind, Said>> = {
  balance: { en: 'the closing balance', de: 'der Endsaldo' },
  running_balance: { en: 'the balance after each movement', de: 'der Saldo nach jeder Bewegung' },
  count: { en: 'the number of movements', de: 'die Anzahl der Bewegungen' },
  sum: { en: 'the sums', de: 'die Summen' },
  page: { en: 'the pages', de: 'die Seiten' },
  sequence: { en: 'the numbers of the statements', de: 'die Nummern der Auszüge' },
  records: { en: 'the number of records', de: 'die Anzahl der Datensätze' },
  details: { en: 'the number of single payments', de: 'die Anzahl der Einzelzahlungen' },
  details_sum: { en: 'the sum of the single payments', de: 'die Summe der Einzelzahlungen' },
  copy: { en: 'the copies', de: 'die Kopien' },
};

export const proofFails: Readonly<Record<ProofKind, Said<(expected: string, found: string) => string>>> = {
  balance: {
    en: (expected, found) => `The statement closes at ${expected}, its lines give ${found}.`,
    de: (expected, found) => `Der Auszug endet bei ${expected}, seine Zeilen ergeben ${found}.`,
  },
  running_balance: {
    en: (expected, found) => `The balance after a movement is ${expected}, the lines give ${found}.`,
    de: (expected, found) => `Der Saldo nach einer Bewegung ist ${expected}, die Zeilen ergeben ${found}.`,
  },
  count: {
    en: (expected, found) => `The statement counts ${expected}, it has ${found}.`,
    de: (expected, found) => `Der Auszug zählt ${expected}, er hat ${found}.`,
  },
  sum: {
    en: (expected, found) => `The statement adds up to ${expected}, its lines give ${found}.`,
    de: (expected, found) => `Der Auszug summiert sich auf ${expected}, seine Zeilen ergeben ${found}.`,
  },
  page: {
    en: (expected, found) => `The statement has the pages ${expected}, the file has ${found}.`,
    de: (expected, found) => `Der Auszug hat die Seiten ${expected}, die Datei hat ${found}.`,
  },
  sequence: {
    en: (expected, found) => `Statement ${expected} should follow, the file has ${found}.`,
    de: (expected, found) => `Auszug ${expected} sollte folgen, die Datei hat ${found}.`,
  },
  records: {
    en: (expected, found) => `The file counts ${expected} records, it has ${found}.`,
    de: (expected, found) => `Die Datei zählt ${expected} Datensätze, sie hat ${found}.`,
  },
  details: {
    en: (expected, found) => `A collective booking has ${expected} payments, the files have ${found}.`,
    de: (expected, found) => `Eine Sammelbuchung hat ${expected} Zahlungen, die Dateien haben ${found}.`,
  },
  details_sum: {
    en: (expected, found) => `A collective booking is ${expected}, its payments give ${found}.`,
    de: (expected, found) => `Eine Sammelbuchung hat ${expected}, ihre Zahlungen ergeben ${found}.`,
  },
  copy: {
    en: (expected, found) => `Two copies of a statement differ: ${expected} and ${found}.`,
    de: (expected, found) => `Zwei Kopien eines Auszugs sind verschieden: ${expected} und ${found}.`,
  },
};
