/** Categories, listings that end, the booklet of offers and requests. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { grouped } from '../../../console/src/texts/counted.ts';

export const offers = {
  categories: {
    title: { en: 'Categories', de: 'Kategorien' },
    lead: {
      en: 'What help is called here. Listings and exchanges take a category from this list, so reports can count them.',
      de: 'Wie Hilfe hier heißt. Inserate und Einsätze nehmen ihre Kategorie aus dieser Liste, damit Berichte sie zählen können.',
    },
    add: { en: 'New category', de: 'Neue Kategorie' },
    create: { en: 'Add category', de: 'Kategorie anlegen' },
    added: phrase({
      en: (name: string) => `The category ${name} is on the list.`,
      de: (name: string) => `Die Kategorie ${name} steht in der Liste.`,
    }),
    search: { en: 'Search categories', de: 'Kategorien durchsuchen' },
    name: { en: 'Name', de: 'Bezeichnung' },
    also: phrase({
      en: (names: string) => `Also found as: ${names}`,
      de: (names: string) => `Auch zu finden als: ${names}`,
    }),
    offers: { en: 'Offers', de: 'Angebote' },
    requests: { en: 'Requests', de: 'Gesuche' },
    status: { en: 'Status', de: 'Stand' },
    everyStatus: { en: 'All statuses', de: 'Jeder Stand' },
    statuses: {
      open: { en: 'Open', de: 'Offen' },
      closed: { en: 'Closed', de: 'Geschlossen' },
    },
    acts: { en: 'Change the category', de: 'Kategorie ändern' },
    rename: { en: 'Rename', de: 'Umbenennen' },
    renameOf: phrase({ en: (name: string) => `Rename ${name}`, de: (name: string) => `${name} umbenennen` }),
    renameHint: phrase({
      en: (count: number, partners: boolean) =>
        `${count === 0 ? '' : `${count === 1 ? 'One published listing gets' : `${grouped.en(count)} published listings get`} the new name${partners ? ', and partners hear of it' : ''}. `}The earlier name goes on leading here.`,
      de: (count, partners) =>
        `${count === 0 ? '' : `${count === 1 ? 'Ein veröffentlichtes Inserat bekommt' : `${grouped.de(count)} veröffentlichte Inserate bekommen`} die neue Bezeichnung${partners ? '; Partner erfahren davon' : ''}. `}Die bisherige ${count === 0 ? 'Bezeichnung ' : ''}führt weiterhin hierher.`,
    }),
    renamed: { en: 'Category renamed.', de: 'Kategorie umbenannt.' },
    merge: { en: 'Merge', de: 'Zusammenlegen' },
    mergeOf: phrase({
      en: (name: string) => `Merge ${name} into another category`,
      de: (name: string) => `${name} mit einer anderen Kategorie zusammenlegen`,
    }),
    mergeText: phrase({
      en: (name: string, count: number, partners: boolean) =>
        `${name} leaves the list. Its listings${count === 0 ? '' : ` (${grouped.en(count)} published)`} and exchanges count under the category that you choose.${partners ? ' Partners hear of the listings.' : ''}`,
      de: (name, count, partners) =>
        `${name} verschwindet aus der Liste. Die Inserate${count === 0 ? '' : ` (${grouped.de(count)} veröffentlicht)`} und Einsätze zählen bei der Kategorie, die Sie wählen.${partners ? ' Partner erfahren von den Inseraten.' : ''}`,
    }),
    mergeFinal: { en: 'Merging is final.', de: 'Das Zusammenlegen lässt sich nicht rückgängig machen.' },
    into: { en: 'Category that stays', de: 'Kategorie, die bleibt' },
    choose: { en: 'Choose a category', de: 'Kategorie wählen' },
    merged: { en: 'Categories merged.', de: 'Kategorien zusammengelegt.' },
    close: { en: 'Close', de: 'Schließen' },
    reopen: { en: 'Open again', de: 'Wieder öffnen' },
    changed: { en: 'Status of the category changed.', de: 'Stand der Kategorie geändert.' },
    emptyTitle: { en: 'No categories yet', de: 'Noch keine Kategorien' },
    empty: {
      en: 'Add what members help each other with: garden, company, languages. Listings and exchanges then choose from it.',
      de: 'Legen Sie an, wobei Mitglieder einander helfen: Garten, Gesellschaft, Sprachen. Inserate und Einsätze wählen dann daraus.',
    },
    noneTitle: { en: 'No categories found', de: 'Keine Kategorien gefunden' },
    none: { en: 'No category matches.', de: 'Keine Kategorie passt.' },
    hint: { en: 'From the list of categories.', de: 'Aus der Liste der Kategorien.' },
    addTyped: phrase({
      en: (name: string) => `Add “${name}” to the categories`,
      de: (name: string) => `„${name}“ in die Kategorien aufnehmen`,
    }),
    link: { en: 'Categories', de: 'Kategorien' },
  },
  ending: {
    endsOn: { en: 'Ends on', de: 'Läuft ab am' },
    never: { en: 'Does not end', de: 'Läuft nicht ab' },
    ended: phrase({ en: (day: string) => `Ended on ${day}`, de: (day: string) => `Abgelaufen am ${day}` }),
    phone: { en: 'Telephone', de: 'Telefon' },
    filter: { en: 'End', de: 'Ablauf' },
    every: { en: 'Any end', de: 'Jeder Ablauf' },
    endings: {
      soon: { en: 'Ends within 14 days', de: 'Läuft in 14 Tagen ab' },
      ended: { en: 'Has ended', de: 'Abgelaufen' },
    },
    noneSoon: { en: 'No listing ends within the next 14 days.', de: 'In den nächsten 14 Tagen läuft kein Inserat ab.' },
    renew: { en: 'Renew', de: 'Verlängern' },
    renewOf: phrase({ en: (title: string) => `Renew ${title}`, de: (title: string) => `${title} verlängern` }),
    renewed: phrase({
      en: (day: string | null) => (day === null ? 'Renewed.' : `Renewed until ${day}.`),
      de: (day: string | null) => (day === null ? 'Verlängert.' : `Verlängert bis ${day}.`),
    }),
    renewAll: phrase({
      en: (count: number) => (count === 1 ? 'Renew the one shown' : `Renew all ${grouped.en(count)} shown`),
      de: (count: number) =>
        count === 1 ? 'Das gezeigte verlängern' : `Alle ${grouped.de(count)} gezeigten verlängern`,
    }),
    renewAllTitle: { en: 'Renew all listings shown?', de: 'Alle gezeigten Inserate verlängern?' },
    renewAllText: phrase({
      en: (count: number) =>
        count === 1
          ? 'It stays for the whole time again. If it has ended, it is published again.'
          : `All ${grouped.en(count)} stay for the whole time again. Those that have ended are published again.`,
      de: (count: number) =>
        count === 1
          ? 'Es bleibt wieder die volle Zeit. Ist es abgelaufen, wird es wieder veröffentlicht.'
          : `Alle ${grouped.de(count)} bleiben wieder die volle Zeit. Abgelaufene werden wieder veröffentlicht.`,
    }),
    renewedMany: phrase({
      en: (count: number) => (count === 1 ? 'One listing renewed.' : `${grouped.en(count)} listings renewed.`),
      de: (count: number) => (count === 1 ? 'Ein Inserat verlängert.' : `${grouped.de(count)} Inserate verlängert.`),
    }),
    settings: { en: 'Listings and booklet', de: 'Inserate und Heft' },
    settingsLead: {
      en: 'After this time a listing closes by itself, unless it is renewed. 14 days before, it is in the list “Ends within 14 days”.',
      de: 'Nach dieser Zeit schließt sich ein Inserat von selbst, wenn es niemand verlängert. 14 Tage vorher steht es in der Liste „Läuft in 14 Tagen ab“.',
    },
    months: { en: 'Listings end after', de: 'Inserate laufen ab nach' },
    monthsOf: phrase({
      en: (count: number) => (count === 1 ? '1 month' : `${count} months`),
      de: (count: number) => (count === 1 ? '1 Monat' : `${count} Monaten`),
    }),
    keep: { en: 'Save these rules', de: 'Regeln speichern' },
    switchedOn: {
      en: 'Published listings get a last day, spread over the coming months.',
      de: 'Veröffentlichte Inserate bekommen einen letzten Tag, verteilt über die nächsten Monate.',
    },
    switchedOff: { en: 'Listings no longer end.', de: 'Inserate laufen nicht mehr ab.' },
    office: { en: 'Contact of the office', de: 'So erreicht man das Büro' },
    officeHint: {
      en: 'For example, telephone and hours. The booklet of offers and requests shows it.',
      de: 'Zum Beispiel Telefon und Sprechzeiten. Das Heft der Angebote und Gesuche zeigt es.',
    },
  },
  booklet: {
    title: { en: 'Booklet of offers and requests', de: 'Heft der Angebote und Gesuche' },
    lead: {
      en: 'To print, fold and hand out: all published listings of active members, by category.',
      de: 'Zum Drucken, Falten und Verteilen: alle veröffentlichten Inserate aktiver Mitglieder, nach Kategorien.',
    },
    link: { en: 'Booklet to print', de: 'Heft zum Drucken' },
    which: { en: 'Contents', de: 'Inhalt' },
    whichOf: {
      both: { en: 'Offers and requests', de: 'Angebote und Gesuche' },
      service: { en: 'Offers only', de: 'Nur Angebote' },
      request: { en: 'Requests only', de: 'Nur Gesuche' },
    },
    size: { en: 'Paper', de: 'Papier' },
    sizes: {
      a4: { en: 'A4', de: 'DIN A4' },
      a5: { en: 'A5', de: 'DIN A5' },
    },
    columns: { en: 'Columns', de: 'Spalten' },
    columnsOf: {
      one: { en: 'One column', de: 'Eine Spalte' },
      two: { en: 'Two columns', de: 'Zwei Spalten' },
    },
    print: { en: 'Print', de: 'Drucken' },
    csv: { en: 'Save as CSV', de: 'Als CSV speichern' },
    contents: { en: 'Contents', de: 'Inhalt' },
    without: { en: 'Without category', de: 'Ohne Kategorie' },
    offers: { en: 'Offers', de: 'Angebote' },
    requests: { en: 'Requests', de: 'Gesuche' },
    numbers: phrase({
      en: (first: number, last: number) => (first === last ? `No. ${first}` : `Nos. ${first}–${last}`),
      de: (first: number, last: number) => (first === last ? `Nr. ${first}` : `Nr. ${first}–${last}`),
    }),
    through: { en: 'through the office', de: 'über das Büro' },
    office: { en: 'The office', de: 'Das Büro' },
    asOf: phrase({ en: (day: string) => `As of ${day}`, de: (day: string) => `Stand: ${day}` }),
    count: phrase({
      en: (count: number) => (count === 1 ? '1 entry' : `${grouped.en(count)} entries`),
      de: (count: number) => (count === 1 ? '1 Eintrag' : `${grouped.de(count)} Einträge`),
    }),
    time: phrase({ en: (hours: string) => `about ${hours} h`, de: (hours: string) => `etwa ${hours} Std.` }),
    emptyTitle: { en: 'Nothing to print', de: 'Nichts zu drucken' },
    empty: {
      en: 'The booklet contains published listings of active members. Add listings, or publish those that are held.',
      de: 'Das Heft enthält veröffentlichte Inserate aktiver Mitglieder. Legen Sie Inserate an oder geben Sie zurückgehaltene frei.',
    },
    toListings: { en: 'Go to listings', de: 'Zu den Inseraten' },
    noOffice: {
      en: 'No contact of the office is set: members would not know where to ask.',
      de: 'Es ist nicht hinterlegt, wie man das Büro erreicht: Mitglieder wüssten nicht, wo sie fragen sollen.',
    },
    toSettings: { en: 'Set it', de: 'Hinterlegen' },
    silent: phrase({
      en: (entries: number) =>
        entries === 1
          ? '1 entry says “through the office”.'
          : `${grouped.en(entries)} entries say “through the office”.`,
      de: (entries) =>
        entries === 1
          ? 'Bei 1 Eintrag steht „über das Büro“.'
          : `Bei ${grouped.de(entries)} Einträgen steht „über das Büro“.`,
    }),
    toConsents: { en: 'Record what members allow', de: 'Eintragen, was Mitglieder erlauben' },
    file: { en: 'booklet', de: 'heft' },
    headings: {
      number: { en: 'No.', de: 'Nr.' },
      category: { en: 'Category', de: 'Kategorie' },
      type: { en: 'Type', de: 'Art' },
      title: { en: 'Title', de: 'Titel' },
      text: { en: 'Description', de: 'Beschreibung' },
      hours: { en: 'Expected hours', de: 'Voraussichtliche Stunden' },
      name: { en: 'Member', de: 'Mitglied' },
      quarter: { en: 'Quarter', de: 'Stadtteil' },
      phone: { en: 'Telephone', de: 'Telefon' },
      email: { en: 'E-mail', de: 'E-Mail' },
    },
    consent: { en: 'In the booklet', de: 'Im Heft' },
    consentLead: {
      en: 'What the member allows to be printed beside the name. Without it, the booklet says “through the office”.',
      de: 'Was neben dem Namen gedruckt werden darf. Ohne Erlaubnis steht im Heft „über das Büro“.',
    },
    consentOf: {
      none: { en: 'Nothing, through the office', de: 'Nichts, über das Büro' },
      phone: { en: 'Telephone number', de: 'Telefonnummer' },
      email: { en: 'E-mail address', de: 'E-Mail-Adresse' },
      both: { en: 'Telephone number and e-mail address', de: 'Telefonnummer und E-Mail-Adresse' },
    },
    consentSaved: { en: 'Saved.', de: 'Gespeichert.' },
    consentOfChosen: phrase({
      en: (chosen: number) => `In the booklet, for ${chosen === 1 ? 'the chosen member' : `these ${chosen}`}`,
      de: (chosen) => `Im Heft, für ${chosen === 1 ? 'das gewählte Mitglied' : `diese ${chosen}`}`,
    }),
    consentRecord: { en: 'Record', de: 'Eintragen' },
    consentsSaved: phrase({
      en: (changed: number) => (changed === 1 ? '1 member changed.' : `${changed} members changed.`),
      de: (changed) => (changed === 1 ? '1 Mitglied geändert.' : `${changed} Mitglieder geändert.`),
    }),
  },
};
