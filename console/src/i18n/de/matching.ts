/** Der Auszug einer Bank, verglichen mit den Gutschriften. */
import type { Texts } from '../en/texts.ts';
import { counted } from './common.ts';

export const matching = {
  matching: {
    open: 'Mit Bankauszug vergleichen',
    title: 'Vergleich mit dem Bankauszug',
    lead: 'Laden Sie den Auszug Ihrer Bank hoch (camt.053-XML oder CSV). Er wird mit allen Gutschriften und Storni dieses Partners verglichen, die noch kein früherer Auszug erklärt. Keine Buchung ändert sich. Das Ergebnis wird für spätere Vergleiche gespeichert.',
    file: 'Auszugsdatei',
    fileHint:
      'Höchstens 32 MB. Der Dienst speichert den Dateinamen, einen Fingerabdruck und das Ergebnis, aber nicht die Datei.',
    choose: 'Datei wählen',
    go: 'Vergleichen',
    noFile: 'Wählen Sie zuerst eine Datei.',
    tooLarge: 'Die Datei ist größer als 32 MB. Wählen Sie eine kleinere.',
    settingsTitle: 'Einstellungen des Vergleichs',
    by: 'Zuordnung über',
    byMeans: {
      entry_reference: 'die bankeigene Referenz der Überweisung (AcctSvcrRef)',
      end_to_end_id: 'die End-to-End-Kennung des Zahlers',
    },
    worth: 'Wert einer Stunde',
    worthOne: (amount, currency) => `${amount} ${currency}`,
    worthNone: 'Nicht festgelegt. Beträge werden nicht verglichen.',
    change: 'Ändern',
    currency: 'Währung',
    currencyHint: 'Drei Buchstaben, etwa EUR.',
    amount: 'Betrag für eine Stunde',
    amountHint: 'Leer lassen, wenn Beträge in dieser Währung nicht verglichen werden sollen.',
    badAmount: 'Kein gültiger Betrag. Geben Sie eine Zahl über 0 ein, etwa 20 oder 12,50.',
    badCurrency: 'Keine gültige Währung. Geben Sie drei Großbuchstaben ein, etwa EUR.',
    saved: 'Gespeichert.',
    allGood: 'Alles stimmt überein',
    allGoodText: 'Jede Zahlung hat ihre Gutschrift, und jede Gutschrift hat ihre Zahlung.',
    differences: (number) => `${counted(number, 'Abweichung', 'Abweichungen')} zu prüfen`,
    waiting: (number) =>
      `Keine Abweichung, aber ${counted(number, 'Buchung wartet', 'Buchungen warten')} auf einen späteren Auszug`,
    period: (from, to) => `Zeitraum des Auszugs: ${from === to ? from : `${from} bis ${to}`}.`,
    noPeriod: 'Die Datei enthält kein Datum.',
    summary: (matched, returned) =>
      `${counted(matched, 'Zahlung passt zu ihrer Gutschrift', 'Zahlungen passen zu ihren Gutschriften')}, ${counted(returned, 'Rückzahlung passt zu ihrem Storno', 'Rückzahlungen passen zu ihren Storni')}.`,
    skipped: (others, notBooked) =>
      `Nicht verglichen: ${counted(others, 'andere Bewegung', 'andere Bewegungen')} (Gebühren, eigene Überweisungen) und ${counted(notBooked, 'noch nicht gebuchte Bewegung', 'noch nicht gebuchte Bewegungen')}.`,
    notAllowed: 'Sie können keine Datei vergleichen',
    notAllowedText: 'Der Dienst speichert jeden Vergleich. Nur Inhaber und Administratoren dürfen ihn starten.',
    truncated: 'Jede Liste zeigt nur die ersten 2.000 Einträge. Die Summen zählen alle.',
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
    takenBack: (day, reference) => `Storniert am ${day} als ${reference}.`,
    kinds: { credit: 'Gutschrift', reversal: 'Storno' },
    kind: 'Art',
    unread: 'Problem',
    entryAmount: (amount) => `${amount} im ganzen Eintrag`,
    couldBePayment: 'Das könnte eine Zahlung sein. Prüfen Sie es.',
    plainlyNone: 'Das ist keine Zahlung. Nichts zu tun.',
    unreadable: {
      line: 'Die Anführungszeichen passen nicht zusammen.',
      status: 'Der Buchungsstatus fehlt.',
      direction: 'Es ist weder als Eingang noch als Ausgang gekennzeichnet.',
      returned: 'Es ist unklar, ob die Zahlung zurückging.',
      amount: 'Der Betrag fehlt oder ist unlesbar.',
      currency: 'Die Währung fehlt.',
      booked_on: 'Das Buchungsdatum fehlt oder ist unlesbar.',
    },
    problems: {
      not_a_reference: 'Der Wert ist keine Referenz einer Überweisung.',
      no_entry_reference: 'Die bankeigene Referenz fehlt.',
      no_end_to_end_id: 'Die End-to-End-Kennung des Zahlers fehlt.',
      reference_repeated: 'Ein früherer Eintrag hat dieselbe Referenz.',
      reference_on_earlier_statement:
        'Eine Zahlung auf einem früheren Auszug hat dieselbe Referenz. Eine Gutschrift kann nicht für beide gelten.',
      other_case: 'Nur für die andere Schreibweise gibt es eine Gutschrift.',
      no_rate: 'Für diese Währung ist der Wert einer Stunde nicht festgelegt.',
      not_reversed: 'Die Gutschrift ist nicht storniert.',
      no_credit_known: 'Zu dieser Zahlung ist keine Gutschrift bekannt.',
      returned_twice: 'Ein anderer Eintrag hat die Zahlung zu dieser Gutschrift schon zurückgegeben.',
      returned_in_file: 'Auch die Rückzahlung steht auf diesem Auszug.',
    },
    amountProblem: (expected, credited) => `${expected} h erwartet, ${credited} h gutgeschrieben.`,
    named: (name) => `Der Zahler hat ${name} genannt.`,
    groups: {
      amount_differs: {
        title: 'Der Betrag weicht ab',
        todo: 'Bitten Sie den Partner, die Gutschrift zu stornieren und den richtigen Betrag gutzuschreiben. Wenn Beträge nicht verglichen werden oder alle um denselben Faktor abweichen, legen Sie unten den Wert einer Stunde fest.',
      },
      member_differs: {
        title: 'Einem anderen Mitglied gutgeschrieben',
        todo: 'Der Zahler hat ein anderes Mitglied genannt. Fragen Sie den Partner. Wenn der Zahler recht hat, soll der Partner die Gutschrift stornieren und dem genannten Mitglied gutschreiben.',
      },
      on_statement_not_credited: {
        title: 'Gezahlt, aber nicht gutgeschrieben',
        todo: 'Bitten Sie den Partner, die Gutschrift zu senden; doppelt gesendet schadet sie nicht. Wenn das Mitglied ausgetreten ist, geht die Zahlung an den Zahler zurück.',
      },
      credited_not_on_statement: {
        title: 'Gutgeschrieben, aber auf keinem Auszug',
        todo: 'Kein bisheriger Auszug erklärt diese Gutschriften. Vielleicht erklärt sie der nächste oder ein früherer, den Sie noch nicht verglichen haben. Wenn die Zahlung nie ankommt, bitten Sie den Partner, die Gutschrift zu stornieren.',
      },
      reversed_without_return: {
        title: 'Storniert, aber kein Auszug zeigt eine Rückzahlung',
        todo: 'Fragen Sie den Partner nach dem Grund. Wenn das Geld nicht zurückging, muss das Mitglied die Stunden wiederbekommen. Die Rückzahlung kann auch auf einem späteren Auszug stehen.',
      },
      returned_without_reversal: {
        title: 'Zahlung zurückgegangen, aber Gutschrift nicht storniert',
        todo: 'Bitten Sie den Partner, die Gutschrift zu stornieren.',
      },
      returned_without_credit: {
        title: 'Zahlung zurückgegangen, aber keine Gutschrift bekannt',
        todo: 'Wenn sie nie gutgeschrieben wurde, ist nichts zu tun. Wenn doch, bitten Sie den Partner, diese Gutschrift zu stornieren.',
      },
      unusable_reference: {
        title: 'Ohne brauchbare Referenz',
        todo: 'Diese Zahlungen lassen sich nicht automatisch zuordnen. Vergleichen Sie Namen und Beträge von Hand, und bitten Sie die Bank um bankeigene Referenzen.',
      },
      case_differs: {
        title: 'Referenz unterscheidet sich nur in Groß- und Kleinschreibung',
        todo: 'Fragen Sie den Partner, welche Schreibweise stimmt, bevor etwas gutgeschrieben wird. Der Dienst behandelt sie als zwei Zahlungen.',
      },
      not_understood: {
        title: 'Unlesbare Einträge',
        todo: 'Prüfen Sie diese Einträge im Auszug selbst. Alle anderen wurden verglichen.',
      },
      waiting_for_statement: {
        title: 'Warten auf einen späteren Auszug',
        todo: 'Gebucht nach dem letzten Tag des Auszugs. Vergleichen Sie den nächsten Auszug, sobald er da ist.',
      },
      returned_uncredited: {
        title: 'Gezahlt und zurückgegangen, nie gutgeschrieben',
        todo: 'Nichts zu tun. Das Geld wurde gezahlt und ging zurück, und niemandem wurde gutgeschrieben.',
      },
      corrected: {
        title: 'Korrigierte Gutschriften',
        todo: 'Nichts zu tun. Der Partner hat diese storniert und für dieselben Zahlungen andere Gutschriften gebucht.',
      },
      no_payment_reference: {
        title: 'Zahlungen ohne Zahlungsreferenz',
        todo: 'Der Zahler hat kein Mitglied genannt. Der Dienst kann nicht prüfen, ob dem richtigen gutgeschrieben wurde.',
      },
      matched: { title: 'Zugeordnete Zahlungen', todo: '' },
      returned: { title: 'Rückzahlungen mit ihrem Storno', todo: '' },
    },
  },
} satisfies Pick<Texts, 'matching'>;
