/** Import of files. */

import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';
import { importColumns } from './import-columns.ts';
import { importFaults } from './import-faults.ts';

const named = phrase({
  en: (names: string, more: boolean) => names + (more ? ' and others' : ''),
  de: (names: string, more: boolean) => names + (more ? ' und weitere' : ''),
});

export const imports = {
  title: { en: 'Import', de: 'Import' },
  lead: {
    en: 'Import members, listings or past exchanges from a spreadsheet. The file is checked first. Nothing is written until you confirm.',
    de: 'Importieren Sie Mitglieder, Inserate oder frühere Einsätze aus einer Tabelle. Die Datei wird zuerst geprüft. Geschrieben wird erst, wenn Sie bestätigen.',
  },
  kind: { en: 'Type of data', de: 'Art der Daten' },
  kinds: {
    members: { en: 'Members', de: 'Mitglieder' },
    listings: { en: 'Listings', de: 'Inserate' },
    exchanges: { en: 'Exchanges', de: 'Einsätze' },
  },
  file: { en: 'File', de: 'Datei' },
  fileHint: {
    en: 'Choose a spreadsheet (.xlsx, .ods) or a CSV file of at most 20 MB, or drop it here.',
    de: 'Wählen Sie eine Arbeitsmappe (.xlsx, .ods) oder eine CSV-Datei von höchstens 20 MB, oder ziehen Sie sie hierher.',
  },
  choose: { en: 'Choose a file', de: 'Datei wählen' },
  template: { en: 'Download example file', de: 'Beispieldatei herunterladen' },
  columnsTitle: { en: 'Supported columns', de: 'Unterstützte Spalten' },
  columnsLead: {
    en: 'Your columns may have other names, such as “E-mail address” or “Member no.”. You can check them before anything is written.',
    de: 'Ihre Spalten dürfen anders heißen, etwa „E-Mail-Adresse“ oder „Mitgliedsnr.“. Sie prüfen die Zuordnung, bevor etwas geschrieben wird.',
  },
  column: { en: 'Column', de: 'Spalte' },
  meaning: { en: 'Meaning', de: 'Bedeutung' },
  required: { en: 'required', de: 'erforderlich' },
  exampleSeparator: { en: ',', de: ';' },
  ...importColumns,
  check: { en: 'Check file', de: 'Datei prüfen' },
  noFile: { en: 'Choose a file first.', de: 'Wählen Sie zuerst eine Datei.' },
  tooLarge: {
    en: 'The file is larger than 20 MB. Split it, or ask the operator of the service to import it.',
    de: 'Die Datei ist größer als 20 MB. Teilen Sie sie, oder bitten Sie die Person, die den Server betreibt, sie zu importieren.',
  },
  understood: { en: 'How the file is read', de: 'So wird die Datei gelesen' },
  understoodLead: {
    en: 'Please check this before you import. You can change every point.',
    de: 'Bitte prüfen Sie das vor dem Import. Jeden Punkt können Sie ändern.',
  },
  separator: { en: 'Column separator', de: 'Spaltentrennzeichen' },
  separators: {
    comma: { en: 'Comma', de: 'Komma' },
    semicolon: { en: 'Semicolon', de: 'Strichpunkt' },
    tab: { en: 'Tab', de: 'Tabulator' },
    bar: { en: '|', de: '|' },
  },
  encoding: { en: 'Character encoding', de: 'Zeichenkodierung' },
  letters: phrase({
    en: (words: string) => `Do these words look right? ${words}`,
    de: (words) => `Stimmen die Umlaute? ${words}`,
  }),
  noLetters: { en: 'The file has only plain letters.', de: 'Die Datei enthält keine Umlaute.' },
  dates: { en: 'Dates', de: 'Datumsangaben' },
  dateOrders: {
    dmy: { en: 'Day before month', de: 'Tag vor Monat' },
    mdy: { en: 'Month before day', de: 'Monat vor Tag' },
  },
  datesBy: {
    file: { en: 'The dates in the file show this order.', de: 'Das geht aus der Datei hervor.' },
    locale: {
      en: 'The file leaves the order open. It was taken from your language, so please check it.',
      de: 'Die Datei lässt die Reihenfolge offen. Sie wurde nach Ihrer Sprache gewählt; bitte prüfen Sie sie.',
    },
    chosen: { en: '', de: '' },
  },
  numbers: { en: 'Numbers', de: 'Zahlen' },
  decimalMarks: {
    comma: { en: 'Decimal comma (1,5)', de: 'Dezimalkomma (1,5)' },
    point: { en: 'Decimal point (1.5)', de: 'Dezimalpunkt (1.5)' },
  },
  numbersBy: {
    file: { en: 'The numbers in the file show this.', de: 'Das geht aus der Datei hervor.' },
    chosen: { en: '', de: '' },
  },
  unit: { en: 'Unit of balances and hours', de: 'Einheit der Kontostände und Stunden' },
  units: {
    hours: { en: 'Hours', de: 'Stunden' },
    minutes: { en: 'Minutes', de: 'Minuten' },
    seconds: { en: 'Seconds', de: 'Sekunden' },
  },
  totals: phrase({
    en: (sum: string, largest: string) => `Together ${sum}, the largest is ${largest}. Is that right?`,
    de: (sum, largest) => `Zusammen ${sum}, am größten ist ${largest}. Stimmt das?`,
  }),
  example: phrase({
    en: (written: string, read: string) => `${written} is ${read}.`,
    de: (written, read) => `${written} heißt ${read}.`,
  }),
  hours: phrase({ en: (number: string) => `${number} h`, de: (number) => `${number} Stunden` }),
  choosePlease: { en: 'Please choose', de: 'Bitte wählen' },
  words: { en: 'Words', de: 'Wörter' },
  wordsLead: {
    en: 'What each word of the file means, for all rows that have it. You can change every answer.',
    de: 'Was jedes Wort der Datei heißt, für alle Zeilen damit. Jede Antwort können Sie ändern.',
  },
  wordOf: phrase({
    en: (column: string, written: string, count: number) =>
      `${column}: “${written}” (${counted.en(count, 'row', 'rows')})`,
    de: (column, written, count) => `${column}: „${written}“ (${counted.de(count, 'Zeile', 'Zeilen')})`,
  }),
  wordLeaveOut: { en: 'Leave these rows out', de: 'Diese Zeilen weglassen' },
  wordEmpty: { en: 'As an empty cell', de: 'Wie ein leeres Feld' },
  wordDay: { en: 'On one day …', de: 'An einem Tag …' },
  wordDayOf: phrase({ en: (written: string) => `Day for “${written}”`, de: (written) => `Tag für „${written}“` }),
  filledIn: phrase({
    en: (column: string, read: string, count: number) =>
      `${column}: ${read}, since the file has none (${counted.en(count, 'row', 'rows')})`,
    de: (column, read, count) =>
      `${column}: ${read}, weil in der Datei nichts steht (${counted.de(count, 'Zeile', 'Zeilen')})`,
  }),
  word: phrase({
    en: (column: string, written: string, read: string, count: number) =>
      `${column}: “${written}” is ${read} (${counted.en(count, 'row', 'rows')})`,
    de: (column, written, read, count) =>
      `${column}: „${written}“ heißt ${read} (${counted.de(count, 'Zeile', 'Zeilen')})`,
  }),
  values: {
    active: { en: 'Active', de: 'Aktiv' },
    pending: { en: 'Pending', de: 'Ausstehend' },
    suspended: { en: 'Suspended', de: 'Gesperrt' },
    left: { en: 'Left', de: 'Ausgetreten' },
    held: { en: 'Held', de: 'Zurückgehalten' },
    closed: { en: 'Closed', de: 'Geschlossen' },
    service: { en: 'Offer', de: 'Angebot' },
    request: { en: 'Request', de: 'Gesuch' },
    yes: { en: 'Yes', de: 'Ja' },
    no: { en: 'No', de: 'Nein' },
    listed: { en: 'Name', de: 'Name' },
    listed_with_email: { en: 'Name and e-mail', de: 'Name und E-Mail' },
    'made here': { en: 'made here from the row', de: 'hier aus der Zeile gebildet' },
  },
  newCategories: {
    title: phrase({
      en: (count: number) =>
        count === 0
          ? 'Categories of the file'
          : `${counted.en(count, 'category is', 'categories are')} not on your list yet`,
      de: (count: number) =>
        count === 0
          ? 'Kategorien der Datei'
          : `${counted.de(count, 'Kategorie steht', 'Kategorien stehen')} noch nicht in Ihrer Liste`,
    }),
    lead: {
      en: 'The import adds them to the list unless you choose another category here, or to leave their rows out.',
      de: 'Der Import nimmt sie in die Liste auf, wenn Sie hier keine andere Kategorie wählen und die Zeilen nicht weglassen.',
    },
    rows: phrase({
      en: (count: number, number: string) => `In ${number} ${count === 1 ? 'new row' : 'new rows'}.`,
      de: (count: number, number: string) => `In ${number} ${count === 1 ? 'neuen Zeile' : 'neuen Zeilen'}.`,
    }),
    add: { en: 'Add to the list', de: 'In die Liste aufnehmen' },
    leaveOut: { en: 'Do not import these rows', de: 'Diese Zeilen nicht importieren' },
    instead: { en: 'Take for', de: 'Nehmen als' },
  },
  mapping: { en: 'Columns', de: 'Spalten' },
  mappingLead: {
    en: 'Check the meaning of each column. Below it are the first values.',
    de: 'Prüfen Sie, was jede Spalte bedeutet. Darunter stehen die ersten Werte.',
  },
  columnOf: phrase({ en: (name: string) => `Meaning of column ${name}`, de: (name) => `Bedeutung der Spalte ${name}` }),
  unnamed: phrase({
    en: (place: number) => `Column ${place} without a name`,
    de: (place) => `Spalte ${place} ohne Namen`,
  }),
  leaveOut: { en: 'Leave out', de: 'Weglassen' },
  leftOut: phrase({ en: (names: string) => `Left out: ${names}.`, de: (names) => `Weggelassen: ${names}.` }),
  would: phrase({
    en: (created: number, unchanged: number) =>
      `${counted.en(created, 'new row', 'new rows')} to import${unchanged > 0 ? `, ${counted.en(unchanged, 'row already exists', 'rows already exist')}` : ''}.`,
    de: (created, unchanged) =>
      `${counted.de(created, 'neue Zeile', 'neue Zeilen')} zu importieren${unchanged > 0 ? `, ${counted.de(unchanged, 'Zeile ist', 'Zeilen sind')} schon vorhanden` : ''}.`,
  }),
  wouldNot: { en: 'The file cannot be imported yet.', de: 'Die Datei kann noch nicht importiert werden.' },
  wouldNotRows: phrase({
    en: (count: number) =>
      `${counted.en(count, 'row has', 'rows have')} faults. Correct them below, or import the other rows without them.`,
    de: (count) =>
      `${counted.de(count, 'Zeile hat', 'Zeilen haben')} Fehler. Berichtigen Sie sie unten, oder importieren Sie die anderen Zeilen ohne sie.`,
  }),
  badTitle: phrase({
    en: (count: number) => `${counted.en(count, 'row has', 'rows have')} faults`,
    de: (count) => `${counted.de(count, 'Zeile hat', 'Zeilen haben')} Fehler`,
  }),
  badLead: {
    en: 'Correct the values here and check them again, or save these rows as a file and correct them there.',
    de: 'Berichtigen Sie die Werte hier und prüfen Sie sie erneut, oder speichern Sie diese Zeilen als Datei und berichtigen Sie sie dort.',
  },
  badKept: phrase({
    en: (kept: string, all: string) => `The first ${kept} of ${all} rows with faults are listed and saved.`,
    de: (kept, all) => `Angezeigt und gespeichert werden die ersten ${kept} von ${all} fehlerhaften Zeilen.`,
  }),
  badRow: phrase({ en: (line: string) => `Line ${line}`, de: (line) => `Zeile ${line}` }),
  cellOf: phrase({
    en: (column: string, line: string) => `${column}, line ${line}`,
    de: (column, line) => `${column}, Zeile ${line}`,
  }),
  extraCell: phrase({ en: (place: number) => `Extra cell ${place}`, de: (place) => `Überzählige Zelle ${place}` }),
  page: phrase({
    en: (from: string, to: string, all: string) => `Rows ${from} to ${to} of ${all}`,
    de: (from, to, all) => `Zeilen ${from} bis ${to} von ${all}`,
  }),
  previous: { en: 'Previous rows', de: 'Vorige Zeilen' },
  next: { en: 'Next rows', de: 'Nächste Zeilen' },
  checkAgain: phrase({
    en: (count: number) => `Check ${counted.en(count, 'corrected row', 'corrected rows')}`,
    de: (count) => `${counted.de(count, 'berichtigte Zeile', 'berichtigte Zeilen')} prüfen`,
  }),
  checkNone: { en: 'Check corrected rows', de: 'Berichtigte Zeilen prüfen' },
  mended: phrase({
    en: (count: number) => `${counted.en(count, 'row was', 'rows were')} corrected here.`,
    de: (count) => `${counted.de(count, 'Zeile wurde', 'Zeilen wurden')} hier berichtigt.`,
  }),
  discard: { en: 'Discard corrections', de: 'Berichtigungen verwerfen' },
  checkFirst: { en: 'Check the corrected rows first.', de: 'Prüfen Sie zuerst die berichtigten Zeilen.' },
  saveBad: { en: 'Save rows with faults as a file', de: 'Fehlerhafte Zeilen als Datei speichern' },
  badFile: { en: 'rows-with-faults', de: 'fehlerhafte-zeilen' },
  badColumns: {
    line: { en: 'Line', de: 'Zeile' },
    fault: { en: 'Fault', de: 'Fehler' },
  },
  differences: phrase({
    en: (count: number) => `${counted.en(count, 'row differs', 'rows differ')} from existing data`,
    de: (count) => `${counted.de(count, 'Zeile weicht', 'Zeilen weichen')} von vorhandenen Daten ab`,
  }),
  differencesLead: {
    en: 'Existing data stays as it is. An import adds rows and never overwrites any.',
    de: 'Vorhandene Daten bleiben, wie sie sind. Ein Import fügt Zeilen hinzu und überschreibt nie.',
  },
  line: { en: 'Line', de: 'Zeile' },
  what: { en: 'Difference', de: 'Abweichung' },
  shown: phrase({
    en: (shown: number, all: number) => `Showing the first ${shown} of ${all}.`,
    de: (shown, all) => `Angezeigt werden die ersten ${shown} von ${all}.`,
  }),
  similarAreNew: {
    en: 'Those who seem known are other people: import them as new members',
    de: 'Wer schon Mitglied zu sein scheint, ist eine andere Person: als neue Mitglieder importieren',
  },
  skip: phrase({
    en: (count: number) => `Import the other rows without the ${counted.en(count, 'row', 'rows')} with faults`,
    de: (count) =>
      `Die anderen Zeilen importieren, ohne die ${counted.de(count, 'fehlerhafte Zeile', 'fehlerhaften Zeilen')}`,
  }),
  go: phrase({
    en: (count: number) => `Import ${counted.en(count, 'row', 'rows')}`,
    de: (count) => `${counted.de(count, 'Zeile', 'Zeilen')} importieren`,
  }),
  running: { en: 'Importing…', de: 'Wird importiert …' },
  reading: { en: 'Reading the file', de: 'Die Datei wird gelesen' },
  writing: phrase({
    en: (done: string, total: string) => `${done} of ${total} rows written`,
    de: (done, total) => `${done} von ${total} Zeilen geschrieben`,
  }),
  lost: {
    en: 'If the connection breaks, check the list: either the whole file was imported or none of it. You can safely import it again.',
    de: 'Wenn die Verbindung abbricht, prüfen Sie die Liste: Entweder wurde die ganze Datei importiert oder nichts davon. Sie können sie gefahrlos noch einmal importieren.',
  },
  doneTitle: phrase({
    en: (count: number) => `${counted.en(count, 'row was', 'rows were')} imported`,
    de: (count) => `${counted.de(count, 'Zeile wurde', 'Zeilen wurden')} importiert`,
  }),
  nothingNew: { en: 'No new rows', de: 'Keine neuen Zeilen' },
  refused: { en: 'Nothing was imported', de: 'Nichts wurde importiert' },
  counts: {
    created: { en: 'Imported', de: 'Importiert' },
    unchanged: { en: 'Already there', de: 'Schon vorhanden' },
    differing: { en: 'Already there, with other values', de: 'Mit anderen Werten schon vorhanden' },
    skipped: { en: 'Not imported because of faults', de: 'Wegen Fehlern nicht importiert' },
  },
  another: { en: 'Import another file', de: 'Eine andere Datei importieren' },
  toList: {
    members: { en: 'Go to members', de: 'Mitglieder anzeigen' },
    listings: { en: 'Go to listings', de: 'Inserate anzeigen' },
    exchanges: { en: 'Go to exchanges', de: 'Einsätze anzeigen' },
  },
  past: {
    title: { en: 'Past imports', de: 'Frühere Importe' },
    lead: {
      en: 'An import can be undone as a whole, as long as nothing has happened since to what it created.',
      de: 'Ein Import lässt sich als Ganzes rückgängig machen, solange mit den importierten Daten noch nichts geschehen ist.',
    },
    imported: { en: 'Imported', de: 'Importiert' },
    state: { en: 'Status', de: 'Status' },
    unnamed: { en: 'File without a name', de: 'Datei ohne Namen' },
    commandLine: { en: 'Server operator', de: 'Serverbetrieb' },
    created: {
      members: phrase({
        en: (count: number) => counted.en(count, 'member', 'members'),
        de: (count) => counted.de(count, 'Mitglied', 'Mitglieder'),
      }),
      listings: phrase({
        en: (count: number) => counted.en(count, 'listing', 'listings'),
        de: (count) => counted.de(count, 'Inserat', 'Inserate'),
      }),
      exchanges: phrase({
        en: (count: number) => counted.en(count, 'exchange', 'exchanges'),
        de: (count) => counted.de(count, 'Einsatz', 'Einsätze'),
      }),
    },
    undo: { en: 'Undo', de: 'Rückgängig machen' },
    undoOf: phrase({ en: (file: string) => `Undo ${file}`, de: (file) => `Rückgängig machen: ${file}` }),
    undoThis: { en: 'Undo import', de: 'Import rückgängig machen' },
    undone: { en: 'Undone', de: 'Rückgängig gemacht' },
    question: { en: 'Undo this import?', de: 'Diesen Import rückgängig machen?' },
    willGo: {
      members: phrase({
        en: (count: number) =>
          `${counted.en(count, 'imported member is', 'imported members are')} removed. Their opening balances are reversed.`,
        de: (count) =>
          `${counted.de(count, 'importiertes Mitglied wird', 'importierte Mitglieder werden')} entfernt. Die Anfangsbestände werden storniert.`,
      }),
      listings: phrase({
        en: (count: number, partners: boolean) =>
          `${counted.en(count, 'imported listing is', 'imported listings are')} removed.${partners ? ' Partners are informed.' : ''}`,
        de: (count, partners) =>
          `${counted.de(count, 'importiertes Inserat wird', 'importierte Inserate werden')} entfernt.${partners ? ' Die Partner erfahren davon.' : ''}`,
      }),
      exchanges: phrase({
        en: (count: number) =>
          `${counted.en(count, 'imported exchange is', 'imported exchanges are')} reversed. The balances are then as they were before the import.`,
        de: (count) =>
          `${counted.de(count, 'importierter Einsatz wird', 'importierte Einsätze werden')} storniert. Danach ist jeder Kontostand wie vor dem Import.`,
      }),
    },
    comesAgain: {
      en: 'Afterwards you can import the same file again.',
      de: 'Danach können Sie dieselbe Datei noch einmal importieren.',
    },
    done: {
      members: phrase({
        en: (count: number) => `${counted.en(count, 'member was', 'members were')} removed.`,
        de: (count) => `${counted.de(count, 'Mitglied wurde', 'Mitglieder wurden')} entfernt.`,
      }),
      listings: phrase({
        en: (count: number) => `${counted.en(count, 'listing was', 'listings were')} removed.`,
        de: (count) => `${counted.de(count, 'Inserat wurde', 'Inserate wurden')} entfernt.`,
      }),
      exchanges: phrase({
        en: (count: number) => `${counted.en(count, 'exchange was', 'exchanges were')} reversed.`,
        de: (count) => `${counted.de(count, 'Einsatz wurde', 'Einsätze wurden')} storniert.`,
      }),
    },
    cannot: { en: 'This import can no longer be undone', de: 'Dieser Import lässt sich nicht mehr rückgängig machen' },
    changed: {
      members: phrase({
        en: (count: number, names: string, more: boolean) =>
          `${counted.en(count, 'member was', 'members were')} changed since, or ${count === 1 ? 'has' : 'have'} a listing, a booking or a limit: ${named.en(names, more)}.`,
        de: (count, names, more) =>
          `${counted.de(count, 'Mitglied wurde', 'Mitglieder wurden')} seither geändert oder ${count === 1 ? 'hat' : 'haben'} inzwischen ein Inserat, eine Buchung oder ein Limit: ${named.de(names, more)}.`,
      }),
      listings: phrase({
        en: (count: number, names: string, more: boolean) =>
          `${counted.en(count, 'listing was', 'listings were')} changed since, or belong${count === 1 ? 's' : ''} to an exchange: ${named.en(names, more)}.`,
        de: (count, names, more) =>
          `${counted.de(count, 'Inserat wurde', 'Inserate wurden')} seither geändert oder ${count === 1 ? 'gehört' : 'gehören'} inzwischen zu einem Einsatz: ${named.de(names, more)}.`,
      }),
      exchanges: phrase({
        en: (count: number, names: string, more: boolean) =>
          `${counted.en(count, 'exchange was', 'exchanges were')} reversed since: ${named.en(names, more)}.`,
        de: (count, names, more) =>
          `${counted.de(count, 'Einsatz wurde', 'Einsätze wurden')} seither storniert: ${named.de(names, more)}.`,
      }),
    },
    undoneBefore: { en: 'It was undone before.', de: 'Er wurde schon rückgängig gemacht.' },
    later: {
      members: {
        en: 'Members were imported again later. Undo the later import first.',
        de: 'Danach wurden noch einmal Mitglieder importiert. Machen Sie zuerst den späteren Import rückgängig.',
      },
      listings: {
        en: 'Listings were imported again later. Undo the later import first.',
        de: 'Danach wurden noch einmal Inserate importiert. Machen Sie zuerst den späteren Import rückgängig.',
      },
      exchanges: {
        en: 'Exchanges were imported again later. Undo the later import first.',
        de: 'Danach wurden noch einmal Einsätze importiert. Machen Sie zuerst den späteren Import rückgängig.',
      },
    },
  },
  faultIn: phrase({
    en: (column: string, sentence: string) => `${column}: ${sentence}`,
    de: (column, sentence) => `${column}: ${sentence}`,
  }),
  ...importFaults,
};
