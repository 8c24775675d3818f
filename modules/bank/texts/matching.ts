/** A bank's statement compared with the credits. */

import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';
import { matchingProblems } from './matching-problems.ts';

export const matching = {
  matching: {
    open: { en: 'Compare with bank statement', de: 'Mit Bankauszug vergleichen' },
    file: { en: 'Statement file', de: 'Auszugsdatei' },
    settingsTitle: { en: 'Comparison settings', de: 'Einstellungen des Vergleichs' },
    by: { en: 'Matched by', de: 'Zuordnung über' },
    byMeans: {
      entry_reference: {
        en: 'the bank’s own transfer reference',
        de: 'die bankeigene Referenz der Überweisung',
      },
      end_to_end_id: { en: 'the payer’s end-to-end ID', de: 'die End-to-End-Kennung des Zahlers' },
    },
    change: { en: 'Change', de: 'Ändern' },
    currency: { en: 'Currency', de: 'Währung' },
    saved: { en: 'Saved.', de: 'Gespeichert.' },
    allGood: { en: 'Everything matches', de: 'Alles stimmt überein' },
    allGoodText: {
      en: 'Every payment has its credit, and every credit has its payment.',
      de: 'Jede Zahlung hat ihre Gutschrift, und jede Gutschrift hat ihre Zahlung.',
    },
    differences: phrase({
      en: (number: number) => `${counted.en(number, 'difference', 'differences')} to check`,
      de: (number) => `${counted.de(number, 'Abweichung', 'Abweichungen')} zu prüfen`,
    }),
    waiting: phrase({
      en: (number: number) =>
        `No differences, but ${counted.en(number, 'booking is', 'bookings are')} waiting for a later statement`,
      de: (number) =>
        `Keine Abweichung, aber ${counted.de(number, 'Buchung wartet', 'Buchungen warten')} auf einen späteren Auszug`,
    }),
    period: phrase({
      en: (from: string, to: string) => `Statement period: ${from === to ? from : `${from} to ${to}`}.`,
      de: (from, to) => `Zeitraum des Auszugs: ${from === to ? from : `${from} bis ${to}`}.`,
    }),
    noPeriod: { en: 'The file contains no dates.', de: 'Die Datei enthält kein Datum.' },
    summary: phrase({
      en: (matched: number, returned: number) =>
        `${counted.en(matched, 'payment matches its credit', 'payments match their credits')}, ${counted.en(returned, 'returned payment matches its reversal', 'returned payments match their reversals')}.`,
      de: (matched, returned) =>
        `${counted.de(matched, 'Zahlung passt zu ihrer Gutschrift', 'Zahlungen passen zu ihren Gutschriften')}, ${counted.de(returned, 'Rückzahlung passt zu ihrem Storno', 'Rückzahlungen passen zu ihren Storni')}.`,
    }),
    withoutRate: phrase({
      en: (number: number) =>
        `${counted.en(number, 'of these was', 'of these were')} compared by the money alone: no exchange rate is agreed, so the hours could not be compared.`,
      de: (number) =>
        `${counted.de(number, 'davon wurde', 'davon wurden')} nur nach dem Geld verglichen: Ein Umrechnungskurs ist nicht vereinbart, die Stunden ließen sich nicht vergleichen.`,
    }),
    notCompared: phrase({
      en: (number: number) =>
        `${counted.en(number, 'credit was', 'credits were')} not compared: there is no exchange rate`,
      de: (number) =>
        `${counted.de(number, 'Gutschrift wurde', 'Gutschriften wurden')} nicht verglichen: Es fehlt der Umrechnungskurs`,
    }),
    notAllowedText: {
      en: 'The service saves each comparison. Only owners and administrators may start one.',
      de: 'Der Dienst speichert jeden Vergleich. Nur Leitung und Verwaltung dürfen ihn starten.',
    },
    skipped: phrase({
      en: (others: number, notBooked: number) =>
        `Not compared: ${counted.en(others, 'other movement', 'other movements')} (fees, own transfers) and ${counted.en(notBooked, 'movement', 'movements')} not booked yet.`,
      de: (others, notBooked) =>
        `Nicht verglichen: ${counted.de(others, 'andere Bewegung', 'andere Bewegungen')} (Gebühren, eigene Überweisungen) und ${counted.de(notBooked, 'noch nicht gebuchte Bewegung', 'noch nicht gebuchte Bewegungen')}.`,
    }),
    reports: { en: 'Saved comparisons', de: 'Gespeicherte Vergleiche' },
    noReports: { en: 'No bank statement has been compared yet.', de: 'Noch wurde kein Bankauszug verglichen.' },
    unnamed: phrase({ en: (id: string) => `Comparison ${id}`, de: (id) => `Vergleich ${id}` }),
    commandLine: { en: 'Server operator', de: 'Serverbetrieb' },
    compared: { en: 'Compared', de: 'Verglichen' },
    days: { en: 'Statement period', de: 'Zeitraum des Auszugs' },
    partner: { en: 'Partner', de: 'Partner' },
    lines: { en: 'Differences', de: 'Abweichungen' },
    nothingOpen: { en: 'No open differences', de: 'Keine offenen Abweichungen' },
    toReports: { en: 'Back to the comparisons', de: 'Zurück zu den Vergleichen' },
    missing: { en: 'This comparison does not exist', de: 'Diesen Vergleich gibt es nicht' },
    allOpen: { en: 'Open differences of all comparisons', de: 'Offene Abweichungen aller Vergleiche' },
    waitingForPartner: phrase({
      en: (number: number) => `The partner still has to clear up ${counted.en(number, 'difference', 'differences')}`,
      de: (number) => `Der Partner muss noch ${counted.de(number, 'Abweichung', 'Abweichungen')} klären`,
    }),
    noLines: { en: 'No line has this status.', de: 'Keine Zeile hat diesen Status.' },
    print: { en: 'Print', de: 'Drucken' },
    state: { en: 'Status', de: 'Status' },
    all: { en: 'All', de: 'Alle' },
    states: {
      open: { en: 'Open', de: 'Offen' },
      asked: { en: 'Partner asked', de: 'Partner gefragt' },
      explained: { en: 'Explained', de: 'Geklärt' },
      settled: { en: 'Settled', de: 'Erledigt' },
      carried: { en: 'On a later comparison', de: 'In späterem Vergleich' },
    },
    set: {
      open: { en: 'Open again', de: 'Wieder offen' },
      asked: { en: 'Partner was asked', de: 'Partner wurde gefragt' },
      explained: { en: 'Explained: no action needed', de: 'Geklärt: nichts zu tun' },
    },
    later: {
      settled: { en: 'Settled by a later comparison', de: 'Durch einen späteren Vergleich erledigt' },
      carried: { en: 'Go to that comparison', de: 'Zu diesem Vergleich' },
    },
    changeLine: phrase({
      en: (state: string, number: string) => `${state}, change line ${number}`,
      de: (state, number) => `${state}, Zeile ${number} ändern`,
    }),
    stateSaved: phrase({ en: (state: string) => `Saved: ${state}.`, de: (state) => `Gespeichert: ${state}.` }),
    noteSaved: { en: 'Note saved.', de: 'Notiz gespeichert.' },
    writeNote: { en: 'Write a note', de: 'Notiz schreiben' },
    note: { en: 'Note', de: 'Notiz' },
    noteHint: {
      en: 'At most 500 characters. All administrators of your community can read it.',
      de: 'Höchstens 500 Zeichen. Alle, die Ihre Gemeinschaft verwalten, können sie lesen.',
    },
    changed: phrase({ en: (name: string, at: string) => `${name}, ${at}`, de: (name, at) => `${name}, ${at}` }),
    conflict: {
      en: 'Somebody else has changed this line in the meantime. It now shows the change.',
      de: 'Jemand anderes hat diese Zeile inzwischen geändert. Sie zeigt jetzt die Änderung.',
    },
    wrote: phrase({ en: (words: string) => `“${words}”`, de: (words) => `„${words}“` }),
    hoursOn: phrase({
      en: (hours: string, day: string) => `${hours} h on ${day}`,
      de: (hours, day) => `${hours} h am ${day}`,
    }),
    namedMember: { en: 'The payer named:', de: 'Der Zahler hat genannt:' },
    comparison: { en: 'Comparison', de: 'Vergleich' },
    fileOf: phrase({ en: (id: number) => `comparison-${id}`, de: (id) => `vergleich-${id}` }),
    fileOfOpen: { en: 'open-differences', de: 'offene-abweichungen' },
    line: { en: 'Line', de: 'Zeile' },
    changedBy: { en: 'Changed by', de: 'Geändert von' },
    changedAt: { en: 'Changed at', de: 'Geändert am' },
    place: { en: 'Position', de: 'Stelle' },
    day: { en: 'Date', de: 'Datum' },
    payerText: { en: 'Payment text', de: 'Verwendungszweck' },
    expected: { en: 'Hours expected', de: 'Stunden erwartet' },
    credited: { en: 'Hours credited', de: 'Stunden gutgeschrieben' },
    creditDay: { en: 'Credited on', de: 'Gutgeschrieben am' },
    at: {
      statement: phrase({
        en: (number: string, place: string) => `statement ${number}, ${place}`,
        de: (number, place) => `Auszug ${number}, ${place}`,
      }),
      rest: phrase({
        en: (place: string) => `${place}, without details`,
        de: (place) => `${place}, ohne Einzelposten`,
      }),
      entry: phrase({ en: (number: string) => `entry ${number}`, de: (number) => `Eintrag ${number}` }),
      detail: phrase({
        en: (entry: string, detail: string) => `entry ${entry}, detail ${detail}`,
        de: (entry, detail) => `Eintrag ${entry}, Einzelposten ${detail}`,
      }),
      line: phrase({ en: (number: string) => `line ${number}`, de: (number) => `Zeile ${number}` }),
    },
    amountPaid: { en: 'Paid', de: 'Gezahlt' },
    worthHours: phrase({ en: (hours: string) => `worth ${hours} h`, de: (hours) => `${hours} h wert` }),
    reference: { en: 'Reference', de: 'Referenz' },
    none: { en: 'none', de: 'keine' },
    credit: { en: 'Credit', de: 'Gutschrift' },
    noCredit: { en: 'none', de: 'keine' },
    reversedOn: phrase({
      en: (day: string, reference: string) => `Reversed on ${day} as ${reference}.`,
      de: (day, reference) => `Storniert am ${day} als ${reference}.`,
    }),
    kinds: {
      credit: { en: 'Credit', de: 'Gutschrift' },
      reversal: { en: 'Reversal', de: 'Storno' },
    },
    kind: { en: 'Type', de: 'Art' },
    unread: { en: 'Problem', de: 'Problem' },
    entryAmount: phrase({
      en: (amount: string) => `${amount} in the whole entry`,
      de: (amount) => `${amount} im ganzen Eintrag`,
    }),
    proofFound: phrase({
      en: (figure: string) => `${figure} by the entries`,
      de: (figure) => `${figure} nach den Einträgen`,
    }),
    proofProblem: phrase({
      en: (said: string, given: string) => `The file says ${said}, its entries give ${given}.`,
      de: (said, given) => `Die Datei sagt ${said}, ihre Einträge ergeben ${given}.`,
    }),
    proofs: {
      balance: { en: 'Closing balance', de: 'Endsaldo' },
      running_balance: { en: 'Running balance', de: 'laufender Saldo' },
      count: { en: 'Number of entries', de: 'Zahl der Einträge' },
      sum: { en: 'Sum', de: 'Summe' },
      page: { en: 'Pages', de: 'Seiten' },
      sequence: { en: 'Opening balance after the statement before', de: 'Anfangssaldo nach dem Auszug davor' },
      records: { en: 'Records', de: 'Sätze' },
      details: { en: 'Number of single payments', de: 'Zahl der Einzelzahlungen' },
      details_sum: { en: 'Sum of the single payments', de: 'Summe der Einzelzahlungen' },
      copy: { en: 'Copy', de: 'Kopie' },
    },
    couldBePayment: { en: 'This could be a payment. Check it.', de: 'Das könnte eine Zahlung sein. Prüfen Sie es.' },
    plainlyNone: { en: 'This is not a payment. No action needed.', de: 'Das ist keine Zahlung. Nichts zu tun.' },
    unreadable: {
      line: { en: 'The quotation marks do not match.', de: 'Die Anführungszeichen passen nicht zusammen.' },
      status: { en: 'The booking status is missing.', de: 'Der Buchungsstatus fehlt.' },
      direction: {
        en: 'It is neither marked as a credit nor as a debit.',
        de: 'Es ist weder als Eingang noch als Ausgang gekennzeichnet.',
      },
      returned: {
        en: 'It is unclear whether the payment was returned.',
        de: 'Es ist unklar, ob die Zahlung zurückging.',
      },
      amount: { en: 'The amount is missing or unreadable.', de: 'Der Betrag fehlt oder ist unlesbar.' },
      currency: { en: 'The currency is missing.', de: 'Die Währung fehlt.' },
      booked_on: { en: 'The booking date is missing or unreadable.', de: 'Das Buchungsdatum fehlt oder ist unlesbar.' },
    },
    ...matchingProblems,
    amountProblem: phrase({
      en: (expected: string, credited: string) => `${expected} h expected, ${credited} h credited.`,
      de: (expected, credited) => `${expected} h erwartet, ${credited} h gutgeschrieben.`,
    }),
    paymentProblem: phrase({
      en: (amount: string, currency: string) => `The partner sent ${amount} ${currency} with the credit.`,
      de: (amount, currency) => `Der Partner hat mit der Gutschrift ${amount} ${currency} gesendet.`,
    }),
    groups: {
      amount_differs: {
        title: { en: 'The amount differs', de: 'Der Betrag weicht ab' },
        todo: {
          en: 'Ask the partner to reverse the credit and to credit the right amount. If all of them differ by the same factor, check the exchange rate.',
          de: 'Bitten Sie den Partner, die Gutschrift zu stornieren und den richtigen Betrag gutzuschreiben. Wenn alle um denselben Faktor abweichen, prüfen Sie den Umrechnungskurs.',
        },
      },
      not_compared: {
        title: { en: 'Not compared: no exchange rate', de: 'Nicht verglichen: kein Umrechnungskurs' },
        todo: {
          en: 'These credits may be right. Set the exchange rate of their currency, and compare the statement again; no credit need be reversed for this.',
          de: 'Diese Gutschriften können richtig sein. Legen Sie den Kurs ihrer Währung fest, und vergleichen Sie den Auszug noch einmal; deswegen ist keine Gutschrift zu stornieren.',
        },
      },
      member_differs: {
        title: { en: 'Credited to a different member', de: 'Einem anderen Mitglied gutgeschrieben' },
        todo: {
          en: 'The payer named another member. Ask the partner. If the payer is right, the partner should reverse the credit and credit the named member.',
          de: 'Der Zahler hat ein anderes Mitglied genannt. Fragen Sie den Partner. Wenn der Zahler recht hat, soll der Partner die Gutschrift stornieren und dem genannten Mitglied gutschreiben.',
        },
      },
      on_statement_not_credited: {
        title: { en: 'Paid, but not credited', de: 'Gezahlt, aber nicht gutgeschrieben' },
        todo: {
          en: 'Ask the partner to send the credit; sending it twice is safe. If the member has left, the payment goes back to the payer.',
          de: 'Bitten Sie den Partner, die Gutschrift zu senden; doppelt gesendet schadet sie nicht. Wenn das Mitglied ausgetreten ist, geht die Zahlung an den Zahler zurück.',
        },
      },
      credited_not_on_statement: {
        title: { en: 'Credited, but not on any statement', de: 'Gutgeschrieben, aber auf keinem Auszug' },
        todo: {
          en: 'No statement so far explains these credits. The next one may, or an earlier one that you have not compared yet. If the payment never arrives, ask the partner to reverse the credit.',
          de: 'Kein bisheriger Auszug erklärt diese Gutschriften. Vielleicht erklärt sie der nächste oder ein früherer, den Sie noch nicht verglichen haben. Wenn die Zahlung nie ankommt, bitten Sie den Partner, die Gutschrift zu stornieren.',
        },
      },
      reversed_without_return: {
        title: {
          en: 'Reversed, but no statement shows a return',
          de: 'Storniert, aber kein Auszug zeigt eine Rückzahlung',
        },
        todo: {
          en: 'Ask the partner for the reason. If the money was not returned, the member must get the hours back. The return may also appear on a later statement.',
          de: 'Fragen Sie den Partner nach dem Grund. Wenn das Geld nicht zurückging, muss das Mitglied die Stunden wiederbekommen. Die Rückzahlung kann auch auf einem späteren Auszug stehen.',
        },
      },
      returned_without_reversal: {
        title: {
          en: 'Payment returned, but credit not reversed',
          de: 'Zahlung zurückgegangen, aber Gutschrift nicht storniert',
        },
        todo: {
          en: 'Ask the partner to reverse the credit.',
          de: 'Bitten Sie den Partner, die Gutschrift zu stornieren.',
        },
      },
      returned_without_credit: {
        title: {
          en: 'Payment returned, but no credit is known',
          de: 'Zahlung zurückgegangen, aber keine Gutschrift bekannt',
        },
        todo: {
          en: 'If it was never credited, no action is needed. If it was, ask the partner to reverse that credit.',
          de: 'Wenn sie nie gutgeschrieben wurde, ist nichts zu tun. Wenn doch, bitten Sie den Partner, diese Gutschrift zu stornieren.',
        },
      },
      unusable_reference: {
        title: { en: 'No usable reference', de: 'Ohne brauchbare Referenz' },
        todo: {
          en: 'These payments cannot be matched automatically. Compare names and amounts by hand, and ask the bank to include its own references.',
          de: 'Diese Zahlungen lassen sich nicht automatisch zuordnen. Vergleichen Sie Namen und Beträge von Hand, und bitten Sie die Bank um bankeigene Referenzen.',
        },
      },
      case_differs: {
        title: {
          en: 'Reference differs only in upper and lower case',
          de: 'Referenz unterscheidet sich nur in Groß- und Kleinschreibung',
        },
        todo: {
          en: 'Ask the partner which spelling is right before anything is credited. The service treats them as two payments.',
          de: 'Fragen Sie den Partner, welche Schreibweise stimmt, bevor etwas gutgeschrieben wird. Der Dienst behandelt sie als zwei Zahlungen.',
        },
      },
      proof_fails: {
        title: { en: 'Figures of the file that do not hold', de: 'Angaben der Datei, die nicht aufgehen' },
        todo: {
          en: 'The file may be incomplete. Download it again, and compare once more.',
          de: 'Vielleicht ist die Datei unvollständig. Laden Sie sie noch einmal herunter und vergleichen Sie erneut.',
        },
      },
      not_understood: {
        title: { en: 'Unreadable entries', de: 'Unlesbare Einträge' },
        todo: {
          en: 'Check these entries in the statement itself. All others were compared.',
          de: 'Prüfen Sie diese Einträge im Auszug selbst. Alle anderen wurden verglichen.',
        },
      },
      waiting_for_statement: {
        title: { en: 'Waiting for a later statement', de: 'Warten auf einen späteren Auszug' },
        todo: {
          en: 'These were booked after the last day of the statement. Compare the next statement when you receive it.',
          de: 'Gebucht nach dem letzten Tag des Auszugs. Vergleichen Sie den nächsten Auszug, sobald er da ist.',
        },
      },
      returned_uncredited: {
        title: { en: 'Paid and returned, never credited', de: 'Gezahlt und zurückgegangen, nie gutgeschrieben' },
        todo: {
          en: 'No action needed. The money was paid and returned, and nobody was credited.',
          de: 'Nichts zu tun. Das Geld wurde gezahlt und ging zurück, und niemandem wurde gutgeschrieben.',
        },
      },
      corrected: {
        title: { en: 'Corrected credits', de: 'Korrigierte Gutschriften' },
        todo: {
          en: 'No action needed. The partner reversed these and booked other credits for the same payments.',
          de: 'Nichts zu tun. Der Partner hat diese storniert und für dieselben Zahlungen andere Gutschriften gebucht.',
        },
      },
      no_payment_reference: {
        title: { en: 'Payments without a payment reference', de: 'Zahlungen ohne Zahlungsreferenz' },
        todo: {
          en: 'The payer named no member. The service cannot check whether the right member was credited.',
          de: 'Der Zahler hat kein Mitglied genannt. Der Dienst kann nicht prüfen, ob dem richtigen gutgeschrieben wurde.',
        },
      },
    },
  },
};
