/** Payment slips. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const payingIn = {
  open: { en: 'Payment slip', de: 'Zahlschein' },
  title: phrase({ en: (name: string) => `Payment slip for ${name}`, de: (name) => `Zahlschein für ${name}` }),
  lead: {
    en: 'The member, or a person who pays for the member, scans the code or copies account and reference.',
    de: 'Das Mitglied oder eine Person, die für das Mitglied zahlt, scannt den Code oder übernimmt Konto und Referenz.',
  },
  back: { en: 'Back to the member', de: 'Zurück zum Mitglied' },
  terms: { en: 'What to pay', de: 'Was zu zahlen ist' },
  amount: { en: 'Amount', de: 'Betrag' },
  amountHint: { en: 'Empty: the payer decides.', de: 'Leer: Wer zahlt, entscheidet.' },
  hours: { en: 'Or hours', de: 'Oder Stunden' },
  hoursHint: { en: 'The amount follows from the rate of today.', de: 'Der Betrag folgt aus dem heutigen Kurs.' },
  language: { en: 'Language of the slip', de: 'Sprache des Zahlscheins' },
  account: { en: 'Account', de: 'Konto' },
  show: { en: 'Update slip', de: 'Zahlschein aktualisieren' },
  facts: {
    holder: { en: 'Payable to', de: 'Zahlbar an' },
    account: { en: 'Account', de: 'Konto' },
    reference: { en: 'Reference', de: 'Referenz' },
    amount: { en: 'Amount', de: 'Betrag' },
    rate: { en: 'Rate', de: 'Kurs' },
    hours: { en: 'Hours', de: 'Stunden' },
  },
  anyAmount: phrase({
    en: (currency: string) => `${currency}, typed by the payer`,
    de: (currency) => `${currency}, frei wählbar`,
  }),
  rate: phrase({
    en: (hours: string, money: string) => `${hours} = ${money}`,
    de: (hours, money) => `${hours} = ${money}`,
  }),
  noRate: { en: 'No rate is set for this currency.', de: 'Für diese Währung ist kein Kurs festgelegt.' },
  noCode: {
    en: 'Banking apps know no code for this account and currency. The slip has none.',
    de: 'Für dieses Konto in dieser Währung kennen Banking-Apps keinen Code. Der Zahlschein hat keinen.',
  },
  paper: { en: 'Slip', de: 'Zahlschein' },
  picture: phrase({
    en: (name: string) => `Payment slip for ${name}, as it is printed`,
    de: (name) => `Zahlschein für ${name}, wie er gedruckt wird`,
  }),
  print: { en: 'Print', de: 'Drucken' },
  save: { en: 'Save as PDF', de: 'Als PDF speichern' },
  missing: { en: 'A setting is missing', de: 'Eine Einstellung fehlt' },
  toSettings: { en: 'Bank accounts', de: 'Bankkonten' },
  all: { en: 'Payment slips for all members', de: 'Zahlscheine für alle Mitglieder' },
  allLead: {
    en: 'A PDF with a page for each active member, without an amount.',
    de: 'Ein PDF mit einer Seite für jedes aktive Mitglied, ohne Betrag.',
  },
  toSome: { en: 'Choose members', de: 'Mitglieder wählen' },
  some: { en: 'Chosen members', de: 'Gewählte Mitglieder' },
  someLead: {
    en: 'Tick members in the list, then save their payment slips, write to them, print letters, or record what the booklet may say.',
    de: 'Wählen Sie Mitglieder in der Liste. Dann speichern Sie ihre Zahlscheine, schreiben ihnen, drucken Briefe oder tragen ein, was im Heft stehen darf.',
  },
  chooseShown: { en: 'Choose all that are shown', de: 'Alle gezeigten wählen' },
  chooseNone: { en: 'Choose none', de: 'Keine wählen' },
  saveChosen: phrase({
    en: (count: number) => `Save as PDF (${counted.en(count, 'slip', 'slips')})`,
    de: (count) => `Als PDF speichern (${counted.de(count, 'Zahlschein', 'Zahlscheine')})`,
  }),
  saved: phrase({
    en: (slips: number) => `${counted.en(slips, 'slip is', 'slips are')} saved.`,
    de: (slips) => `${counted.de(slips, 'Zahlschein ist', 'Zahlscheine sind')} gespeichert.`,
  }),
  address: { en: 'Address of the holder', de: 'Adresse zum Konto' },
  addressHint: { en: 'Swiss payment slips need it.', de: 'Zahlscheine für Schweizer Konten brauchen sie.' },
  street: { en: 'Street', de: 'Straße' },
  houseNumber: { en: 'Number', de: 'Nummer' },
  postcode: { en: 'Postcode', de: 'Postleitzahl' },
  town: { en: 'Town', de: 'Ort' },
  country: { en: 'Country', de: 'Land' },
  /** Why there is no slip, by the code of the fault. */
  faults: {
    no_bank_account: {
      en: 'No bank account of the community is named yet.',
      de: 'Es ist noch kein Bankkonto der Gemeinschaft genannt.',
    },
    several_accounts: {
      en: 'The community has several accounts. Choose one.',
      de: 'Die Gemeinschaft hat mehrere Konten. Wählen Sie eines.',
    },
    unknown_account: {
      en: 'This account is not named in the settings.',
      de: 'Dieses Konto ist in den Einstellungen nicht genannt.',
    },
    no_iban: {
      en: 'The account has no IBAN. Name it with its IBAN.',
      de: 'Das Konto hat keine IBAN. Nennen Sie es mit seiner IBAN.',
    },
    qr_iban: {
      en: 'This is a QR-IBAN, which takes no reference of a member. Name the ordinary IBAN of the account.',
      de: 'Das ist eine QR-IBAN, die keine Referenz eines Mitglieds annimmt. Nennen Sie die gewöhnliche IBAN des Kontos.',
    },
    no_account_holder: { en: 'The holder of the account is not named.', de: 'Es fehlt, auf wen das Konto lautet.' },
    holder_too_long: {
      en: 'The name of the account holder is too long: a slip has room for 70 characters. Name it as the bank prints it.',
      de: 'Der Name des Kontoinhabers ist zu lang: Ein Zahlschein hat Platz für 70 Zeichen. Nennen Sie ihn, wie die Bank ihn druckt.',
    },
    no_holder_address: {
      en: 'A Swiss slip needs the address of the account holder.',
      de: 'Ein Schweizer Zahlschein braucht die Adresse des Kontoinhabers.',
    },
    not_latin: {
      en: 'A Swiss slip takes Latin letters and plain signs only. Name or address of the holder has others.',
      de: 'Ein Schweizer Zahlschein nimmt nur lateinische Buchstaben und einfache Zeichen. Name oder Adresse zum Konto hat andere.',
    },
    invalid_amount: { en: 'Enter an amount such as 20.00.', de: 'Geben Sie einen Betrag ein, zum Beispiel 20,00.' },
    invalid_hours: { en: 'Enter hours such as 1.5 or 1:30.', de: 'Geben Sie Stunden ein, zum Beispiel 1,5 oder 1:30.' },
    amount_or_hours: {
      en: 'Enter an amount or hours, not both.',
      de: 'Geben Sie Betrag oder Stunden ein, nicht beides.',
    },
    no_rate: {
      en: 'Without a rate for this currency, hours have no price.',
      de: 'Ohne Kurs für diese Währung haben Stunden keinen Preis.',
    },
  },
};
