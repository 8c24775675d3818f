/** The office's file of a member, members who are there twice, and many at once. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const memberFile = {
  memberFile: {
    tab: { en: 'File', de: 'Akte' },
    notesTitle: { en: 'Notes and emergency', de: 'Notizen und Notfall' },
    notesLead: {
      en: 'Only for those who may change members. Nobody else sees it.',
      de: 'Nur für Personen, die Mitglieder ändern dürfen. Niemand sonst sieht das.',
    },
    notes: { en: 'Notes of the office', de: 'Notizen des Büros' },
    emergency: { en: 'Emergency contact', de: 'Notfallkontakt' },
    emergencyHint: {
      en: 'Name and telephone number of somebody to call.',
      de: 'Name und Telefonnummer einer Person, die Sie anrufen können.',
    },
    ownTitle: { en: 'More about the member', de: 'Weitere Angaben' },
    ownLead: {
      en: 'Fields of your own. They are set up in the settings.',
      de: 'Ihre eigenen Felder. Sie legen sie in den Einstellungen an.',
    },
    yes: { en: 'Yes', de: 'Ja' },
    no: { en: 'No', de: 'Nein' },
    none: { en: 'Not known', de: 'Nicht bekannt' },
    checksTitle: { en: 'Checks', de: 'Nachweise' },
    checksLead: {
      en: 'What was shown to you, when, and until when it counts. Do not write down what it says.',
      de: 'Was Ihnen gezeigt wurde, wann, und bis wann es gilt. Schreiben Sie nicht auf, was darin steht.',
    },
    checksEmpty: {
      en: 'No checks yet. Record one below, such as a certificate of good conduct.',
      de: 'Noch keine Nachweise. Vermerken Sie unten einen, etwa ein Führungszeugnis.',
    },
    kind: { en: 'What was checked', de: 'Art des Nachweises' },
    kindHint: {
      en: 'Such as: certificate of good conduct, driving licence.',
      de: 'Etwa: Führungszeugnis, Führerschein.',
    },
    checkedBy: { en: 'Seen by', de: 'Gesehen von' },
    checkedOn: { en: 'Seen on', de: 'Gesehen am' },
    expiresOn: { en: 'Valid until', de: 'Gültig bis' },
    expiresHint: { en: 'Leave empty if it does not expire.', de: 'Leer, wenn der Nachweis nicht abläuft.' },
    forever: { en: 'Does not expire', de: 'Läuft nicht ab' },
    expired: phrase({ en: (day: string) => `Expired on ${day}`, de: (day) => `Abgelaufen am ${day}` }),
    record: { en: 'Record check', de: 'Nachweis vermerken' },
    recorded: { en: 'The check was recorded.', de: 'Der Nachweis wurde vermerkt.' },
    remove: { en: 'Remove', de: 'Entfernen' },
    removeLabel: phrase({
      en: (kind: string) => `Remove the check: ${kind}`,
      de: (kind) => `Nachweis entfernen: ${kind}`,
    }),
    removed: { en: 'The check was removed.', de: 'Der Nachweis wurde entfernt.' },
    reason: { en: 'Reason', de: 'Grund' },
    reasonHint: {
      en: 'For your own records. It is kept with the member, for the office only.',
      de: 'Für Ihre Unterlagen. Er bleibt beim Mitglied, nur für das Büro.',
    },
    reasonIs: phrase({ en: (reason: string) => `Reason: ${reason}`, de: (reason) => `Grund: ${reason}` }),
    sameAs: { en: 'This is the same person as', de: 'Das ist dieselbe Person wie' },
    refuse: { en: 'Refuse', de: 'Ablehnen' },
    refuseTitle: phrase({ en: (name: string) => `Refuse ${name}?`, de: (name) => `${name} ablehnen?` }),
    refuseText: {
      en: 'The person does not become a member. The entry stays among those who left, with your reason.',
      de: 'Die Person wird nicht Mitglied. Der Eintrag bleibt mit Ihrem Grund bei den Ausgetretenen.',
    },
    previous: { en: 'Previous', de: 'Zurück' },
    next: { en: 'Next', de: 'Weiter' },
    place: phrase({ en: (at: string, of: string) => `${at} of ${of}`, de: (at, of) => `${at} von ${of}` }),
  },
  likeMembers: {
    name: { en: 'There is already a member of this name:', de: 'Es gibt schon ein Mitglied mit diesem Namen:' },
    email: { en: 'A member has this e-mail address already:', de: 'Diese E-Mail-Adresse hat schon ein Mitglied:' },
    phone: { en: 'A member has this telephone number already:', de: 'Diese Telefonnummer hat schon ein Mitglied:' },
    address: { en: 'A member has this address already:', de: 'Diese Anschrift hat schon ein Mitglied:' },
    title: { en: 'Possible duplicates', de: 'Mögliche Doppelte' },
    lead: {
      en: 'Two entries that may be one person. Families often share an address and a telephone number; then say that they are different people.',
      de: 'Zwei Einträge, die eine Person sein können. Familien teilen oft Anschrift und Telefon; dann sagen Sie, dass es verschiedene Personen sind.',
    },
    open: { en: 'Possible duplicates', de: 'Mögliche Doppelte' },
    empty: { en: 'No duplicates', de: 'Keine Doppelten' },
    emptyText: {
      en: 'No two members share a name, an e-mail address or a telephone number. New pairs appear here by themselves.',
      de: 'Keine zwei Mitglieder haben denselben Namen, dieselbe E-Mail-Adresse oder Telefonnummer. Neue Paare erscheinen hier von selbst.',
    },
    pair: { en: 'Members', de: 'Mitglieder' },
    alike: { en: 'Alike', de: 'Gleich' },
    by: {
      name: { en: 'Name', de: 'Name' },
      email: { en: 'E-mail', de: 'E-Mail' },
      phone: { en: 'Telephone', de: 'Telefon' },
      address: { en: 'Address', de: 'Anschrift' },
    },
    same: { en: 'Same person', de: 'Dieselbe Person' },
    different: { en: 'Different people', de: 'Verschiedene Personen' },
    different_label: phrase({
      en: (one: string, other: string) => `${one} and ${other} are different people`,
      de: (one, other) => `${one} und ${other} sind verschiedene Personen`,
    }),
    same_label: phrase({
      en: (one: string, other: string) => `${one} and ${other} are the same person`,
      de: (one, other) => `${one} und ${other} sind dieselbe Person`,
    }),
    question: { en: 'Which entry stays?', de: 'Welcher Eintrag bleibt?' },
    questionText: {
      en: 'The hours of the other entry go to the one that stays, by one booking. The other entry leaves, and refers to the first. Its details, listings and history stay where they are.',
      de: 'Die Stunden des anderen Eintrags gehen mit einer Buchung auf den, der bleibt. Der andere Eintrag gilt als ausgetreten und verweist auf den ersten. Seine Angaben, Inserate und sein Verlauf bleiben, wo sie sind.',
    },
    stays: phrase({
      en: (name: string, number: string, hours: string) => [name, number, `${hours} h`].filter(Boolean).join(' · '),
      de: (name, number, hours) => [name, number, `${hours} h`].filter(Boolean).join(' · '),
    }),
    afterwards: phrase({
      en: (hours: string) => `Balance afterwards: ${hours} h`,
      de: (hours) => `Danach ${hours} h`,
    }),
    openingQuestion: phrase({
      en: (hours: string, file: string | null) =>
        `Both brought ${hours} h as their opening balance from the same file${file ? ` (${file})` : ''}. Was the second a mistake?`,
      de: (hours, file) =>
        `Beide haben ${hours} h als Anfangsbestand aus derselben Datei${file ? ` (${file})` : ''}. War der zweite ein Versehen?`,
    }),
    openingMistake: phrase({
      en: (hours: string) => `Yes, the person was listed twice: take ${hours}\u00a0h back`,
      de: (hours) => `Ja, die Person stand doppelt in der Liste: ${hours}\u00a0h zurücknehmen`,
    }),
    openingRight: { en: 'No, both balances are right: add them', de: 'Nein, beide stimmen: zusammenzählen' },
    openingReasonLabel: { en: 'Reason, kept with the reversal', de: 'Grund, er steht bei der Stornierung' },
    openingReason: { en: 'Listed twice in the imported file', de: 'Stand doppelt in der importierten Datei' },
    join: { en: 'Join entries', de: 'Einträge zusammenführen' },
    joined: { en: 'The entries were joined.', de: 'Die Einträge wurden zusammengeführt.' },
    noted: { en: 'Noted: two different people.', de: 'Vermerkt: zwei verschiedene Personen.' },
  },
  manyMembers: {
    title: { en: 'Decide about several members', de: 'Über mehrere Mitglieder entscheiden' },
    lead: {
      en: 'Tick members in the list. Nothing is sent to them.',
      de: 'Wählen Sie Mitglieder in der Liste. Sie bekommen dabei keine Nachricht.',
    },
    chooseShown: { en: 'Tick all shown', de: 'Alle angezeigten wählen' },
    chooseNone: { en: 'Clear ticks', de: 'Auswahl aufheben' },
    activate: phrase({
      en: (count: number) => (count === 0 ? 'Activate' : `Activate ${counted.en(count, 'member', 'members')}`),
      de: (count) => (count === 0 ? 'Freischalten' : `${counted.de(count, 'Mitglied', 'Mitglieder')} freischalten`),
    }),
    refuse: phrase({
      en: (count: number) => (count === 0 ? 'Refuse' : `Refuse ${counted.en(count, 'member', 'members')}`),
      de: (count) => (count === 0 ? 'Ablehnen' : `${counted.de(count, 'Mitglied', 'Mitglieder')} ablehnen`),
    }),
    refuseTitle: phrase({
      en: (count: number) => `Refuse ${counted.en(count, 'member', 'members')}?`,
      de: (count) => `${counted.de(count, 'Mitglied', 'Mitglieder')} ablehnen?`,
    }),
    done: phrase({
      en: (count: number) => `${counted.en(count, 'member', 'members')} changed.`,
      de: (count) => `${counted.de(count, 'Mitglied', 'Mitglieder')} geändert.`,
    }),
    left: phrase({
      en: (names: string) => `Unchanged, since somebody else was first: ${names}`,
      de: (names) => `Unverändert, weil jemand anderes schneller war: ${names}`,
    }),
  },
  ownFields: {
    title: { en: 'Own fields of members', de: 'Eigene Felder für Mitglieder' },
    lead: {
      en: 'What you want to know about every member, such as a driving licence. Up to 20 fields, for the office only, but for the one that you mark as the quarter.',
      de: 'Was Sie über jedes Mitglied wissen möchten, etwa ob ein Führerschein vorhanden ist. Bis zu 20 Felder, nur für das Büro, bis auf das eine, das Sie als Stadtteil kennzeichnen.',
    },
    name: { en: 'Name of the field', de: 'Name des Feldes' },
    kind: { en: 'Kind', de: 'Art' },
    kinds: {
      text: { en: 'Text', de: 'Text' },
      date: { en: 'Date', de: 'Datum' },
      yes_no: { en: 'Yes or no', de: 'Ja oder Nein' },
      choice: { en: 'Choice', de: 'Auswahl' },
    },
    add: { en: 'Add field', de: 'Feld hinzufügen' },
    added: { en: 'The field was added.', de: 'Das Feld wurde hinzugefügt.' },
    acts: { en: 'Change the field', de: 'Feld ändern' },
    change: { en: 'Change', de: 'Ändern' },
    changeLabel: phrase({ en: (name: string) => `Change the field: ${name}`, de: (name) => `Feld ändern: ${name}` }),
    changeTitle: phrase({
      en: (name: string) => `Change the field “${name}”`,
      de: (name) => `Feld „${name}“ ändern`,
    }),
    nameHint: { en: 'What is stored in it stays.', de: 'Was darin gespeichert ist, bleibt.' },
    save: { en: 'Save', de: 'Speichern' },
    changed: { en: 'The field was changed.', de: 'Das Feld wurde geändert.' },
    choices: { en: 'Choices', de: 'Auswahl' },
    choicesHint: { en: 'One on each line.', de: 'Je eine in einer Zeile.' },
    choicesChangeHint: {
      en: 'One that gets another name keeps its members; two of the same name become one. One that you empty goes, and its members have none.',
      de: 'Was einen anderen Namen bekommt, behält seine Mitglieder; zwei gleiche werden eine. Was Sie leeren, fällt weg, auch bei seinen Mitgliedern.',
    },
    choiceOf: phrase({ en: (name: string) => `Choice: ${name}`, de: (name) => `Auswahl: ${name}` }),
    choiceNew: { en: 'New choice', de: 'Neue Auswahl' },
    choiceAdd: { en: 'Another choice', de: 'Weitere Auswahl' },
    quarter: {
      en: 'This is where members live: their quarter',
      de: 'Das ist der Stadtteil oder Ort, wo Mitglieder wohnen',
    },
    quarterHint: {
      en: 'Members then read it beside the name on requests and offers, and look for those nearby; it is in the booklet, too. Of members who are not found by name it is shown to nobody, and to visitors never. One field can be it: another one loses the mark.',
      de: 'Mitglieder lesen es dann bei Gesuchen und Angeboten neben dem Namen und suchen damit in der Nähe; auch im Heft steht es. Wer nicht mit Namen gefunden wird, dessen Angabe sieht niemand, und Besucher sehen sie nie. Nur ein Feld kann es sein: ein anderes verliert das Zeichen.',
    },
    quarterTag: { en: 'Quarter', de: 'Stadtteil' },
    remove: { en: 'Remove', de: 'Entfernen' },
    removeLabel: phrase({ en: (name: string) => `Remove the field: ${name}`, de: (name) => `Feld entfernen: ${name}` }),
    removeTitle: phrase({
      en: (name: string) => `Remove the field “${name}”?`,
      de: (name) => `Feld „${name}“ entfernen?`,
    }),
    removeText: {
      en: 'What is stored in it for all members is deleted, too. This cannot be undone.',
      de: 'Was darin bei allen Mitgliedern steht, wird mit gelöscht. Das lässt sich nicht rückgängig machen.',
    },
    removed: { en: 'The field was removed.', de: 'Das Feld wurde entfernt.' },
    empty: { en: 'No fields yet.', de: 'Noch keine Felder.' },
  },
};
