/** What is wrong with files of another system. */

import type { MoveFaultCode, MoveFileCode } from '@timebank/contract/words';
import type { Said } from '../../../console/src/i18n/languages.ts';

type Values = Readonly<Record<string, string | number>>;

type Sentences<Code extends string> = Readonly<Record<Code, Said<(values: Values) => string>>>;

export const movingFaults = {
  faults: {
    bad_quotes: {
      en: () => 'The quotation marks do not match.',
      de: () => 'Die Anführungszeichen passen nicht zusammen.',
    },
    surplus_cells: {
      en: ({ found, expected }) =>
        `The row has ${found} cells, the first line has ${expected}. Perhaps a text with a comma needs quotation marks.`,
      de: ({ found, expected }) =>
        `Die Zeile hat ${found} Zellen, die erste Zeile hat ${expected}. Vielleicht braucht ein Text mit Komma Anführungszeichen.`,
    },
    few_cells: { en: () => 'The row has too few cells.', de: () => 'Die Zeile hat zu wenige Zellen.' },
    unreadable: { en: () => 'The row cannot be read.', de: () => 'Die Zeile kann nicht gelesen werden.' },
    no_number: {
      en: () => 'The row has no number of a member.',
      de: () => 'Die Zeile hat keine Nummer eines Mitglieds.',
    },
    no_id: { en: () => 'The row has no number of its own.', de: () => 'Die Zeile hat keine eigene Nummer.' },
    no_title: { en: () => 'The listing has no title.', de: () => 'Das Inserat hat keinen Titel.' },
    no_type: {
      en: () => 'The listing is neither an offer nor a request.',
      de: () => 'Das Inserat ist weder Angebot noch Gesuch.',
    },
    no_balance: { en: () => 'The balance is no number.', de: () => 'Der Kontostand ist keine Zahl.' },
    balance_twice: {
      en: () => 'The member has a balance in an earlier row.',
      de: () => 'Das Mitglied hat schon in einer früheren Zeile einen Kontostand.',
    },
    balance_too_large: {
      en: ({ max }) => `The balance is more than ${max} hours. Is the unit right?`,
      de: ({ max }) => `Der Kontostand beträgt mehr als ${max} Stunden. Stimmt die Einheit?`,
    },
    no_parties: {
      en: () => 'The row does not say who helped and who was helped.',
      de: () => 'Die Zeile sagt nicht, wer geholfen hat und wem geholfen wurde.',
    },
    no_amount: { en: () => 'The amount is missing or no number.', de: () => 'Der Betrag fehlt oder ist keine Zahl.' },
    no_day: { en: () => 'The date is missing or no date.', de: () => 'Das Datum fehlt oder ist keines.' },
    no_day_or_amount: { en: () => 'The date or the amount is missing.', de: () => 'Das Datum oder der Betrag fehlt.' },
    no_day_column: {
      en: () => 'No column has dates with the amounts beside them.',
      de: () => 'Keine Spalte hat Daten mit den Beträgen daneben.',
    },
    in_the_future: { en: () => 'The day has not come yet.', de: () => 'Der Tag ist noch nicht gekommen.' },
    too_many_hours: {
      en: ({ max }) => `The exchange is of more than ${max} hours. Is the unit right?`,
      de: ({ max }) => `Der Einsatz hat mehr als ${max} Stunden. Stimmt die Einheit?`,
    },
    unknown_status: {
      en: () => 'The status is none that this system has.',
      de: () => 'Diesen Status gibt es in diesem System nicht.',
    },
    incomplete: {
      en: () => 'A number, a status, a type or a balance is missing.',
      de: () => 'Eine Nummer, ein Status, eine Art oder ein Kontostand fehlt.',
    },
    cut_off: {
      en: () => 'The report was cut off here. Export it again with a larger limit.',
      de: () => 'Der Bericht wurde hier abgeschnitten. Exportieren Sie ihn mit einer größeren Grenze noch einmal.',
    },
    twice: {
      en: ({ file, line }) => `The same number is in ${file}, line ${line}, already.`,
      de: ({ file, line }) => `Dieselbe Nummer steht schon in ${file}, Zeile ${line}.`,
    },
  } satisfies Sentences<MoveFaultCode>,
  fileFaults: {
    no_files: {
      en: () => 'None of these is a CSV, JSON or zip file of the other system.',
      de: () => 'Keine davon ist eine CSV-, JSON- oder Zip-Datei des anderen Systems.',
    },
    too_many_files: {
      en: ({ max }) => `There are more than ${max} files.`,
      de: ({ max }) => `Es sind mehr als ${max} Dateien.`,
    },
    too_large: { en: ({ file }) => `${file} is too large.`, de: ({ file }) => `${file} ist zu groß.` },
    too_much: {
      en: () => 'The files take too long to be read. Ask the operator of the service to import them.',
      de: () =>
        'Das Lesen der Dateien dauert zu lange. Bitten Sie die Person, die den Server betreibt, sie zu importieren.',
    },
    several_archives: {
      en: () => 'There is more than one zip. Choose the right one only.',
      de: () => 'Es gibt mehr als eine Zip-Datei. Wählen Sie nur die richtige.',
    },
    archive: {
      en: ({ file }) =>
        `${file} cannot be opened. It is damaged, too large or has a password. Unpack it and choose the files in it.`,
      de: ({ file }) =>
        `${file} kann nicht geöffnet werden. Die Datei ist beschädigt, zu groß oder hat ein Passwort. Entpacken Sie sie, und wählen Sie die Dateien darin.`,
    },
    archive_empty: {
      en: ({ file }) => `${file} has no CSV or JSON file.`,
      de: ({ file }) => `${file} hat keine CSV- oder JSON-Datei.`,
    },
    two_of_a_kind: {
      en: ({ file, other }) => `${file} and ${other} are two files of one kind. Leave one of them out.`,
      de: ({ file, other }) => `${file} und ${other} sind zwei Dateien einer Art. Lassen Sie eine davon weg.`,
    },
    missing: { en: ({ file }) => `The file ${file} is missing.`, de: ({ file }) => `Die Datei ${file} fehlt.` },
    no_header: {
      en: ({ file }) => `${file} does not have the columns of this system. Did you choose the right system?`,
      de: ({ file }) => `${file} hat nicht die Spalten dieses Systems. Haben Sie das richtige System gewählt?`,
    },
    no_text: {
      en: ({ file }) => `${file} is no table. Export it again as CSV.`,
      de: ({ file }) => `${file} ist keine Tabelle. Exportieren Sie sie noch einmal als CSV.`,
    },
    too_many_rows: {
      en: ({ file, max }) => `${file} has more than ${max} rows.`,
      de: ({ file, max }) => `${file} hat mehr als ${max} Zeilen.`,
    },
    unreadable: {
      en: ({ file, line }) => `${file} cannot be read from line ${line} on. Perhaps a quotation mark is missing.`,
      de: ({ file, line }) =>
        `${file} kann ab Zeile ${line} nicht gelesen werden. Vielleicht fehlt ein Anführungszeichen.`,
    },
    no_document: {
      en: ({ file }) => `${file} is not a file as this system writes it.`,
      de: ({ file }) => `${file} ist keine Datei, wie dieses System sie schreibt.`,
    },
    no_resource: {
      en: ({ file }) => `${file} is not a file as this system writes it.`,
      de: ({ file }) => `${file} ist keine Datei, wie dieses System sie schreibt.`,
    },
    pages_missing: {
      en: ({ file, count, found }) =>
        `${file} is a page of ${count} entries, and only ${found} are there. Choose the other pages, too.`,
      de: ({ file, count, found }) =>
        `${file} ist eine Seite von ${count} Einträgen, und nur ${found} sind da. Wählen Sie auch die anderen Seiten.`,
    },
    not_original: {
      en: ({ file }) => `${file} was changed after the archive was made.`,
      de: ({ file }) => `${file} wurde geändert, nachdem das Archiv gemacht wurde.`,
    },
    no_members: { en: () => 'The files have no member.', de: () => 'Die Dateien haben kein Mitglied.' },
  } satisfies Sentences<MoveFileCode>,
};
