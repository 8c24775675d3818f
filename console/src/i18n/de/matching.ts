/** Der Auszug einer Bank, verglichen mit den Gutschriften. */
import type { Texts } from '../en/texts.ts';
import { counted } from './common.ts';

export const matching = {
  matching: {
    open: 'Mit der Datei der Bank vergleichen',
    title: 'Mit der Datei der Bank vergleichen',
    lead: 'Der Auszug Ihrer Bank (camt.053-XML oder CSV) wird mit allem verglichen, was dieser Partner gutgeschrieben oder zurückgenommen hat und was noch kein Auszug erklärt. Keine Buchung wird geändert; was die Datei erklärt, wird gemerkt.',
    file: 'Auszugsdatei',
    fileHint: 'Höchstens 32 MB. Aufgehoben werden ihr Name, ein Fingerabdruck und das Ergebnis, nicht die Datei.',
    choose: 'Datei wählen',
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
    allGoodText: 'Jede Zahlung hat ihre Gutschrift, und keine Gutschrift ist ohne Zahlung.',
    differences: (number) => `${counted(number, 'Unterschied', 'Unterschiede')} anzusehen`,
    waiting: (number) =>
      `Kein Unterschied, aber ${counted(number, 'Buchung wartet', 'Buchungen warten')} auf einen späteren Auszug`,
    period: (from, to) => `Tage der Bank: ${from === to ? from : `${from} bis ${to}`}.`,
    noPeriod: 'Die Datei nennt keinen Tag.',
    summary: (matched, returned) =>
      `${counted(matched, 'Zahlung stimmt', 'Zahlungen stimmen')} überein, ${counted(returned, 'zurückgegangene Zahlung ist', 'zurückgegangene Zahlungen sind')} zurückgenommen.`,
    skipped: (others, notBooked) =>
      `Beiseitegelassen: ${counted(others, 'andere Bewegung', 'andere Bewegungen')} (Gebühren, eigene Überweisungen), ${counted(notBooked, 'noch nicht gebuchte', 'noch nicht gebuchte')}.`,
    notAllowed: 'Sie können keine Datei vergleichen',
    notAllowedText: 'Ein Vergleich wird gemerkt. Nur Inhaber und Verwalter dürfen ihn starten.',
    truncated: 'Nur die ersten 2.000 jeder Art sind aufgeführt; die Zahlen zählen alle.',
    at: {
      entry: (number) => `Eintrag ${number}`,
      detail: (entry, detail) => `Eintrag ${entry}, Einzelposten ${detail}`,
      line: (number) => `Zeile ${number}`,
    },
    amountPaid: 'Gezahlt',
    worthHours: (hours) => `${hours} h wert`,
    reference: 'Referenz',
    none: 'keine',
    credit: 'Gutschrift',
    creditOf: (hours, name) => `${hours} h an ${name}`,
    noCredit: 'keine',
    takenBack: (day, reference) => `Zurückgenommen am ${day} als ${reference}.`,
    kinds: { credit: 'Gutschrift', reversal: 'Rücknahme' },
    kind: 'Was',
    unread: 'Was fehlt',
    entryAmount: (amount) => `${amount} im ganzen Eintrag`,
    couldBePayment: 'Könnte eine Zahlung sein: Sehen Sie nach.',
    plainlyNone: 'Sicher keine Zahlung: nichts zu tun.',
    unreadable: {
      line: 'Ihre Anführungszeichen passen nicht zusammen.',
      status: 'Es steht nicht da, ob gebucht ist.',
      direction: 'Es ist weder Eingang noch Ausgang.',
      returned: 'Es steht nicht da, ob die Zahlung zurückging.',
      amount: 'Kein lesbarer Betrag.',
      currency: 'Keine Währung.',
      booked_on: 'Kein lesbarer Tag.',
    },
    problems: {
      not_a_reference: 'Was dort steht, nennt keine Überweisung.',
      no_entry_reference: 'Die Bank gab keine eigene Referenz an.',
      no_end_to_end_id: 'Der Zahler gab keine End-to-End-Kennung an.',
      reference_repeated: 'Ein früherer Eintrag hat dieselbe Referenz.',
      reference_on_earlier_statement:
        'Eine Zahlung auf einem früheren Auszug hat dieselbe Referenz. Eine Gutschrift kann nicht für beide sein.',
      other_case: 'Nur die andere Schreibweise ist gutgeschrieben.',
      no_rate: 'Es ist nicht gesetzt, was diese Währung wert ist.',
      not_reversed: 'Die Gutschrift ist nicht zurückgenommen.',
      no_credit_known: 'Zu dieser Zahlung ist keine Gutschrift bekannt.',
      returned_twice: 'Ein anderer Eintrag ist schon die Rückgabe zu dieser Gutschrift.',
      returned_in_file: 'Auch die Rückgabe steht auf diesem Auszug.',
    },
    amountProblem: (expected, credited) => `${expected} h erwartet, ${credited} h gutgeschrieben.`,
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
        title: 'Gutgeschrieben, aber auf keinem Auszug',
        todo: 'Kein Auszug bis zu diesem erklärt sie. Vielleicht der nächste, oder einer, der nie verglichen wurde. Kommt die Zahlung nie an, bitten Sie den Partner, die Gutschrift zurückzunehmen.',
      },
      reversed_without_return: {
        title: 'Zurückgenommen, aber kein Auszug zeigt eine Rückgabe',
        todo: 'Fragen Sie den Partner, warum. Blieb das Geld da, muss das Mitglied die Stunden wiederbekommen. Die Rückgabe kann auch auf einem späteren Auszug stehen.',
      },
      returned_without_reversal: {
        title: 'Die Zahlung ging zurück, aber die Gutschrift steht noch',
        todo: 'Bitten Sie den Partner, die Gutschrift zurückzunehmen.',
      },
      returned_without_credit: {
        title: 'Die Zahlung ging zurück, und keine Gutschrift dazu ist bekannt',
        todo: 'Wurde sie nie gutgeschrieben, ist nichts zu tun. Wurde sie es, bitten Sie den Partner, diese Gutschrift zurückzunehmen.',
      },
      unusable_reference: {
        title: 'Ohne brauchbare Referenz',
        todo: 'Diese lassen sich nicht von selbst vergleichen. Vergleichen Sie Namen und Betrag von Hand, und bitten Sie die Bank um eigene Referenzen.',
      },
      case_differs: {
        title: 'Die Referenz unterscheidet sich nur in der Großschreibung',
        todo: 'Fragen Sie den Partner, was stimmt, bevor etwas gutgeschrieben wird: Für den Dienst sind das zwei Zahlungen.',
      },
      not_understood: {
        title: 'Nicht verstanden',
        todo: 'Sehen Sie diese Zeilen im Auszug selbst an. Die anderen wurden verglichen.',
      },
      waiting_for_statement: {
        title: 'Warten auf einen späteren Auszug',
        todo: 'Gebucht nach dem letzten Tag der Bank. Vergleichen Sie den nächsten Auszug, sobald er da ist.',
      },
      returned_uncredited: {
        title: 'Gezahlt und zurückgegangen, nie gutgeschrieben',
        todo: 'Nichts zu tun: Das Geld kam und ging, und niemandem wurde gutgeschrieben.',
      },
      no_payment_reference: {
        title: 'Zahlungen ohne Zahlungsreferenz',
        todo: 'Der Zahler nannte kein Mitglied. Ob dem richtigen gutgeschrieben wurde, ließ sich also nicht prüfen.',
      },
      matched: { title: 'Zahlungen, die übereinstimmen', todo: '' },
      returned: { title: 'Zurückgegangene Zahlungen, die zurückgenommen sind', todo: '' },
    },
  },
} satisfies Pick<Texts, 'matching'>;
