/** Members. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const members = {
  members: {
    title: { en: 'Members', de: 'Mitglieder' },
    lead: { en: 'Everybody who belongs to this time bank.', de: 'Alle, die zu dieser Zeitbank gehören.' },
    choose: phrase({ en: (name: string) => `Choose ${name}`, de: (name) => `${name} wählen` }),
    add: { en: 'New member', de: 'Neues Mitglied' },
    found: phrase({
      en: (count: number, more: boolean) =>
        `${counted.en(count, 'member', 'members')} found${more ? ', and there are more' : ''}`,
      de: (count, more) =>
        `${counted.de(count, 'Mitglied', 'Mitglieder')} gefunden${more ? ', und es gibt weitere' : ''}`,
    }),
    search: {
      en: 'Search by name, number, e-mail or payment reference',
      de: 'Suche nach Name, Nummer, Telefon, E-Mail oder Zahlungsreferenz',
    },
    searchShort: { en: 'Search', de: 'Suche' },
    status: { en: 'Status', de: 'Status' },
    everyStatus: { en: 'All statuses', de: 'Alle Status' },
    name: { en: 'Name', de: 'Name' },
    number: { en: 'Number', de: 'Nummer' },
    email: { en: 'E-mail', de: 'E-Mail' },
    joined: { en: 'Member since', de: 'Mitglied seit' },
    balance: { en: 'Balance', de: 'Kontostand' },
    sees: { en: 'Visible to partners', de: 'Für Partner sichtbar' },
    emptyTitle: { en: 'No members yet', de: 'Noch keine Mitglieder' },
    empty: {
      en: 'Add the first member by hand, or import a list from a file.',
      de: 'Fügen Sie das erste Mitglied von Hand hinzu, oder importieren Sie eine Liste aus einer Datei.',
    },
    emptyReader: {
      en: 'Members appear here once added.',
      de: 'Mitglieder erscheinen hier, sobald sie hinzugefügt sind.',
    },
    importFile: { en: 'Import a file', de: 'Datei importieren' },
    phone: { en: 'Telephone', de: 'Telefon' },
    emailIsBad: { en: 'does not work', de: 'funktioniert nicht' },
    place: { en: 'Place', de: 'Ort' },
    noneTitle: { en: 'No members found', de: 'Keine Mitglieder gefunden' },
    none: {
      en: 'Try fewer letters, the number or the e-mail address. One wrong letter in a name is forgiven.',
      de: 'Versuchen Sie weniger Buchstaben, die Nummer oder die E-Mail-Adresse. Ein Tippfehler im Namen stört nicht.',
    },
    hours: phrase({ en: (hours: string) => `${hours} h`, de: (hours) => `${hours} h` }),
    toList: { en: 'All members', de: 'Alle Mitglieder' },
    notFound: { en: 'Member not found', de: 'Mitglied nicht gefunden' },
    hint: {
      en: 'Type more letters to narrow the list.',
      de: 'Geben Sie mehr Buchstaben ein, um die Liste einzugrenzen.',
    },
  },
  memberStatus: {
    active: { en: 'Active', de: 'Aktiv' },
    pending: { en: 'Pending', de: 'Ausstehend' },
    suspended: { en: 'Suspended', de: 'Gesperrt' },
    left: { en: 'Left', de: 'Ausgetreten' },
  },
  memberStatusMeans: {
    pending: phrase({
      en: (_partners: boolean) => 'The member does not take part yet. Activate the member when everything is settled.',
      de: (_partners) => 'Das Mitglied nimmt noch nicht teil. Schalten Sie es frei, sobald alles geklärt ist.',
    }),
    suspended: phrase({
      en: (partners: boolean) =>
        `The member does not take part for now. ${partners ? 'Partners see neither the member nor the listings. ' : ''}The hours stay on the account.`,
      de: (partners) =>
        `Das Mitglied nimmt zurzeit nicht teil. ${partners ? 'Partner sehen weder das Mitglied noch seine Inserate. ' : ''}Die Stunden bleiben auf dem Konto.`,
    }),
    left: phrase({
      en: (partners: boolean) =>
        `The member has left the time bank. ${partners ? 'Partners see nothing. ' : ''}The account and its history remain.`,
      de: (partners) =>
        `Das Mitglied hat die Zeitbank verlassen. ${partners ? 'Partner sehen nichts. ' : ''}Das Konto und sein Verlauf bleiben.`,
    }),
  },
  visibility: {
    hidden: { en: 'Nothing', de: 'Nichts' },
    listed: { en: 'Name', de: 'Name' },
    listed_with_email: { en: 'Name and e-mail', de: 'Name und E-Mail' },
    default: { en: 'Community default', de: 'Standard der Gemeinschaft' },
    defaultIs: phrase({
      en: (what: string) => `Community default (now: ${what})`,
      de: (what) => `Standard der Gemeinschaft (jetzt: ${what})`,
    }),
    byDefault: phrase({
      en: (what: string) => `${what} (community default)`,
      de: (what) => `${what} (Standard der Gemeinschaft)`,
    }),
  },
  visibilityMeans: {
    hidden: {
      en: 'Partners do not see that the member exists.',
      de: 'Partner sehen nicht, dass es das Mitglied gibt.',
    },
    listed: {
      en: 'Partners see the name and the listings. With permission, they also see the balance.',
      de: 'Partner sehen den Namen und die Inserate. Mit Berechtigung sehen sie auch den Kontostand.',
    },
    listed_with_email: {
      en: 'Partners see the name and the listings. With permission, they also see the balance and the e-mail address.',
      de: 'Partner sehen den Namen und die Inserate. Mit Berechtigung sehen sie auch den Kontostand und die E-Mail-Adresse.',
    },
  },
  member: {
    tabsLabel: { en: 'Member sections', de: 'Bereiche des Mitglieds' },
    tabs: {
      overview: { en: 'Overview', de: 'Übersicht' },
      history: { en: 'History', de: 'Kontoverlauf' },
      partners: { en: 'Partners', de: 'Partner' },
      data: { en: 'Data', de: 'Daten' },
    },
    newTitle: { en: 'New member', de: 'Neues Mitglied' },
    newLead: {
      en: 'The member gets an account and a payment reference.',
      de: 'Das Mitglied bekommt ein Zeitkonto und eine Zahlungsreferenz.',
    },
    create: { en: 'Add member', de: 'Mitglied hinzufügen' },
    createNext: { en: 'Add and enter the next', de: 'Hinzufügen und nächstes eingeben' },
    added: phrase({
      en: (count: number) => `${counted.en(count, 'member', 'members')} added.`,
      de: (count) => `${counted.de(count, 'Mitglied', 'Mitglieder')} hinzugefügt.`,
    }),
    created: phrase({ en: (name: string) => `${name} has been added.`, de: (name) => `${name} wurde hinzugefügt.` }),
    saved: { en: 'Saved.', de: 'Gespeichert.' },
    who: { en: 'Personal details', de: 'Angaben zur Person' },
    address: { en: 'Address', de: 'Anschrift' },
    head: { en: 'At a glance', de: 'Auf einen Blick' },
    edit: { en: 'Edit', de: 'Bearbeiten' },
    otherwise: { en: 'Called otherwise', de: 'Anders genannt' },
    lastExchange: { en: 'Last exchange', de: 'Letzter Einsatz' },
    noExchange: { en: 'None yet', de: 'Noch keiner' },
    nothingKnown: { en: 'Nothing else is known yet.', de: 'Mehr ist noch nicht bekannt.' },
    name: { en: 'Name', de: 'Name' },
    givenName: { en: 'Given name', de: 'Vorname' },
    familyName: { en: 'Family name', de: 'Nachname' },
    nameHint: {
      en: 'How the member appears everywhere. Empty: given and family name.',
      de: 'So erscheint das Mitglied überall. Leer: Vor- und Nachname.',
    },
    salutation: { en: 'Salutation', de: 'Anrede' },
    phone: { en: 'Telephone', de: 'Telefon' },
    secondPhone: { en: 'Second telephone', de: 'Zweites Telefon' },
    preferredContact: { en: 'Best reached by', de: 'Am besten erreichbar' },
    street: { en: 'Street and number', de: 'Straße und Hausnummer' },
    postalCode: { en: 'Postal code', de: 'Postleitzahl' },
    place: { en: 'Town or village', de: 'Ort' },
    country: { en: 'Country', de: 'Land' },
    birthYear: { en: 'Year of birth', de: 'Geburtsjahr' },
    birthYearHint: { en: 'Optional. Such as 1956.', de: 'Freiwillig. Etwa 1956.' },
    agreementSignedOn: { en: 'Agreement signed on', de: 'Vereinbarung unterschrieben am' },
    emailConsentOn: { en: 'Agreed to e-mail on', de: 'Einwilligung in E-Mails vom' },
    emailConsentHint: {
      en: 'Empty: no messages of the office. E-mail about own hours, answers and signing in comes all the same.',
      de: 'Leer: keine Nachrichten des Büros. E-Mails zu eigenen Stunden, zu Antworten und zur Anmeldung kommen trotzdem.',
    },
    contactWays: {
      phone: { en: 'Telephone', de: 'Telefon' },
      email: { en: 'E-mail', de: 'E-Mail' },
      letter: { en: 'Letter', de: 'Brief' },
      in_person: { en: 'In person', de: 'Persönlich' },
    },
    email: { en: 'E-mail address', de: 'E-Mail-Adresse' },
    number: { en: 'Number', de: 'Nummer' },
    numberHint: {
      en: 'Your own number for the member, if you use one. Each number must be unique.',
      de: 'Ihre eigene Nummer für das Mitglied, falls Sie Nummern vergeben. Jede Nummer nur einmal.',
    },
    language: { en: 'Language', de: 'Sprache' },
    languageHint: { en: 'The language this member prefers.', de: 'Die Sprache, die das Mitglied bevorzugt.' },
    joined: { en: 'Member since', de: 'Mitglied seit' },
    sees: { en: 'Visibility to partners', de: 'Sichtbarkeit für Partner' },
    start: { en: 'Status', de: 'Status' },
    startNow: { en: 'Active from now', de: 'Ab sofort aktiv' },
    startLater: { en: 'Pending until you activate the member', de: 'Ausstehend, bis Sie das Mitglied freischalten' },
    balance: { en: 'Balance', de: 'Kontostand' },
    limits: phrase({
      en: (lower: string | undefined, upper: string | undefined) =>
        `${lower === undefined ? 'No lower limit' : `Lower limit for exchanges: ${lower} h`}. ${upper === undefined ? 'No upper limit' : `Upper limit: ${upper} h`}.`,
      de: (lower, upper) =>
        `${lower === undefined ? 'Keine Untergrenze' : `Untergrenze für Einsätze: ${lower} h`}. ${upper === undefined ? 'Keine Obergrenze' : `Obergrenze: ${upper} h`}.`,
    }),
    reference: { en: 'Payment reference', de: 'Zahlungsreferenz' },
    referenceThing: { en: 'the payment reference', de: 'Zahlungsreferenz' },
    referenceHint: {
      en: 'On a bank transfer, this reference tells the partner which member to credit.',
      de: 'Auf einer Überweisung sagt diese Referenz dem Partner, welchem Mitglied er gutschreibt.',
    },
    listings: phrase({
      en: (count: number) => counted.en(count, 'open listing', 'open listings'),
      de: (count) => counted.de(count, 'offenes Inserat', 'offene Inserate'),
    }),
    newListing: { en: 'New listing', de: 'Neues Inserat' },
    record: { en: 'Record exchange', de: 'Einsatz erfassen' },
    activate: { en: 'Activate', de: 'Freischalten' },
    reactivate: { en: 'Reactivate', de: 'Wieder freischalten' },
    suspend: { en: 'Suspend', de: 'Sperren' },
    onHold: phrase({
      en: (day: string | undefined) => `On hold${day === undefined ? '' : ` until ${day}`}`,
      de: (day) => `Ruht${day === undefined ? '' : ` bis ${day}`}`,
    }),
    hold: { en: 'Put on hold', de: 'Ruhen lassen' },
    holdTitle: phrase({
      en: (name: string) => `Put ${name} on hold?`,
      de: (name) => `Mitgliedschaft von ${name} ruhen lassen?`,
    }),
    holdMeans: {
      en: 'Nobody sees the listings until the member is back, not even in the booklet. Hours can still be recorded and confirmed. No mails with news come, and the member is not on the list of calls.',
      de: 'Bis das Mitglied wieder da ist, sieht niemand seine Inserate, auch nicht im Heft. Stunden lassen sich weiter eintragen und bestätigen. Neuigkeiten kommen nicht per E-Mail, und auf der Anrufliste steht es nicht.',
    },
    holdUntil: { en: 'Back on', de: 'Wieder da am' },
    holdUntilHint: {
      en: 'On this day all is shown again. Empty: not known yet.',
      de: 'An diesem Tag ist alles wieder zu sehen. Leer: noch nicht bekannt.',
    },
    holdDay: {
      en: 'Choose a day after today, within two years.',
      de: 'Wählen Sie einen Tag nach heute, in den nächsten zwei Jahren.',
    },
    holdChange: { en: 'Another day', de: 'Anderer Tag' },
    holdSaved: { en: 'The membership is on hold.', de: 'Die Mitgliedschaft ruht.' },
    holdEnd: { en: 'End the hold', de: 'Nicht mehr ruhen lassen' },
    holdEnded: {
      en: 'The hold is ended, and the listings are shown again.',
      de: 'Die Mitgliedschaft ruht nicht mehr, und die Inserate sind wieder zu sehen.',
    },
    leave: { en: 'Mark as left', de: 'Austritt erfassen' },
    suspendTitle: phrase({ en: (name: string) => `Suspend ${name}?`, de: (name) => `${name} sperren?` }),
    leaveTitle: phrase({
      en: (name: string) => `Mark ${name} as left?`,
      de: (name) => `Austritt von ${name} erfassen?`,
    }),
    hoursStay: phrase({
      en: (hours: string, isOwed: boolean) =>
        `The account stays at ${hours}: ${isOwed ? 'these hours are owed to the others' : 'nobody has spent these hours'}. To settle it, record a gift to or from the community fund.`,
      de: (hours, isOwed) =>
        `Das Konto bleibt bei ${hours}: ${isOwed ? 'Diese Stunden sind den anderen geschuldet' : 'Diese Stunden hat niemand verbraucht'}. Zum Ausgleich buchen Sie eine Schenkung an die Gemeinschaftskasse oder aus ihr.`,
    }),
    statusChanged: { en: 'Status changed.', de: 'Status geändert.' },
    history: { en: 'Account history', de: 'Kontoverlauf' },
    historyEmpty: { en: 'No bookings yet.', de: 'Noch keine Buchungen.' },
    line: { en: 'Booking', de: 'Buchung' },
    when: { en: 'Date', de: 'Datum' },
    hoursColumn: { en: 'Hours', de: 'Stunden' },
    after: { en: 'Balance', de: 'Kontostand' },
    kinds: {
      opening: { en: 'Opening balance', de: 'Anfangsbestand' },
      opening_reversal: { en: 'Opening balance reversed', de: 'Anfangsbestand storniert' },
      credit: { en: 'Credit', de: 'Gutschrift' },
      credit_reversal: { en: 'Credit reversed', de: 'Gutschrift storniert' },
      exchange: { en: 'Exchange', de: 'Einsatz' },
      exchange_reversal: { en: 'Exchange reversed', de: 'Einsatz storniert' },
      gift: { en: 'Gift', de: 'Schenkung' },
      gift_reversal: { en: 'Gift reversed', de: 'Schenkung storniert' },
    },
    helped: phrase({ en: (name: string) => `Help given to ${name}`, de: (name) => `Hilfe für ${name}` }),
    wasHelped: phrase({ en: (name: string) => `Help received from ${name}`, de: (name) => `Hilfe von ${name}` }),
    giftTo: phrase({ en: (name: string) => `Gift to ${name}`, de: (name) => `Geschenk an ${name}` }),
    giftFrom: phrase({ en: (name: string) => `Gift from ${name}`, de: (name) => `Geschenk von ${name}` }),
    creditFrom: phrase({ en: (name: string) => `Credit from ${name}`, de: (name) => `Gutschrift von ${name}` }),
    transferTo: phrase({ en: (name: string) => `Transfer to ${name}`, de: (name) => `Überweisung an ${name}` }),
    transferBack: phrase({
      en: (name: string) => `Transfer reversed: ${name}`,
      de: (name) => `Überweisung storniert: ${name}`,
    }),
    creditBack: phrase({
      en: (name: string) => `Credit reversed: ${name}`,
      de: (name) => `Gutschrift storniert: ${name}`,
    }),
    corrected: { en: 'reversed later', de: 'später storniert' },
    booked: { en: 'Booked', de: 'Gebucht' },
    givenOn: phrase({ en: (day: string) => `on ${day}`, de: (day) => `am ${day}` }),
    referenceIs: phrase({
      en: (reference: string) => `reference ${reference}`,
      de: (reference) => `Referenz ${reference}`,
    }),
    chest: { en: 'the community fund', de: 'Gemeinschaftskasse' },
    opening: { en: 'opening balance', de: 'Anfangsbestand' },
    partnersTitle: { en: 'Visibility by partner', de: 'Sichtbarkeit je Partner' },
    partnersLead: {
      en: 'A choice for one partner overrides the general setting.',
      de: 'Die Wahl für einen einzelnen Partner hat Vorrang vor der allgemeinen Einstellung.',
    },
    partnersEmpty: { en: 'There are no partners yet.', de: 'Es gibt noch keine Partner.' },
    general: { en: 'Same as for all partners', de: 'Wie für alle Partner' },
    effective: { en: 'Partner sees', de: 'Partner sieht' },
    emailNotRead: {
      no_address: { en: '(no e-mail address is stored)', de: '(keine E-Mail-Adresse gespeichert)' },
      no_scope: {
        en: '(the partner may not read e-mail addresses)',
        de: '(der Partner darf keine E-Mail-Adressen abfragen)',
      },
    },
    choice: { en: 'Setting', de: 'Einstellung' },
    notTakingPart: {
      en: 'Partners see nothing because the member is not active.',
      de: 'Partner sehen nichts, weil das Mitglied nicht aktiv ist.',
    },
    readsTitle: { en: 'Access to the e-mail address', de: 'Zugriffe auf die E-Mail-Adresse' },
    readsLead: {
      en: 'Only requests for this one member. The audit log shows requests for whole lists.',
      de: 'Nur Abfragen zu diesem einen Mitglied. Abfragen ganzer Listen stehen im Prüfprotokoll.',
    },
    readsEmpty: {
      en: 'No partner has requested this member’s address individually.',
      de: 'Kein Partner hat die Adresse dieses Mitglieds einzeln abgefragt.',
    },
    reader: { en: 'Partner', de: 'Partner' },
    from: { en: 'IP address', de: 'IP-Adresse' },
    exportTitle: { en: 'Copy of all data', de: 'Kopie aller Daten' },
    exportText: {
      en: 'Everything that the time bank stores about this member: in plain words to read and print, and as a file for programs. The audit log records each copy.',
      de: 'Alles, was die Zeitbank über dieses Mitglied gespeichert hat: in verständlichen Worten zum Lesen und Drucken, und als Datei für Programme. Das Prüfprotokoll hält jeden Abruf fest.',
    },
    export: { en: 'Download file', de: 'Datei herunterladen' },
    exported: { en: 'The file has been downloaded.', de: 'Die Datei wurde heruntergeladen.' },
    eraseTitle: { en: 'Erasure of personal data', de: 'Löschung personenbezogener Daten' },
    eraseText: {
      en: 'This permanently removes the name, e-mail address, number, listings and all notes about the member. The account keeps its hours and bookings under a pseudonym, so that everybody else’s history stays correct. You cannot undo this.',
      de: 'Name, E-Mail-Adresse, Nummer, Inserate und alle Notizen über das Mitglied werden endgültig entfernt. Das Konto behält seine Stunden und Buchungen unter einem Pseudonym, damit der Verlauf aller anderen stimmt. Das lässt sich nicht rückgängig machen.',
    },
    erase: { en: 'Erase…', de: 'Löschen …' },
    eraseQuestion: phrase({
      en: (name: string) => `Permanently erase the data of ${name}?`,
      de: (name) => `Die Daten von ${name} endgültig löschen?`,
    }),
    eraseBalance: phrase({
      en: (hours: string) => `The account holds ${hours} h. They stay there, and nobody can use them any more.`,
      de: (hours) => `Auf dem Konto liegen ${hours} h. Sie bleiben dort, und niemand kann sie mehr nutzen.`,
    }),
    eraseType: phrase({
      en: (name: string) => `Type the name to confirm: ${name}`,
      de: (name) => `Geben Sie zur Bestätigung den Namen ein: ${name}`,
    }),
    eraseGo: { en: 'Erase permanently', de: 'Endgültig löschen' },
    erased: { en: 'The data has been erased.', de: 'Die Daten wurden gelöscht.' },
    erasedNotice: phrase({
      en: (day: string) => `The personal data was erased on ${day}. Only the account remains.`,
      de: (day) => `Die personenbezogenen Daten wurden am ${day} gelöscht. Nur das Konto ist geblieben.`,
    }),
  },
};
