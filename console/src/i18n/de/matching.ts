/** Der Auszug einer Bank, verglichen mit den Gutschriften. */
import type { Texts } from '../text.ts';
import { counted } from './common.ts';

export const matching = {
  matching: {
    open: 'Mit der Datei der Bank vergleichen',
    title: 'Mit der Datei der Bank vergleichen',
    lead: 'Der Auszug Ihrer Bank (camt.053-XML oder CSV) wird mit dem verglichen, was dieser Partner gutgeschrieben hat. Nichts wird geändert.',
    file: 'Auszugsdatei',
    fileHint: 'Höchstens 32 MB. Sie wird gelesen und verglichen, nicht aufgehoben.',
    choose: 'Datei wählen',
    day: 'Nur für Gutschriften dieses Tages',
    dayHint: 'Leer: die Tage des Auszugs. Tage sind UTC-Tage.',
    go: 'Vergleichen',
    noFile: 'Wählen Sie zuerst eine Datei.',
    tooLarge: 'Die Datei ist größer als 32 MB.',
    settingsTitle: 'Wie verglichen wird',
    by: 'Gutschriften tragen',
    byMeans: {
      entry_reference: 'die eigene Referenz der Bank für die Überweisung (AcctSvcrRef)',
      end_to_end_id: 'die End-to-End-Kennung des Zahlers',
    },
    worth: 'Eine Stunde ist wert',
    worthOne: (amount, currency) => `${amount} ${currency}`,
    worthNone: 'Nicht gesetzt: Beträge werden nicht verglichen.',
    change: 'Ändern',
    currency: 'Währung',
    currencyHint: 'Drei Buchstaben, etwa EUR',
    amount: 'Betrag für eine Stunde',
    amountHint: 'Leer: Beträge in dieser Währung werden nicht verglichen.',
    badAmount: 'Eine Zahl über 0, etwa 20 oder 12,50.',
    badCurrency: 'Drei Großbuchstaben, etwa EUR.',
    saved: 'Gespeichert.',
    allGood: 'Alles stimmt überein',
    allGoodText: (payments, days) =>
      `${counted(payments, 'Zahlung', 'Zahlungen')} und jede Gutschrift von ${days} stimmen überein.`,
    differences: (number) => `${counted(number, 'Unterschied', 'Unterschiede')} anzusehen`,
    period: (from, to) => (from === to ? from : `${from} bis ${to}`),
    summary: (matched, returned) =>
      `${counted(matched, 'Zahlung stimmt', 'Zahlungen stimmen')} überein, ${counted(returned, 'zurückgegangene Zahlung ist', 'zurückgegangene Zahlungen sind')} zurückgenommen.`,
    skipped: (others, notBooked) =>
      `Beiseitegelassen: ${counted(others, 'andere Bewegung', 'andere Bewegungen')} (Gebühren, eigene Überweisungen), ${counted(notBooked, 'noch nicht gebuchte', 'noch nicht gebuchte')}.`,
    truncated: 'Nur die ersten 2.000 jeder Art sind aufgeführt; die Zahlen zählen alle.',
    place: 'In der Datei',
    amountPaid: 'Gezahlt',
    worthHours: (hours) => `${hours} h wert`,
    reference: 'Referenz',
    none: 'keine',
    credit: 'Gutschrift',
    creditOf: (hours, name) => `${hours} h an ${name}`,
    noCredit: 'keine',
    named: (name) => `Der Zahler nannte ${name}.`,
    groups: {
      amount_differs: {
        title: 'Der Betrag weicht ab',
        todo: 'Bitten Sie den Partner, die Gutschrift zurückzunehmen und den richtigen Betrag gutzuschreiben. Werden Beträge nicht verglichen oder weichen alle um denselben Faktor ab, sagen Sie unten, was eine Stunde wert ist.',
      },
      member_differs: {
        title: 'Jemand anderem gutgeschrieben, als der Zahler nannte',
        todo: 'Fragen Sie den Partner. Hat der Zahler recht: die Gutschrift zurücknehmen und dem genannten Mitglied gutschreiben.',
      },
      on_statement_not_credited: {
        title: 'Gezahlt, aber nicht gutgeschrieben',
        todo: 'Bitten Sie den Partner, die Gutschrift zu senden; sie zu wiederholen schadet nicht. Ist das Mitglied ausgetreten, geht die Zahlung an den Zahler zurück.',
      },
      credited_not_on_statement: {
        title: 'Gutgeschrieben, aber nicht auf dem Auszug',
        todo: 'Vergleichen Sie auch den Auszug des nächsten Tages. Kommt die Zahlung nie an, bitten Sie den Partner, die Gutschrift zurückzunehmen.',
      },
      returned_without_reversal: {
        title: 'Die Zahlung ging zurück, aber die Gutschrift steht noch',
        todo: 'Bitten Sie den Partner, die Gutschrift zurückzunehmen.',
      },
      unusable_reference: {
        title: 'Ohne brauchbare Referenz',
        todo: 'Diese lassen sich nicht von selbst vergleichen. Vergleichen Sie Namen und Betrag von Hand, und bitten Sie die Bank um eigene Referenzen.',
      },
      case_differs: {
        title: 'Die Referenz unterscheidet sich nur in der Großschreibung',
        todo: 'Fragen Sie den Partner, was stimmt, bevor etwas gutgeschrieben wird: Für den Dienst sind das zwei Zahlungen.',
      },
      matched: { title: 'Zahlungen, die übereinstimmen', todo: '' },
      returned: { title: 'Zurückgegangene Zahlungen, die zurückgenommen sind', todo: '' },
    },
  },
} satisfies Pick<Texts, 'matching'>;
