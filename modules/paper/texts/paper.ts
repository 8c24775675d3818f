/** Lists, statements and letters on paper. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { grouped } from '../../../console/src/texts/counted.ts';

export const paper = {
  paper: {
    signatures: { en: 'Column for signatures', de: 'Spalte für Unterschriften' },
    signature: { en: 'Signature', de: 'Unterschrift' },
    landscape: { en: 'Landscape', de: 'Querformat' },
    rows: phrase({
      en: (shown: string, one: boolean) => `${shown} ${one ? 'row' : 'rows'}`,
      de: (shown, one) => `${shown} ${one ? 'Zeile' : 'Zeilen'}`,
    }),
    first: { en: 'There are more: set a filter', de: 'Es gibt mehr: Setzen Sie einen Filter' },
  },
  period: {
    kind: { en: 'Period', de: 'Zeitraum' },
    kinds: {
      year: { en: 'Year', de: 'Jahr' },
      quarter: { en: 'Quarter', de: 'Quartal' },
      month: { en: 'Month', de: 'Monat' },
      days: { en: 'From one day to another', de: 'Von einem Tag bis zu einem anderen' },
    },
    quarterOf: phrase({
      en: (number: number, year: string) => `Quarter ${number} of ${year}`,
      de: (number, year) => `${number}. Quartal ${year}`,
    }),
    fromTo: phrase({ en: (from: string, to: string) => `${from} to ${to}`, de: (from, to) => `${from} bis ${to}` }),
  },
  toCall: {
    title: { en: 'Who needs a call', de: 'Wer einen Anruf braucht' },
    lead: {
      en: 'Active members for whom there is a reason. A member who was called is off the list for a while.',
      de: 'Aktive Mitglieder, bei denen es einen Anlass gibt. Wer angerufen wurde, steht eine Weile nicht auf der Liste.',
    },
    line: phrase({
      en: (count: number, more: boolean) =>
        `${grouped.en(count)}${more ? ' or more' : ''} ${count === 1 && !more ? 'member' : 'members'} might need a call`,
      de: (count, more) =>
        count === 1 && !more
          ? '1 Mitglied braucht vielleicht einen Anruf'
          : `${grouped.de(count)}${more ? ' oder mehr' : ''} Mitglieder brauchen vielleicht einen Anruf`,
    }),
    lineTodo: {
      en: 'The list says why, with the telephone number.',
      de: 'Die Liste nennt den Anlass und die Telefonnummer.',
    },
    name: { en: 'Member', de: 'Mitglied' },
    number: { en: 'Number', de: 'Nummer' },
    phone: { en: 'Telephone', de: 'Telefon' },
    email: { en: 'E-mail', de: 'E-Mail' },
    reason: { en: 'Reason', de: 'Anlass' },
    everyReason: { en: 'All reasons', de: 'Alle Anlässe' },
    months: { en: 'Looks back', de: 'Rückblick' },
    monthsOf: phrase({
      en: (count: number) => (count === 1 ? '1 month' : `${count} months`),
      de: (count) => (count === 1 ? '1 Monat' : `${count} Monate`),
    }),
    lastExchange: { en: 'Last exchange', de: 'Letzter Einsatz' },
    balance: { en: 'Balance', de: 'Kontostand' },
    lastCall: { en: 'Last call', de: 'Letzter Anruf' },
    reasons: {
      no_exchange: { en: 'No exchange', de: 'Kein Einsatz' },
      leaving: { en: 'Wants to leave', de: 'Möchte gehen' },
      no_offer: { en: 'Nothing offered', de: 'Nichts angeboten' },
      only_given: { en: 'Only gave help', de: 'Nur Hilfe gegeben' },
      below_zero: { en: 'Long below zero', de: 'Lange im Minus' },
      check_ending: { en: 'A check ends', de: 'Nachweis läuft ab' },
    },
    reasonsMean: {
      no_exchange: phrase({
        en: (months: string) => `No exchange for ${months}, and a member for longer.`,
        de: (months) => `Kein Einsatz in diesem Rückblick: ${months}. Das Mitglied ist länger dabei.`,
      }),
      leaving: {
        en: () => 'Said on the own pages: wants to leave the community.',
        de: () => 'Auf den eigenen Seiten gesagt: möchte die Gemeinschaft verlassen.',
      },
      no_offer: { en: () => 'No offer that is active.', de: () => 'Kein Angebot, das aktiv ist.' },
      only_given: phrase({
        en: (months: string) => `Gave help in the last ${months} and received none.`,
        de: (months) => `Hat Hilfe gegeben und keine bekommen. Rückblick: ${months}.`,
      }),
      below_zero: phrase({
        en: (months: string) => `Below zero for ${months} without a break.`,
        de: (months) => `Die ganze Zeit unter null. Rückblick: ${months}.`,
      }),
      check_ending: {
        en: () => 'A check ends within 60 days, or has ended.',
        de: () => 'Ein Nachweis läuft in 60 Tagen ab oder ist abgelaufen.',
      },
    },
    checkEnds: phrase({ en: (day: string) => `A check ends on ${day}`, de: (day) => `Nachweis gilt bis ${day}` }),
    called: { en: 'Called', de: 'Angerufen' },
    calledOf: phrase({ en: (name: string) => `Called: ${name}`, de: (name) => `Angerufen: ${name}` }),
    calledOn: { en: 'Called on', de: 'Angerufen am' },
    note: { en: 'Note', de: 'Notiz' },
    noteHint: {
      en: 'What was said. Part of what the member may read about themselves.',
      de: 'Was besprochen wurde. Das Mitglied darf es in der Kopie seiner Daten lesen.',
    },
    again: { en: 'On the list again', de: 'Wieder auf der Liste' },
    againIn: phrase({
      en: (months: number) => (months === 0 ? 'At once' : months === 1 ? 'In 1 month' : `In ${months} months`),
      de: (months) => (months === 0 ? 'Sofort' : months === 1 ? 'In 1 Monat' : `In ${months} Monaten`),
    }),
    save: { en: 'Record call', de: 'Anruf vermerken' },
    saved: phrase({
      en: (name: string) => `The call to ${name} is recorded.`,
      de: (name) => `Der Anruf bei ${name} ist vermerkt.`,
    }),
    emptyTitle: { en: 'Nobody needs a call', de: 'Niemand braucht einen Anruf' },
    empty: {
      en: 'There is no reason to call an active member, or all of them were called lately.',
      de: 'Bei keinem aktiven Mitglied gibt es einen Anlass, oder alle wurden kürzlich angerufen.',
    },
    noneTitle: { en: 'Nobody for this reason', de: 'Niemand mit diesem Anlass' },
    none: {
      en: 'Choose another reason, or look back less far.',
      de: 'Wählen Sie einen anderen Anlass oder einen kürzeren Rückblick.',
    },
  },
  report: {
    title: { en: 'Reports', de: 'Berichte' },
    lead: {
      en: 'Hours, people and exchanges of a period, for members and funders.',
      de: 'Stunden, Menschen und Einsätze eines Zeitraums, für Mitglieder und Förderer.',
    },
    titleOf: phrase({ en: (period: string) => `Report: ${period}`, de: (period) => `Bericht: ${period}` }),
    madeOn: phrase({ en: (day: string) => `Made on ${day}`, de: (day) => `Erstellt am ${day}` }),
    category: { en: 'Category', de: 'Kategorie' },
    everyCategory: { en: 'All categories', de: 'Alle Kategorien' },
    onlyCategory: phrase({
      en: (name: string) => `Only help of the category ${name}; gifts, credits, fund and members as a whole`,
      de: (name) => `Nur Hilfe der Kategorie ${name}; Schenkungen, Gutschriften, Kasse und Mitglieder insgesamt`,
    }),
    noCategory: { en: 'Without category', de: 'Ohne Kategorie' },
    all: { en: 'All', de: 'Alle' },
    figures: { en: 'The period and the year before', de: 'Der Zeitraum und das Jahr davor' },
    period: { en: 'Period', de: 'Zeitraum' },
    yearBefore: { en: 'Year before', de: 'Jahr davor' },
    hoursOfHelp: { en: 'Hours of help', de: 'Stunden Hilfe' },
    hours: { en: 'Hours', de: 'Stunden' },
    exchanges: { en: 'Exchanges', de: 'Einsätze' },
    people: { en: 'Members who took part', de: 'Mitglieder, die teilnahmen' },
    gave: { en: 'Members who gave help', de: 'Mitglieder, die Hilfe gaben' },
    received: { en: 'Members who received help', de: 'Mitglieder, die Hilfe bekamen' },
    joined: { en: 'Members who joined', de: 'Mitglieder, die eintraten' },
    left: { en: 'Members who left', de: 'Mitglieder, die austraten' },
    requestDays: {
      en: 'From a request to the first help (half of them within)',
      de: 'Vom Gesuch bis zur ersten Hilfe (bei der Hälfte höchstens)',
    },
    newcomerDays: {
      en: 'From joining to the first exchange (half of them within)',
      de: 'Vom Eintritt bis zum ersten Einsatz (bei der Hälfte höchstens)',
    },
    days: phrase({
      en: (count: number) => (count === 1 ? '1 day' : `${count} days`),
      de: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
    }),
    gifts: { en: 'Gifts of hours', de: 'Geschenkte Stunden' },
    credits: {
      en: 'Credits from bank transfers, less reversals',
      de: 'Gutschriften aus Überweisungen, abzüglich Stornos',
    },
    fund: { en: 'Community fund at the end', de: 'Gemeinschaftskasse am Ende' },
    byCategory: { en: 'By category', de: 'Nach Kategorie' },
    byAge: { en: 'Members by age', de: 'Mitglieder nach Alter' },
    byPlace: { en: 'Members by place', de: 'Mitglieder nach Ort' },
    byHolder: {
      en: 'Members, organisations and community fund',
      de: 'Mitglieder, Organisationen und Gemeinschaftskasse',
    },
    byMonth: { en: 'By month', de: 'Nach Monat' },
    age: { en: 'Age', de: 'Alter' },
    ages: phrase({ en: (from: string, to: string) => `${from} to ${to}`, de: (from, to) => `${from} bis ${to}` }),
    older: phrase({ en: (from: string) => `${from} and older`, de: (from) => `${from} und älter` }),
    place: { en: 'Place', de: 'Ort' },
    holder: { en: 'Account of', de: 'Konto von' },
    members: { en: 'Members', de: 'Mitglieder' },
    month: { en: 'Month', de: 'Monat' },
    given: { en: 'Hours given', de: 'Stunden gegeben' },
    receivedHours: { en: 'Hours received', de: 'Stunden bekommen' },
    unknown: { en: 'Not known', de: 'Nicht bekannt' },
    others: { en: 'Smaller groups together', de: 'Kleinere Gruppen zusammen' },
    fewer: phrase({ en: (count: number) => `fewer than ${count}`, de: (count) => `weniger als ${count}` }),
    smallGroups: phrase({
      en: (count: number) => `Groups of fewer than ${count} members are not shown by themselves.`,
      de: (count) => `Gruppen mit weniger als ${count} Mitgliedern werden nicht einzeln gezeigt.`,
    }),
    howCounted: { en: 'How this is counted', de: 'So wird gezählt' },
    counting: {
      en: [
        'An exchange counts on the day the help was given, a gift on its day or else that of booking, a credit on the day of booking (UTC).',
        'What was reversed counts nowhere. Gifts are no help and are in no sum of help.',
        'Age is the year of the last day less the year of birth. Members whose data was erased count as members, with age and place not known.',
        'A member has left on the day of the change of status, as far as it is known. The year before is the same days a year earlier.',
      ],
      de: [
        'Ein Einsatz zählt am Tag der Hilfe, eine Schenkung an ihrem Tag oder sonst am Tag der Buchung, eine Gutschrift am Tag der Buchung (UTC).',
        'Was storniert wurde, zählt nirgends. Geschenkte Stunden sind keine Hilfe und stehen in keiner Summe der Hilfe.',
        'Das Alter ist das Jahr des letzten Tages weniger das Geburtsjahr. Mitglieder, deren Daten gelöscht sind, zählen als Mitglieder ohne bekanntes Alter und ohne bekannten Ort.',
        'Ausgetreten ist ein Mitglied am Tag, an dem sich sein Status änderte, soweit er bekannt ist. Das Jahr davor sind dieselben Tage ein Jahr früher.',
      ],
    },
  },
  accountStatement: {
    open: { en: 'Statement to print', de: 'Kontoauszug drucken' },
    title: { en: 'Account statement', de: 'Kontoauszug' },
    of: phrase({ en: (name: string) => `Account statement: ${name}`, de: (name) => `Kontoauszug: ${name}` }),
    madeOn: phrase({ en: (time: string) => `printed on ${time}`, de: (time) => `gedruckt am ${time}` }),
    sums: phrase({
      en: (added: string, taken: string) => `Added: ${added}. Taken: ${taken}.`,
      de: (added, taken) => `Zugang: ${added}. Abgang: ${taken}.`,
    }),
    columns: {
      day: { en: 'Booked on', de: 'Gebucht am' },
      what: { en: 'Booking', de: 'Buchung' },
      hours: { en: 'Hours', de: 'Stunden' },
      after: { en: 'Balance', de: 'Kontostand' },
    },
    opening: { en: 'Opening balance of the period', de: 'Anfangsbestand des Zeitraums' },
    closing: { en: 'Closing balance of the period', de: 'Endbestand des Zeitraums' },
    none: { en: 'Nothing was booked in this period.', de: 'In diesem Zeitraum wurde nichts gebucht.' },
  },
};
