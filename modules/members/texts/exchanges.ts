/** Exchanges, accounts, listings. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const exchanges = {
  exchanges: {
    title: { en: 'Exchanges', de: 'Einsätze' },
    lead: {
      en: 'Help between members, counted hour for hour.',
      de: 'Hilfe unter Mitgliedern, Stunde für Stunde gezählt.',
    },
    record: { en: 'Record exchanges', de: 'Einsätze erfassen' },
    accounts: { en: 'Community fund and organisations', de: 'Gemeinschaftskasse und Organisationen' },
    helperNumber: { en: 'Number of who helped', de: 'Nummer: wer geholfen hat' },
    helpedNumber: { en: 'Number of who was helped', de: 'Nummer: wem geholfen wurde' },
    status: { en: 'Status', de: 'Status' },
    stands: { en: 'Booked', de: 'Gebucht' },
    helper: { en: 'Who helped', de: 'Wer geholfen hat' },
    helped: { en: 'Who was helped', de: 'Wem geholfen wurde' },
    time: { en: 'How long', de: 'Wie lange' },
    day: { en: 'Date', de: 'Datum' },
    recorded: { en: 'Recorded', de: 'Erfasst' },
    recordedBy: { en: 'Recorded by', de: 'Erfasst von' },
    byCommand: { en: 'Server operator', de: 'Betrieb des Servers' },
    byFormer: { en: 'A former colleague', de: 'Jemand aus dem früheren Team' },
    byMember: { en: 'The member', de: 'Das Mitglied selbst' },
    byDeputy: { en: 'A deputy of the member', de: 'Eine Vertretung des Mitglieds' },
    bySystem: { en: 'The service', de: 'Der Dienst' },
    category: { en: 'Category', de: 'Kategorie' },
    kind: { en: 'Kind', de: 'Art' },
    kinds: {
      exchange: { en: 'Exchange', de: 'Einsatz' },
      gift: { en: 'Gift', de: 'Schenkung' },
    },
    oneSlip: { en: 'One slip', de: 'Ein Zettel' },
    reversedHours: phrase({
      en: (count: string, hours: string) => `${count} reversed (${hours} h)`,
      de: (count, hours) => `${count} storniert (${hours} h)`,
    }),
    giftHours: phrase({
      en: (count: string, one: boolean, hours: string) => `${count} ${one ? 'gift' : 'gifts'} (${hours} h)`,
      de: (count, one, hours) => `${count} ${one ? 'Schenkung' : 'Schenkungen'} (${hours} h)`,
    }),
    giver: { en: 'Who gives', de: 'Wer schenkt' },
    given: { en: 'Who is given to', de: 'Wem geschenkt wird' },
    gave: phrase({
      en: (giver: string, given: string) => `${giver} gave hours to ${given}`,
      de: (giver, given) => `${giver} hat ${given} Stunden geschenkt`,
    }),
    wholeSlip: phrase({
      en: (size: number) => `All ${size} bookings of this slip are reversed together.`,
      de: (size) => `Alle ${size} Buchungen dieses Zettels werden zusammen storniert.`,
    }),
    slipOf: phrase({ en: (size: number) => `slip of ${size}`, de: (size) => `Zettel mit ${size} Buchungen` }),
    correctedBy: phrase({
      en: (name: string, reason: string | null) => (reason ? `Reversed by ${name}: ${reason}` : `Reversed by ${name}`),
      de: (name, reason) => (reason ? `Storniert von ${name}: ${reason}` : `Storniert von ${name}`),
    }),
    note: { en: 'Note', de: 'Notiz' },
    from: { en: 'From', de: 'Von' },
    to: { en: 'To', de: 'Bis' },
    member: { en: 'Member', de: 'Mitglied' },
    state: { en: 'Reversed', de: 'Storniert' },
    states: {
      all: { en: 'All', de: 'Alle' },
      yes: { en: 'Only reversed', de: 'Nur stornierte' },
      no: { en: 'Without reversed', de: 'Ohne stornierte' },
    },
    hours: phrase({ en: (hours: string) => `${hours} h`, de: (hours) => `${hours} h` }),
    emptyTitle: { en: 'No exchanges yet', de: 'Noch keine Einsätze' },
    empty: {
      en: 'When one member has helped another, record it here: who helped, who was helped, and how long.',
      de: 'Wenn ein Mitglied einem anderen geholfen hat, erfassen Sie es hier: wer geholfen hat, wem und wie lange.',
    },
    emptyReader: {
      en: 'Exchanges appear here once recorded.',
      de: 'Einsätze erscheinen hier, sobald sie erfasst sind.',
    },
    noneTitle: { en: 'No exchanges found', de: 'Keine Einsätze gefunden' },
    none: { en: 'No exchange matches these filters.', de: 'Kein Einsatz passt zu diesen Filtern.' },
    correct: { en: 'Correct', de: 'Korrigieren' },
    correctOf: phrase({
      en: (names: string) => `Correct exchange: ${names}`,
      de: (names) => `Einsatz korrigieren: ${names}`,
    }),
    correctTitle: { en: 'Correct this exchange', de: 'Diesen Einsatz korrigieren' },
    correctText: {
      en: 'The hours go back. The exchange stays in the history, marked as reversed.',
      de: 'Die Stunden werden zurückgebucht. Der Einsatz bleibt im Verlauf und ist als storniert gekennzeichnet.',
    },
    again: { en: 'Enter it again', de: 'Neu eingeben' },
    againHint: {
      en: 'The form opens filled in. Change what was wrong, then save: the exchange is reversed and the right one booked in one step, or neither.',
      de: 'Das Formular öffnet sich ausgefüllt. Ändern Sie, was falsch war, und speichern Sie: Der alte Einsatz wird storniert und der richtige gebucht, beides in einem Schritt oder keines von beiden.',
    },
    againGo: { en: 'Continue to the form', de: 'Weiter zum Formular' },
    notNow: phrase({
      en: (names: string) =>
        `${names} cannot take part in exchanges now. The hours can go back, but you can enter the exchange again only once the member is active.`,
      de: (names) =>
        `${names} kann derzeit an keinem Einsatz teilnehmen. Die Stunden lassen sich zurückbuchen, neu eingeben können Sie aber erst, wenn das Mitglied aktiv ist.`,
    }),
    reason: { en: 'Reason', de: 'Grund' },
    reasonHint: { en: 'Shown in the history of both members.', de: 'Steht im Verlauf beider Mitglieder.' },
    correctGo: { en: 'Reverse exchange', de: 'Einsatz stornieren' },
    correctedDone: { en: 'Exchange reversed.', de: 'Einsatz storniert.' },
    corrected: { en: 'Reversed', de: 'Storniert' },
    chest: { en: 'Community fund', de: 'Gemeinschaftskasse' },
    and: phrase({
      en: (helper: string, helped: string) => `${helper} helped ${helped}`,
      de: (helper, helped) => `${helper} hat ${helped} geholfen`,
    }),
  },
  slips: {
    title: { en: 'Record exchanges', de: 'Einsätze erfassen' },
    lead: {
      en: 'Enter one line per paper slip: who helped, who was helped, and how long. Press Enter to go to the next field; you need not wait for the search. After the last field, the next line is ready.',
      de: 'Eine Zeile je Zettel: wer geholfen hat, wem und wie lange. Mit Enter kommen Sie zum nächsten Feld, ohne auf die Suche zu warten. Nach dem letzten Feld ist die nächste Zeile bereit.',
    },
    keys: {
      en: 'Press F8 to go to the next slip that needs attention, and Shift+F8 to discard the current slip.',
      de: 'Mit F8 kommen Sie zum nächsten Zettel, der geprüft werden muss. Umschalt+F8 verwirft den aktuellen Zettel.',
    },
    toList: { en: 'All exchanges', de: 'Alle Einsätze' },
    row: phrase({ en: (number: number) => `Slip ${number}`, de: (number) => `Zettel ${number}` }),
    timeHint: { en: 'e.g. 1:30', de: 'z. B. 1:30' },
    dayOfNew: { en: 'Date of new slips', de: 'Datum neuer Zettel' },
    save: { en: 'Save', de: 'Speichern' },
    saveRow: phrase({ en: (number: number) => `Save slip ${number}`, de: (number) => `Zettel ${number} speichern` }),
    saved: { en: 'Saved', de: 'Gespeichert' },
    undo: { en: 'Reverse', de: 'Stornieren' },
    undoRow: phrase({
      en: (number: number) => `Reverse slip ${number}`,
      de: (number) => `Zettel ${number} stornieren`,
    }),
    undone: { en: 'Reversed', de: 'Storniert' },
    undoReason: { en: 'Entered wrongly', de: 'Falsch erfasst' },
    discard: { en: 'Discard', de: 'Verwerfen' },
    discardRow: phrase({
      en: (number: number) => `Discard slip ${number}`,
      de: (number) => `Zettel ${number} verwerfen`,
    }),
    discarded: { en: 'Discarded', de: 'Verworfen' },
    restore: { en: 'Restore', de: 'Wiederherstellen' },
    restoreRow: phrase({
      en: (number: number) => `Restore slip ${number}`,
      de: (number) => `Zettel ${number} wiederherstellen`,
    }),
    looks: phrase({
      en: (count: number) => `${counted.en(count, 'slip needs', 'slips need')} attention.`,
      de: (count) => `${counted.de(count, 'Zettel muss', 'Zettel müssen')} geprüft werden.`,
    }),
    goLook: { en: 'Go to next', de: 'Zum nächsten' },
    several: {
      en: 'Several accounts match. Choose one from the list.',
      de: 'Mehrere Konten passen. Wählen Sie eines aus der Liste.',
    },
    begun: {
      en: 'No account has exactly this number. Choose one from the list.',
      de: 'Kein Konto hat genau diese Nummer. Wählen Sie eines aus der Liste.',
    },
    failed: {
      en: 'The search did not respond. Press Enter here again.',
      de: 'Die Suche hat nicht geantwortet. Drücken Sie hier noch einmal Enter.',
    },
    notActive: { en: '(not active)', de: '(nicht aktiv)' },
    total: phrase({
      en: (count: number, hours: string) => `${counted.en(count, 'slip', 'slips')} saved, ${hours} h in total`,
      de: (count, hours) => `${counted.de(count, 'Zettel', 'Zettel')} gespeichert, insgesamt ${hours} h`,
    }),
    who: { en: 'Name or number', de: 'Name oder Nummer' },
    choose: {
      en: 'Choose a member or an organisation from the list.',
      de: 'Wählen Sie ein Mitglied oder eine Organisation aus der Liste.',
    },
    step: phrase({
      en: (minutes: number) => `Times must be multiples of ${counted.en(minutes, 'minute', 'minutes')}.`,
      de: (minutes) => `Zeiten müssen Vielfache von ${counted.de(minutes, 'Minute', 'Minuten')} sein.`,
    }),
    limitIs: { en: 'You can find the limit in the settings.', de: 'Die Grenze finden Sie in den Einstellungen.' },
    noneFound: { en: 'No matches', de: 'Keine Treffer' },
    corrects: phrase({
      en: (reason: string) =>
        `Takes the place of an exchange, which is reversed when you save: ${reason}. Discard the slip to leave that exchange as it is.`,
      de: (reason) =>
        `Ersetzt einen Einsatz, der beim Speichern storniert wird: ${reason}. Verwerfen Sie den Zettel, bleibt er, wie er ist.`,
    }),
    similar: { en: 'Similar names', de: 'Ähnliche Namen' },
    hits: phrase({
      en: (count: number) => `${counted.en(count, 'match', 'matches')}.`,
      de: (count) => `${counted.de(count, 'Treffer', 'Treffer')}.`,
    }),
    similarHits: phrase({
      en: (count: number) => `${counted.en(count, 'similar name', 'similar names')}.`,
      de: (count) => `${counted.de(count, 'ähnlicher Name', 'ähnliche Namen')}.`,
    }),
    shownOf: phrase({
      en: (shown: number, count: number, more: boolean) =>
        `${shown} of ${more ? `more than ${count}` : count} shown. Type more of the name or the number.`,
      de: (shown, count, more) =>
        `${shown} von ${more ? `mehr als ${count}` : count} angezeigt. Geben Sie mehr vom Namen oder der Nummer ein.`,
    }),
    kept: {
      en: 'Unsaved slips stay here, even when you reload the page.',
      de: 'Nicht gespeicherte Zettel bleiben hier, auch wenn Sie die Seite neu laden.',
    },
    what: { en: 'What is recorded', de: 'Was erfasst wird' },
    whats: {
      exchange: { en: 'Exchanges', de: 'Einsätze' },
      gift: { en: 'Gifts', de: 'Schenkungen' },
      group: { en: 'One and many', de: 'Eine Person und mehrere' },
    },
    giftLead: {
      en: 'A gift moves hours without help. It counts in no total of exchanges.',
      de: 'Eine Schenkung bucht Stunden ohne Hilfe. Sie zählt in keiner Summe der Einsätze.',
    },
    unknownCategory: { en: 'Choose a category from the list.', de: 'Wählen Sie eine Kategorie aus der Liste.' },
    group: {
      lead: {
        en: 'One helped many, or many helped one. Everything is booked together, or nothing.',
        de: 'Eine Person hat mehreren geholfen, oder mehrere einer. Alles wird zusammen gebucht oder nichts.',
      },
      many: { en: 'Who are several', de: 'Wer mehrere sind' },
      manies: {
        receivers: { en: 'One helped many', de: 'Eine Person half mehreren' },
        providers: { en: 'Many helped one', de: 'Mehrere halfen einer Person' },
      },
      add: {
        receivers: { en: 'Add who was helped', de: 'Wem geholfen wurde' },
        providers: { en: 'Add who helped', de: 'Wer geholfen hat' },
      },
      addHint: {
        en: 'Press Enter after each name. Press Enter in the empty field to go on.',
        de: 'Enter nach jedem Namen. Enter im leeren Feld führt weiter.',
      },
      remove: phrase({ en: (name: string) => `Remove ${name}`, de: (name) => `${name} entfernen` }),
      each: {
        receivers: { en: 'Each gives', de: 'Jede Person gibt' },
        providers: { en: 'Each gets', de: 'Jede Person erhält' },
      },
      total: {
        receivers: { en: 'The helper gets', de: 'Wer geholfen hat, erhält' },
        providers: { en: 'Who was helped gives', de: 'Wem geholfen wurde, gibt' },
      },
      totalHint: {
        en: 'Leave empty for the sum. The rest goes to the community fund.',
        de: 'Leer: die Summe. Der Rest geht an die Gemeinschaftskasse.',
      },
      sum: phrase({
        en: (count: number, each: string, sum: string) => `${count} × ${each} = ${sum} h`,
        de: (count, each, sum) => `${count} × ${each} = ${sum} h`,
      }),
      rest: phrase({
        en: (hours: string) => `${hours} h go to the community fund`,
        de: (hours) => `${hours} h gehen an die Gemeinschaftskasse`,
      }),
      few: { en: 'Add at least two.', de: 'Nennen Sie mindestens zwei.' },
      twice: { en: 'This account is already on the slip.', de: 'Dieses Konto ist schon auf dem Zettel.' },
      above: { en: 'This is more than all give together.', de: 'Das ist mehr, als alle zusammen geben.' },
      below: { en: 'This is less than all get together.', de: 'Das ist weniger, als alle zusammen erhalten.' },
      save: { en: 'Save slip', de: 'Zettel speichern' },
      saved: phrase({
        en: (count: number) => `Slip saved: ${counted.en(count, 'booking', 'bookings')}.`,
        de: (count) => `Zettel gespeichert: ${counted.de(count, 'Buchung', 'Buchungen')}.`,
      }),
      of: phrase({
        en: (name: string, problem: string) => `${name}: ${problem}`,
        de: (name, problem) => `${name}: ${problem}`,
      }),
    },
  },
  accounts: {
    title: { en: 'Community fund and organisations', de: 'Gemeinschaftskasse und Organisationen' },
    lead: {
      en: 'Accounts that do not belong to one person. They give and receive hours like members.',
      de: 'Konten, die keiner einzelnen Person gehören. Sie geben und bekommen Stunden wie Mitglieder.',
    },
    chest: { en: 'Community fund', de: 'Gemeinschaftskasse' },
    chestMeans: { en: 'Holds hours that belong to everybody.', de: 'Enthält Stunden, die allen gehören.' },
    add: { en: 'New organisation', de: 'Neue Organisation' },
    name: { en: 'Name', de: 'Name' },
    balance: { en: 'Balance', de: 'Kontostand' },
    limit: { en: 'Lower limit', de: 'Untergrenze' },
    limitDefault: { en: 'Community default', de: 'Standard der Gemeinschaft' },
    limitHint: {
      en: 'How far below zero exchanges may take the account, for example -100. Leave empty to use the community default.',
      de: 'So weit unter null darf das Konto durch Einsätze sinken, zum Beispiel -100. Leer lassen für den Standard der Gemeinschaft.',
    },
    change: { en: 'Change limit', de: 'Grenze ändern' },
    changeOf: phrase({ en: (name: string) => `Change limit: ${name}`, de: (name) => `Grenze ändern: ${name}` }),
    changed: { en: 'Limit changed.', de: 'Grenze geändert.' },
    create: { en: 'Open account', de: 'Konto eröffnen' },
    created: phrase({
      en: (name: string) => `The account for ${name} is open.`,
      de: (name) => `Das Konto für ${name} ist eröffnet.`,
    }),
    history: { en: 'History', de: 'Verlauf' },
    notFound: { en: 'Account not found', de: 'Konto nicht gefunden' },
    toList: { en: 'Community fund and organisations', de: 'Gemeinschaftskasse und Organisationen' },
  },
  listings: {
    title: { en: 'Listings', de: 'Inserate' },
    lead: { en: 'Offers and requests of members.', de: 'Angebote und Gesuche der Mitglieder.' },
    add: { en: 'New listing', de: 'Neues Inserat' },
    search: { en: 'Search titles and categories', de: 'In Titeln und Kategorien suchen' },
    status: { en: 'Status', de: 'Status' },
    everyStatus: { en: 'All statuses', de: 'Alle Status' },
    type: { en: 'Type', de: 'Art' },
    everyType: { en: 'Offers and requests', de: 'Angebote und Gesuche' },
    types: {
      service: { en: 'Offer', de: 'Angebot' },
      request: { en: 'Request', de: 'Gesuch' },
    },
    statuses: {
      active: { en: 'Published', de: 'Veröffentlicht' },
      held: { en: 'Held', de: 'Zurückgehalten' },
      closed: { en: 'Closed', de: 'Geschlossen' },
    },
    onHold: { en: 'Member on hold', de: 'Mitglied ruht' },
    onHoldMeans: {
      en: 'Its member is on hold: nobody sees the listing until the member is back.',
      de: 'Die Mitgliedschaft ruht: Niemand sieht das Inserat, bis das Mitglied wieder da ist.',
    },
    statusMeans: {
      active: phrase({
        en: (partners: boolean) =>
          `The listing is published.${partners ? ' Partners see it if they can see the member.' : ''}`,
        de: (partners) =>
          `Das Inserat ist veröffentlicht.${partners ? ' Partner sehen es, wenn sie das Mitglied sehen.' : ''}`,
      }),
      held: phrase({
        en: (partners: boolean) => `The listing needs review.${partners ? ' No partner sees it.' : ''}`,
        de: (partners) => `Das Inserat muss geprüft werden.${partners ? ' Kein Partner sieht es.' : ''}`,
      }),
      closed: phrase({
        en: (partners: boolean) => `The listing has ended.${partners ? ' No partner sees it.' : ''}`,
        de: (partners) => `Das Inserat ist beendet.${partners ? ' Kein Partner sieht es.' : ''}`,
      }),
    },
    listing: { en: 'Listing', de: 'Inserat' },
    member: { en: 'Member', de: 'Mitglied' },
    memberNumber: { en: 'Member’s number', de: 'Mitgliedsnummer' },
    addedOn: { en: 'Added', de: 'Hinzugefügt' },
    updated: { en: 'Last changed', de: 'Zuletzt geändert' },
    of: phrase({ en: (name: string) => `Listings of ${name}`, de: (name) => `Inserate von ${name}` }),
    emptyTitle: { en: 'No listings yet', de: 'Noch keine Inserate' },
    empty: {
      en: 'Add an offer or a request of a member, or import a list from a file.',
      de: 'Fügen Sie ein Angebot oder Gesuch eines Mitglieds hinzu, oder importieren Sie eine Liste aus einer Datei.',
    },
    emptyReader: {
      en: 'Listings appear here once added.',
      de: 'Inserate erscheinen hier, sobald sie hinzugefügt sind.',
    },
    noneTitle: { en: 'No listings found', de: 'Keine Inserate gefunden' },
    none: { en: 'No listing matches these filters.', de: 'Kein Inserat passt zu diesen Filtern.' },
    noneHeld: { en: 'No listings need your review.', de: 'Keine Inserate zu prüfen.' },
    toList: { en: 'All listings', de: 'Alle Inserate' },
    notFound: { en: 'Listing not found', de: 'Inserat nicht gefunden' },
    titleField: { en: 'Title', de: 'Titel' },
    description: { en: 'Description', de: 'Beschreibung' },
    category: { en: 'Category', de: 'Kategorie' },
    estimated: { en: 'Expected time', de: 'Erwartete Zeit' },
    estimatedHint: { en: '1:30 or 1.5. Optional.', de: '1:30 oder 1,5. Optional.' },
    hold: { en: 'Hold for review', de: 'Zur Prüfung zurückhalten' },
    holdHint: {
      en: 'Nobody else sees the listing until you publish it.',
      de: 'Niemand sonst sieht das Inserat, bis Sie es veröffentlichen.',
    },
    create: { en: 'Add listing', de: 'Inserat hinzufügen' },
    createNext: { en: 'Add and enter the next', de: 'Hinzufügen und nächstes eingeben' },
    created: { en: 'Listing added.', de: 'Inserat hinzugefügt.' },
    saved: { en: 'Saved.', de: 'Gespeichert.' },
    publish: { en: 'Publish', de: 'Veröffentlichen' },
    reopen: { en: 'Publish again', de: 'Erneut veröffentlichen' },
    holdIt: { en: 'Hold', de: 'Zurückhalten' },
    close: { en: 'Close', de: 'Schließen' },
    publishOf: phrase({ en: (title: string) => `Publish ${title}`, de: (title) => `${title} veröffentlichen` }),
    closeOf: phrase({ en: (title: string) => `Close ${title}`, de: (title) => `${title} schließen` }),
    statusChanged: { en: 'Status changed.', de: 'Status geändert.' },
    unknownMember: { en: 'Choose a member from the list.', de: 'Wählen Sie ein Mitglied aus der Liste.' },
    what: { en: 'Listing details', de: 'Angaben zum Inserat' },
  },
};
