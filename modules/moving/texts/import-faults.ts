/** What is wrong with a row or a file that is imported. */
import type { Said } from '../../../console/src/i18n/languages.ts';

export const importFaults = {
  /** One sentence for each code: what is wrong, and what would be right. */
  faults: {
    required: { en: () => 'The value is missing.', de: () => 'Der Wert fehlt.' },
    line_break: {
      en: () => 'The value has a line break. It must be one line.',
      de: () => 'Der Wert enthält einen Zeilenumbruch. Erlaubt ist nur eine Zeile.',
    },
    invalid_character: {
      en: () => 'The value has a character that is no text. Perhaps the character encoding is wrong.',
      de: () => 'Der Wert enthält ein Zeichen, das kein Text ist. Vielleicht stimmt die Zeichenkodierung nicht.',
    },
    too_long: {
      en: ({ max }) => `The value is too long. At most ${max} characters are allowed.`,
      de: ({ max }) => `Der Wert ist zu lang. Erlaubt sind höchstens ${max} Zeichen.`,
    },
    invalid_email: {
      en: ({ value }) =>
        `“${value}” is no e-mail address that can be used. Right would be anna@example.org, without umlauts before the @.`,
      de: ({ value }) =>
        `„${value}“ ist keine brauchbare E-Mail-Adresse. Richtig wäre anna@example.org, vor dem @ ohne Umlaute.`,
    },
    invalid_year: {
      en: ({ value }) => `“${value}” is not a year. Right would be 1956, or a date of birth.`,
      de: ({ value }) => `„${value}“ ist kein Jahr. Richtig wäre 1956 oder ein Geburtsdatum.`,
    },
    invalid_language: {
      en: ({ value }) => `“${value}” is not known as a language. Right would be English or en.`,
      de: ({ value }) => `„${value}“ ist als Sprache nicht bekannt. Richtig wäre Deutsch oder de.`,
    },
    unknown_value: {
      en: ({ value, words }) => `“${value}” is not known. Right would be: ${words}.`,
      de: ({ value, words }) => `„${value}“ ist nicht bekannt. Richtig wäre: ${words}.`,
    },
    invalid_date: {
      en: ({ value }) => `“${value}” is no date. Right would be 31/05/2026 or 2026-05-31.`,
      de: ({ value }) => `„${value}“ ist kein Datum. Richtig wäre 31.05.2026 oder 2026-05-31.`,
    },
    invalid_hours: {
      en: ({ value }) => `“${value}” is no number of hours. Right would be 1.5 or 1:30.`,
      de: ({ value }) => `„${value}“ ist keine Stundenzahl. Richtig wäre 1,5 oder 1:30.`,
    },
    too_many_decimals: {
      en: ({ value }) => `“${value}” has more than two decimals. Right would be 1.25.`,
      de: ({ value }) => `„${value}“ hat mehr als zwei Nachkommastellen. Richtig wäre 1,25.`,
    },
    too_large: {
      en: ({ max }) => `The number is too large. At most ${max} hours are allowed.`,
      de: ({ max }) => `Die Zahl ist zu groß. Erlaubt sind höchstens ${max} Stunden.`,
    },
    not_positive: { en: () => 'The time must be more than zero.', de: () => 'Die Zeit muss mehr als null sein.' },
    in_the_future: {
      en: ({ value }) => `${value} has not come yet. Correct the day.`,
      de: ({ value }) => `${value} liegt in der Zukunft. Bitte den Tag berichtigen.`,
    },
    duplicate: {
      en: ({ value, line }) => `“${value}” is already in line ${line}. Each number may occur once.`,
      de: ({ value, line }) => `„${value}“ steht schon in Zeile ${line}. Jede Nummer darf nur einmal vorkommen.`,
    },
    bad_quotes: {
      en: () => 'The quotation marks do not match.',
      de: () => 'Die Anführungszeichen passen nicht zusammen.',
    },
    wrong_number_of_fields: {
      en: ({ fields, expected }) =>
        `The row has ${fields} cells, the first line has ${expected}. Perhaps a separator is missing or one too many.`,
      de: ({ fields, expected }) =>
        `Die Zeile hat ${fields} Zellen, die erste Zeile ${expected}. Vielleicht fehlt ein Trennzeichen, oder es ist eines zu viel.`,
    },
    unknown_member: {
      en: ({ value }) => `No member has the number “${value}”. Import the members first, or correct the number.`,
      de: ({ value }) =>
        `Kein Mitglied hat die Nummer „${value}“. Importieren Sie zuerst die Mitglieder, oder berichtigen Sie die Nummer.`,
    },
    same_member: {
      en: ({ value }) => `“${value}” helped and was helped. An exchange needs two members.`,
      de: ({ value }) => `„${value}“ steht auf beiden Seiten. Zu einem Einsatz gehören zwei Mitglieder.`,
    },
    no_quarter: {
      en: ({ value }) =>
        `“${value}”: none of your own fields is marked as the quarter. Mark one in the settings, or leave the column out.`,
      de: ({ value }) =>
        `„${value}“: Keines Ihrer eigenen Felder ist als Stadtteil gekennzeichnet. Kennzeichnen Sie eines in den Einstellungen, oder lassen Sie die Spalte weg.`,
    },
    known_number: {
      en: ({ value, number, name }) =>
        `“${value}” may be “${number}”, ${name}: spreadsheets drop zeros and shorten numbers. Write the right number.`,
      de: ({ value, number, name }) =>
        `„${value}“ ist vielleicht „${number}“, ${name}: Tabellenprogramme lassen Nullen weg und kürzen Nummern. Schreiben Sie die richtige Nummer.`,
    },
    known_name: {
      en: ({ value, number, name }) =>
        `${name} is a member already${number === '' ? '' : ` with the number “${number}”`}, not “${value}”. Write that number, or say below that it is another person.`,
      de: ({ value, number, name }) =>
        `${name} ist schon Mitglied${number === '' ? '' : `, mit der Nummer „${number}“`} und nicht „${value}“. Schreiben Sie diese Nummer, oder sagen Sie unten, dass es eine andere Person ist.`,
    },
    spreadsheet_number: {
      en: ({ value }) =>
        `The spreadsheet has shortened a number to “${value}”. Format the column as text there, and type it again.`,
      de: ({ value }) =>
        `Das Tabellenprogramm hat eine Nummer zu „${value}“ gekürzt. Formatieren Sie die Spalte dort als Text und schreiben Sie sie noch einmal.`,
    },
    spreadsheet_error: {
      en: ({ value }) => `“${value}” is an error of the spreadsheet. Correct the formula there.`,
      de: ({ value }) => `„${value}“ ist ein Fehler des Tabellenprogramms. Berichtigen Sie die Formel dort.`,
    },
    unknown_listing: {
      en: ({ value }) => `No listing has the number “${value}”. Import the listings first, or leave the cell empty.`,
      de: ({ value }) =>
        `Kein Inserat hat die Nummer „${value}“. Importieren Sie zuerst die Inserate, oder lassen Sie die Zelle leer.`,
    },
    left_out_word: {
      en: ({ value }) => `Rows with “${value}” are left out.`,
      de: ({ value }) => `Zeilen mit „${value}“ werden weggelassen.`,
    },
    left_out_category: {
      en: ({ value }) => `Rows with the category “${value}” are not imported, as you chose.`,
      de: ({ value }) => `Zeilen mit der Kategorie „${value}“ werden nicht importiert, wie Sie es gewählt haben.`,
    },
    differs: {
      en: () => 'The existing value is another one and stays.',
      de: () => 'Vorhanden ist ein anderer Wert. Er bleibt.',
    },
    unclear_dates: {
      en: ({ example }) => `“${example}” may begin with the day or the month. Please choose which under “Dates”.`,
      de: ({ example }) =>
        `„${example}“ kann mit dem Tag oder mit dem Monat beginnen. Bitte wählen Sie das unter „Datumsangaben“.`,
    },
    unclear_numbers: {
      en: ({ example }) =>
        `“${example}” may be a thousand or a decimal number. Please choose under “Numbers” what the comma and the point mean.`,
      de: ({ example }) =>
        `„${example}“ kann Tausend oder eine Kommazahl sein. Bitte wählen Sie unter „Zahlen“, was gilt.`,
    },
    unclear_unit: {
      en: ({ sum, largest }) =>
        `These look like seconds or minutes and not like hours: together ${sum}, the largest is ${largest}. Please choose under “Unit of balances and hours”.`,
      de: ({ sum, largest }) =>
        `Das sieht nach Sekunden oder Minuten aus und nicht nach Stunden: zusammen ${sum}, am größten ist ${largest}. Bitte wählen Sie unter „Einheit der Kontostände und Stunden“.`,
    },
    missing_column: {
      en: ({ columns }) => `No column has been found for: ${columns}. Choose it below, or add it to the file.`,
      de: ({ columns }) =>
        `Keine Spalte gefunden für: ${columns}. Wählen Sie die Spalte unten, oder ergänzen Sie sie in der Datei.`,
    },
    duplicate_column: {
      en: ({ columns }) => `More than one column means: ${columns}. Leave all but one out below.`,
      de: ({ columns }) => `Mehr als eine Spalte bedeutet: ${columns}. Lassen Sie unten alle bis auf eine weg.`,
    },
    unknown_column: {
      en: ({ columns }) => `There is no such meaning of a column: ${columns}.`,
      de: ({ columns }) => `Diese Bedeutung einer Spalte gibt es nicht: ${columns}.`,
    },
    empty_file: {
      en: () => 'The file is empty. Its first line must name the columns.',
      de: () => 'Die Datei ist leer. Ihre erste Zeile muss die Spalten benennen.',
    },
    no_rows: {
      en: () => 'The file has a first line with names, but no rows.',
      de: () => 'Die Datei hat eine erste Zeile mit Namen, aber keine weiteren Zeilen.',
    },
    not_text: {
      en: () => 'This is no spreadsheet and no CSV file. Open it in a spreadsheet, and save it as CSV.',
      de: () =>
        'Das ist keine Arbeitsmappe und keine CSV-Datei. Öffnen Sie die Datei in einer Tabellenkalkulation, und speichern Sie sie als CSV.',
    },
    file_too_large: {
      en: ({ max }) => `The file is larger than ${max} MB. Split it.`,
      de: ({ max }) => `Die Datei ist größer als ${max} MB. Teilen Sie sie.`,
    },
    too_many_rows: {
      en: ({ max }) => `The file has more than ${max} rows. Split it.`,
      de: ({ max }) => `Die Datei hat mehr als ${max} Zeilen. Teilen Sie sie.`,
    },
    too_many_columns: {
      en: ({ max }) => `The first line has more than ${max} columns.`,
      de: ({ max }) => `Die erste Zeile hat mehr als ${max} Spalten.`,
    },
    row_too_long: {
      en: ({ row }) => `The row in line ${row} is too long. Perhaps a quotation mark is not closed.`,
      de: ({ row }) => `Zeile ${row} ist zu lang. Vielleicht ist ein Anführungszeichen nicht geschlossen.`,
    },
    quote_not_closed: {
      en: ({ row }) => `In line ${row} a quotation mark opens and never closes.`,
      de: ({ row }) => `In Zeile ${row} wird ein Anführungszeichen geöffnet und nie geschlossen.`,
    },
    unknown_encoding: {
      en: () => 'This character encoding is not known. Choose another one.',
      de: () => 'Diese Zeichenkodierung ist nicht bekannt. Wählen Sie eine andere.',
    },
    wrong_encoding: {
      en: () => 'The file does not have this character encoding. Choose another one.',
      de: () => 'Die Datei hat diese Zeichenkodierung nicht. Wählen Sie eine andere.',
    },
    unclear_encoding: {
      en: ({ western, central }) =>
        `Names can be read in two ways: “${western}” or “${central}”. Choose windows-1252 under “Character encoding” for the first, windows-1250 for the second.`,
      de: ({ western, central }) =>
        `Namen lassen sich auf zwei Arten lesen: „${western}“ oder „${central}“. Wählen Sie unter „Zeichenkodierung“ windows-1252 für das erste, windows-1250 für das zweite.`,
    },
    damaged_workbook: {
      en: () => 'The workbook is damaged, or has a password. Open it in a spreadsheet, and save it again.',
      de: () =>
        'Die Arbeitsmappe ist beschädigt oder hat ein Kennwort. Öffnen Sie sie in einer Tabellenkalkulation, und speichern Sie sie neu.',
    },
    several_sheets: {
      en: ({ sheets }) =>
        `The workbook has several sheets with rows: ${sheets}. Save the one that is meant as a file of its own.`,
      de: ({ sheets }) =>
        `Die Arbeitsmappe hat mehrere Tabellen mit Zeilen: ${sheets}. Speichern Sie die gemeinte als eigene Datei.`,
    },
    unknown_separator: {
      en: () => 'This separator is not known. Choose another one.',
      de: () => 'Dieses Trennzeichen ist nicht bekannt. Wählen Sie ein anderes.',
    },
    unreadable: {
      en: ({ row }) => `The file cannot be read from line ${row} on. Perhaps it is too large, or no CSV file.`,
      de: ({ row }) => `Die Datei ist ab Zeile ${row} nicht lesbar. Vielleicht ist sie zu groß oder keine CSV-Datei.`,
    },
  } satisfies Readonly<Record<string, Said<(parts: Readonly<Record<string, string>>) => string>>>,
};
