/** The bank inbox: files, movements and what becomes of them. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

import { faults, memberBy, proofFails, proofNames, reasons, states } from './inbox-words.ts';

export const inbox = {
  title: { en: 'Bank inbox', de: 'Bankeingang' },
  lead: {
    en: 'What moved on your bank accounts. Import the files of your bank, then book the hours.',
    de: 'Was sich auf Ihren Bankkonten bewegt hat. Lesen Sie die Dateien Ihrer Bank ein, dann buchen Sie die Stunden.',
  },
  tabsLabel: { en: 'Bank inbox sections', de: 'Teile des Bankeingangs' },
  tabs: {
    lines: { en: 'Movements', de: 'Bewegungen' },
    files: { en: 'Files', de: 'Dateien' },
    month: { en: 'Month', de: 'Monat' },
    settings: { en: 'Settings', de: 'Einstellungen' },
  },
  states,
  reasons,
  faults,
  memberBy,
  proofNames,
  proofFails,
  debits: phrase({ en: (number: string) => `${number} out`, de: (number) => `${number} Ausgänge` }),
  credits: phrase({ en: (number: string) => `${number} in`, de: (number) => `${number} Eingänge` }),
  unknownFigure: { en: 'nothing', de: 'nichts' },
  find: { en: 'Search', de: 'Suche' },
  findBy: { en: 'Payer, amount, reference, day', de: 'Zahler, Betrag, Referenz, Tag' },
  state: { en: 'Show', de: 'Anzeigen' },
  all: { en: 'All movements', de: 'Alle Bewegungen' },
  before: phrase({
    en: (day: string) => `Only movements that were imported before ${day}.`,
    de: (day) => `Nur Bewegungen, die vor dem ${day} eingelesen wurden.`,
  }),
  showAll: { en: 'Show all open ones', de: 'Alle offenen zeigen' },
  importTitle: { en: 'Import files of your bank', de: 'Dateien Ihrer Bank einlesen' },
  importLead: {
    en: 'Download the movements in your e-banking as camt.053, camt.052, camt.054, MT940, MT942, Norma 43, CFONB 120, OFX, QIF, CSV or a spreadsheet (Excel, OpenDocument); a zip file is fine. Importing books nothing, and no movement is imported twice.',
    de: 'Laden Sie die Umsätze im Onlinebanking als camt.053, camt.052, camt.054, MT940, MT942, Norma 43, CFONB 120, OFX, QIF, CSV oder Tabelle (Excel, OpenDocument) herunter; auch eine ZIP-Datei ist möglich. Das Einlesen bucht nichts, und keine Bewegung wird doppelt eingelesen.',
  },
  whose: { en: 'What you import', de: 'Was Sie einlesen' },
  byAccount: { en: 'Movements of our accounts', de: 'Umsätze unserer Konten' },
  byAccountMeans: {
    en: 'They come into the inbox. An account that a partner reports is compared with that partner’s credits as well.',
    de: 'Sie kommen in den Bankeingang. Ein Konto, das ein Partner meldet, wird auch mit dessen Gutschriften verglichen.',
  },
  ofPartner: phrase({
    en: (name: string) => `Statement of ${name}`,
    de: (name) => `Auszug von ${name}`,
  }),
  ofPartnerMeans: {
    en: 'It is compared with the credits and reversals of this partner that no earlier statement explains. Nothing comes into the inbox, and no booking changes. The result is saved, the file is not.',
    de: 'Er wird mit den Gutschriften und Storni dieses Partners verglichen, die noch kein früherer Auszug erklärt. Nichts kommt in den Bankeingang, und keine Buchung ändert sich. Das Ergebnis wird gespeichert, die Datei nicht.',
  },
  comparedWith: phrase({
    en: (name: string, outcome: string) => `Compared with ${name}: ${outcome}.`,
    de: (name, outcome) => `Verglichen mit ${name}: ${outcome}.`,
  }),
  toReport: { en: 'Open the report', de: 'Bericht öffnen' },
  files: { en: 'Files', de: 'Dateien' },
  filesHint: {
    en: 'Choose one or several, or drop them here. At most 32 MB each.',
    de: 'Wählen Sie eine oder mehrere, oder ziehen Sie sie hierher. Höchstens 32 MB je Datei.',
  },
  choose: { en: 'Choose files', de: 'Dateien wählen' },
  progress: phrase({
    en: (done: number, all: number) => `${done} of ${all} files are imported`,
    de: (done, all) => `${done} von ${all} Dateien sind eingelesen`,
  }),
  waiting: { en: 'Waiting', de: 'Wartet' },
  reading: { en: 'Importing', de: 'Wird eingelesen' },
  brought: phrase({
    en: (lines: number, proposals: number) =>
      `${counted.en(lines, 'movement', 'movements')}, ${counted.en(proposals, 'proposal', 'proposals')} to book.`,
    de: (lines, proposals) =>
      `${counted.de(lines, 'Bewegung', 'Bewegungen')}, ${counted.de(proposals, 'Vorschlag', 'Vorschläge')} zum Buchen.`,
  }),
  agrees: phrase({
    en: (names: string) => `Checked, and right: ${names}.`,
    de: (names) => `Geprüft und richtig: ${names}.`,
  }),
  noProof: {
    en: 'The file has no balance or count that could be checked.',
    de: 'Die Datei hat keinen Saldo und keine Anzahl zum Prüfen.',
  },
  proofWhere: phrase({
    en: (where: string) => `Account or statement: ${where}.`,
    de: (where) => `Konto oder Auszug: ${where}.`,
  }),
  doubt: {
    en: 'Something is missing in the file or twice in it. Download it again before you book.',
    de: 'In der Datei fehlt etwas, oder etwas steht doppelt darin. Laden Sie sie noch einmal herunter, bevor Sie buchen.',
  },
  taken: phrase({
    en: (accounts: string) => `This account was taken as yours: ${accounts}. You can change that in the settings.`,
    de: (accounts) => `Dieses Konto gilt nun als Ihres: ${accounts}. In den Einstellungen können Sie das ändern.`,
  }),
  questions: {
    dates: phrase({
      en: (sample: string) => `Does ${sample || 'a date'} begin with the day or with the month?`,
      de: (sample) => `Beginnt ${sample || 'ein Datum'} mit dem Tag oder mit dem Monat?`,
    }),
    numbers: phrase({
      en: (sample: string) => `Is the decimal mark of ${sample || 'the amounts'} a point or a comma?`,
      de: (sample) => `Ist das Dezimalzeichen von ${sample || 'Beträgen'} ein Punkt oder ein Komma?`,
    }),
    account: { en: () => 'Which account is the file of?', de: () => 'Zu welchem Konto gehört die Datei?' },
    currency: { en: () => 'Which currency are the amounts in?', de: () => 'In welcher Währung sind die Beträge?' },
    columns: {
      en: () => 'Which columns hold the day, the amount and the texts?',
      de: () => 'Welche Spalten enthalten Tag, Betrag und Texte?',
    },
  },
  questionTitle: {
    en: 'The file leaves this open. It proposes nothing until you answer.',
    de: 'Die Datei lässt das offen. Vor Ihrer Antwort schlägt sie nichts vor.',
  },
  options: {
    dmy: { en: 'Day first', de: 'Tag zuerst' },
    mdy: { en: 'Month first', de: 'Monat zuerst' },
    point: { en: 'Point', de: 'Punkt' },
    comma: { en: 'Comma', de: 'Komma' },
  },
  answer: { en: 'Import with these answers', de: 'Mit diesen Antworten einlesen' },
  empty: { en: 'No movements yet', de: 'Noch keine Bewegungen' },
  emptyText: {
    en: 'Download the movements of your account in your e-banking, and import the file above.',
    de: 'Laden Sie im Onlinebanking die Umsätze Ihres Kontos herunter, und lesen Sie die Datei oben ein.',
  },
  emptyReader: {
    en: 'An owner or administrator imports the files of the bank here.',
    de: 'Leitung und Verwaltung lesen hier die Dateien der Bank ein.',
  },
  none: { en: 'No movements of this kind', de: 'Keine Bewegungen dieser Art' },
  nothingOpen: { en: 'Nothing is open', de: 'Nichts ist offen' },
  nothingOpenText: {
    en: 'Every movement is explained. Import the next file when your bank has one.',
    de: 'Jede Bewegung ist erklärt. Lesen Sie die nächste Datei ein, sobald Ihre Bank eine hat.',
  },
  list: { en: 'Movements on the bank accounts', de: 'Bewegungen auf den Bankkonten' },
  noPayer: { en: 'Payer not named', de: 'Zahler nicht genannt' },
  noAccount: { en: 'Account not named', de: 'Konto nicht genannt' },
  noDay: { en: 'Without a day', de: 'Ohne Tag' },
  hoursFor: phrase({
    en: (hours: string, name: string) => `${hours} h for ${name}`,
    de: (hours, name) => `${hours} h für ${name}`,
  }),
  hoursBack: phrase({
    en: (hours: string, name: string) => `${hours} h back from ${name}`,
    de: (hours, name) => `${hours} h zurück von ${name}`,
  }),
  creditedTo: phrase({ en: (name: string) => `Hours of ${name}`, de: (name) => `Stunden von ${name}` }),
  own: {
    en: 'From your own file: another person approves it.',
    de: 'Aus Ihrer eigenen Datei: eine andere Person bucht sie.',
  },
  select: phrase({
    en: (name: string, amount: string) => `Select ${amount} from ${name}`,
    de: (name, amount) => `${amount} von ${name} auswählen`,
  }),
  details: phrase({
    en: (name: string, amount: string) => `Details of ${amount} from ${name}`,
    de: (name, amount) => `Einzelheiten zu ${amount} von ${name}`,
  }),
  approve: { en: 'Book', de: 'Buchen' },
  approveOne: phrase({
    en: (name: string, amount: string) => `Book ${amount} from ${name}`,
    de: (name, amount) => `${amount} von ${name} buchen`,
  }),
  approveSelected: phrase({
    en: (number: number) => `Book ${counted.en(number, 'selected line', 'selected lines')}`,
    de: (number) => `${counted.de(number, 'ausgewählte Zeile', 'ausgewählte Zeilen')} buchen`,
  }),
  approveAll: { en: 'Book all proposals', de: 'Alle Vorschläge buchen' },
  selectShown: { en: 'Select all that are shown', de: 'Alle gezeigten auswählen' },
  approveTitle: { en: 'Book these hours?', de: 'Diese Stunden buchen?' },
  approveText: phrase({
    en: (hours: string, members: number, lines: number) =>
      `${hours} hours for ${counted.en(members, 'member', 'members')}, from ${counted.en(lines, 'movement', 'movements')}.`,
    de: (hours, members, lines) =>
      `${hours} Stunden für ${counted.de(members, 'Mitglied', 'Mitglieder')}, aus ${counted.de(lines, 'Bewegung', 'Bewegungen')}.`,
  }),
  approveBack: phrase({
    en: (hours: string, members: number) => `${hours} hours go back from ${counted.en(members, 'member', 'members')}.`,
    de: (hours, members) => `${hours} Stunden gehen von ${counted.de(members, 'Mitglied', 'Mitgliedern')} zurück.`,
  }),
  approveOwn: phrase({
    en: (number: number) =>
      `${counted.en(number, 'proposal comes', 'proposals come')} from your own files. Another person approves them.`,
    de: (number) =>
      `${counted.de(number, 'Vorschlag kommt', 'Vorschläge kommen')} aus Ihren eigenen Dateien. Eine andere Person bucht sie.`,
  }),
  approveNothing: { en: 'There is nothing that you can book.', de: 'Es gibt nichts, das Sie buchen können.' },
  counting: { en: 'Adding up', de: 'Wird zusammengezählt' },
  approved: phrase({
    en: (number: number) => `${counted.en(number, 'movement is', 'movements are')} booked.`,
    de: (number) => `${counted.de(number, 'Bewegung ist', 'Bewegungen sind')} gebucht.`,
  }),
  refusedTitle: phrase({
    en: (number: number) => `${counted.en(number, 'movement was', 'movements were')} not booked`,
    de: (number) => `${counted.de(number, 'Bewegung wurde', 'Bewegungen wurden')} nicht gebucht`,
  }),
  refusedLine: phrase({
    en: (name: string, amount: string) => `${amount} from ${name}:`,
    de: (name, amount) => `${amount} von ${name}:`,
  }),
  refusedCodes: {
    limit_exceeded: {
      en: 'a limit is reached. Check the limits of the account, then book again.',
      de: 'Eine Grenze ist erreicht. Prüfen Sie die Grenzen des Kontos, und buchen Sie dann wieder.',
    },
    user_not_found: { en: 'the member is not there any more.', de: 'Das Mitglied gibt es nicht mehr.' },
    other: { en: 'the ledger does not allow it.', de: 'Das Stundenbuch erlaubt es nicht.' },
  },
  chooseMember: { en: 'Choose member', de: 'Mitglied wählen' },
  chooseMemberFor: phrase({
    en: (name: string, amount: string) => `Choose member for ${amount} from ${name}`,
    de: (name, amount) => `Mitglied wählen für ${amount} von ${name}`,
  }),
  changeMember: { en: 'Choose another member', de: 'Anderes Mitglied wählen' },
  changeMemberText: {
    en: 'The hours are taken from the member who has them now, and booked to the one you choose.',
    de: 'Die Stunden werden beim jetzigen Mitglied abgezogen und bei dem gebucht, das Sie wählen.',
  },
  member: { en: 'Member', de: 'Mitglied' },
  remember: { en: 'Also for later payments from this account', de: 'Auch für spätere Zahlungen von diesem Konto' },
  memberChosen: { en: 'Member chosen.', de: 'Mitglied gewählt.' },
  noMember: { en: 'Choose a member from the list.', de: 'Wählen Sie ein Mitglied aus der Liste.' },
  likely: phrase({
    en: (who: string) =>
      `Is it ${who}? The payer has this name, and the written reference differs from this member’s in one or two digits.`,
    de: (who) =>
      `Ist es ${who}? Der Zahler heißt so, und die geschriebene Referenz weicht von der dieses Mitglieds in ein oder zwei Ziffern ab.`,
  }),
  mayBe: phrase({
    en: (day: string, payer: string, words: string) =>
      `Is it this one? ${[day, payer, words].filter(Boolean).join(' · ')}`,
    de: (day, payer, words) => `Ist es diese? ${[day, payer, words].filter(Boolean).join(' · ')}`,
  }),
  mayBeIn: {
    open: { en: 'Not booked yet', de: 'Noch nicht gebucht' },
    booked: { en: 'Booked', de: 'Gebucht' },
    credited: { en: 'Credited', de: 'Gutgeschrieben' },
    returned: { en: 'Returned', de: 'Zurückgegangen' },
    not_ours: { en: 'Explained', de: 'Erklärt' },
  },
  same: { en: 'The same', de: 'Dieselbe' },
  sameFor: phrase({
    en: (name: string, amount: string) => `${amount} from ${name} is the same movement`,
    de: (name, amount) => `${amount} von ${name} ist dieselbe Bewegung`,
  }),
  sameDone: { en: 'Kept as one movement.', de: 'Als eine Bewegung behalten.' },
  another: { en: 'Another payment', de: 'Eine andere Zahlung' },
  anotherFor: phrase({
    en: (name: string, amount: string) => `${amount} from ${name} is another payment`,
    de: (name, amount) => `${amount} von ${name} ist eine andere Zahlung`,
  }),
  anotherDone: { en: 'Kept as another payment.', de: 'Als andere Zahlung behalten.' },
  reverseCredit: { en: 'Reverse hours', de: 'Stunden stornieren' },
  reverseCreditText: {
    en: 'Choose the credit that this money was paid back for. Its hours are taken from the member.',
    de: 'Wählen Sie die Gutschrift, für die dieses Geld zurückgezahlt wurde. Das Mitglied verliert ihre Stunden.',
  },
  credit: { en: 'Credit', de: 'Gutschrift' },
  noCredits: {
    en: 'This member has no credit that can be reversed.',
    de: 'Dieses Mitglied hat keine Gutschrift, die storniert werden kann.',
  },
  creditOption: phrase({
    en: (hours: string, day: string) => `${hours} of ${day}`,
    de: (hours, day) => `${hours} vom ${day}`,
  }),
  creditReversed: { en: 'The hours are reversed.', de: 'Die Stunden sind storniert.' },
  explain: { en: 'Explain', de: 'Erklären' },
  explainOne: phrase({
    en: (name: string, amount: string) => `Explain ${amount} of ${name}`,
    de: (name, amount) => `${amount} von ${name} erklären`,
  }),
  explainTitle: { en: 'What is this movement?', de: 'Was ist diese Bewegung?' },
  explainText: { en: 'It is then settled without hours.', de: 'Sie ist dann ohne Stunden erledigt.' },
  note: { en: 'Note', de: 'Notiz' },
  noteHint: {
    en: 'Such as “Rent for the hall”. At most 500 characters.',
    de: 'Zum Beispiel „Miete für den Saal“. Höchstens 500 Zeichen.',
  },
  explained: { en: 'Explained.', de: 'Erklärt.' },
  currency: { en: 'Currency', de: 'Währung' },
  why: { en: 'Why', de: 'Warum' },
  creditedMember: { en: 'Member', de: 'Mitglied' },
  facts: {
    payer: { en: 'Payer or payee', de: 'Zahler oder Empfänger' },
    payerAccount: { en: 'Their account', de: 'Dessen Konto' },
    account: { en: 'Your account', de: 'Ihr Konto' },
    day: { en: 'Booked on', de: 'Gebucht am' },
    amount: { en: 'Amount', de: 'Betrag' },
    text: { en: 'Text', de: 'Verwendungszweck' },
    reference: { en: 'Bank’s reference', de: 'Referenz der Bank' },
    endToEnd: { en: 'End-to-end id', de: 'End-to-End-Kennung' },
    what: { en: 'What it is', de: 'Was es ist' },
    credit: { en: 'Hours', de: 'Stunden' },
    note: { en: 'Note', de: 'Notiz' },
    importedBy: { en: 'Imported by', de: 'Eingelesen von' },
    decidedBy: { en: 'Decided by', de: 'Entschieden von' },
    line: { en: 'Line', de: 'Zeile' },
    returns: { en: 'Returns line', de: 'Gibt Zeile zurück' },
    sameAs: { en: 'The same as line', de: 'Dieselbe wie Zeile' },
    mayBe: { en: 'May be line', de: 'Vielleicht Zeile' },
  },
  by: phrase({ en: (name: string, at: string) => `${name}, ${at}`, de: (name, at) => `${name}, ${at}` }),
  commandLine: { en: 'Server operator', de: 'Serverbetrieb' },
  file: { en: 'File', de: 'Datei' },
  unnamed: { en: 'Without a name', de: 'Ohne Namen' },
  period: phrase({
    en: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    de: (from, to) => (from === to ? from : `${from} bis ${to}`),
  }),
  importedAt: { en: 'Imported', de: 'Eingelesen' },
  proofs: { en: 'Checks', de: 'Prüfungen' },
  noFiles: { en: 'No file has been imported yet.', de: 'Noch wurde keine Datei eingelesen.' },
  accounts: { en: 'Your bank accounts', de: 'Ihre Bankkonten' },
  accountsLead: {
    en: 'Only movements on these accounts are proposed for booking.',
    de: 'Nur Bewegungen auf diesen Konten werden zum Buchen vorgeschlagen.',
  },
  noAccounts: {
    en: 'No account yet. The first file adds its own.',
    de: 'Noch kein Konto. Die erste Datei trägt ihres ein.',
  },
  iban: { en: 'IBAN or account number', de: 'IBAN oder Kontonummer' },
  holder: { en: 'Account holder', de: 'Kontoinhaber' },
  noHolder: { en: 'Not named', de: 'Nicht genannt' },
  holderHint: {
    en: 'Exactly as the bank writes it. Payments of this holder are transfers between your own accounts.',
    de: 'Genau wie bei der Bank. Zahlungen mit diesem Namen sind Umbuchungen zwischen Ihren eigenen Konten.',
  },
  namedBy: {
    settings: { en: 'Entered here', de: 'Hier eingetragen' },
    file: { en: 'From the first file', de: 'Aus der ersten Datei' },
  },
  fileAccount: { en: 'Files that name no account', de: 'Dateien, die kein Konto nennen' },
  addAccount: { en: 'Add account', de: 'Konto hinzufügen' },
  changeAccount: phrase({ en: (account: string) => `Change ${account}`, de: (account) => `${account} ändern` }),
  change: { en: 'Change', de: 'Ändern' },
  work: { en: 'How you work', de: 'Arbeitsweise' },
  fourEyes: { en: 'Another person approves', de: 'Eine andere Person bucht' },
  fourEyesHint: {
    en: 'The person who imports a file cannot book its lines.',
    de: 'Wer eine Datei einliest, kann ihre Zeilen nicht buchen.',
  },
  days: { en: 'Days until the overview warns', de: 'Tage, bis die Übersicht mahnt' },
  daysHint: {
    en: 'The overview names movements that are open for longer. 1 to 366 days.',
    de: 'Die Übersicht nennt Bewegungen, die länger offen sind. 1 bis 366 Tage.',
  },
  daysFault: { en: 'Enter a number of days from 1 to 366.', de: 'Geben Sie eine Zahl von Tagen ein, 1 bis 366.' },
  saved: { en: 'Saved.', de: 'Gespeichert.' },
};
