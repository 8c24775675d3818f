/** What is odd in a line of a statement that is compared. */

export const matchingProblems = {
  problems: {
    not_a_reference: {
      en: 'The value is not a transfer reference.',
      de: 'Der Wert ist keine Referenz einer Überweisung.',
    },
    no_entry_reference: { en: 'The bank’s own reference is missing.', de: 'Die bankeigene Referenz fehlt.' },
    no_end_to_end_id: {
      en: 'The payer’s end-to-end ID is missing.',
      de: 'Die End-to-End-Kennung des Zahlers fehlt.',
    },
    reference_repeated: {
      en: 'An earlier entry has the same reference.',
      de: 'Ein früherer Eintrag hat dieselbe Referenz.',
    },
    reference_on_earlier_statement: {
      en: 'A payment on an earlier statement has the same reference. One credit cannot cover both.',
      de: 'Eine Zahlung auf einem früheren Auszug hat dieselbe Referenz. Eine Gutschrift kann nicht für beide gelten.',
    },
    other_case: {
      en: 'A credit exists only for the other spelling.',
      de: 'Nur für die andere Schreibweise gibt es eine Gutschrift.',
    },
    no_rate: {
      en: 'No exchange rate is agreed for this currency.',
      de: 'Für diese Währung ist kein Umrechnungskurs vereinbart.',
    },
    not_reversed: { en: 'The credit has not been reversed.', de: 'Die Gutschrift ist nicht storniert.' },
    no_credit_known: {
      en: 'No credit is known for this payment.',
      de: 'Zu dieser Zahlung ist keine Gutschrift bekannt.',
    },
    returned_twice: {
      en: 'Another entry already returned the payment for this credit.',
      de: 'Ein anderer Eintrag hat die Zahlung zu dieser Gutschrift schon zurückgegeben.',
    },
    returned_in_file: {
      en: 'The return is also on this statement.',
      de: 'Auch die Rückzahlung steht auf diesem Auszug.',
    },
    details_missing: {
      en: 'The file does not list the single payments. The bank offers them as camt.054.',
      de: 'Die Datei nennt die einzelnen Zahlungen nicht. Die Bank bietet sie als camt.054 an.',
    },
    may_be_return: {
      en: 'This may be a return: it matches an earlier payment.',
      de: 'Das kann eine Rückzahlung sein: Sie passt zu einer früheren Zahlung.',
    },
    may_be_booked_twice: {
      en: 'Booked twice? The inbox has booked a movement without a reference of the bank for the same member and hours. If it was one payment, reverse one of the bookings; if there were two, import the file with the other, or explain it here.',
      de: 'Doppelt gebucht? Der Bankeingang hat für dasselbe Mitglied ebenso viele Stunden aus einer Bewegung ohne Referenz der Bank gebucht. War es eine Zahlung, machen Sie eine der Buchungen rückgängig; waren es zwei, lesen Sie die Datei mit der anderen ein, oder erklären Sie es hier.',
    },
  },
};
