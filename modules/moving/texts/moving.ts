/** Moving in from another system. */

import type { MoveNoteCode, MoveSystem } from '@timebank/contract/words';
import { phrase, type Said } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';
import { movingFaults } from './moving-faults.ts';

export const moving = {
  title: { en: 'Move in from another system', de: 'Umzug aus einem anderen System' },
  lead: {
    en: 'Bring members with their balances, listings and past exchanges from the system you used before. Everything is checked first, booked as a whole, and can be undone as a whole.',
    de: 'Übernehmen Sie Mitglieder mit ihren Kontoständen, Inserate und frühere Einsätze aus Ihrem bisherigen System. Alles wird zuerst geprüft, als Ganzes gebucht und kann als Ganzes rückgängig gemacht werden.',
  },
  back: { en: 'Import', de: 'Import' },
  fromImport: { en: 'Coming from another system?', de: 'Kommen Sie aus einem anderen System?' },
  fromImportLead: {
    en: 'Move in with members, listings and exchanges at once. Every balance is compared with the old one.',
    de: 'Übernehmen Sie Mitglieder, Inserate und Einsätze auf einmal. Jeder Kontostand wird mit dem alten verglichen.',
  },
  go: { en: 'Move in from another system', de: 'Aus einem anderen System umziehen' },
  pastImport: phrase({ en: (system: string) => `Move from ${system}`, de: (system) => `Umzug aus ${system}` }),
  see: { en: 'See the move', de: 'Umzug ansehen' },
  toMove: { en: 'See the move, or undo it', de: 'Umzug ansehen oder rückgängig machen' },
  movedFrom: phrase({
    en: (system: string) => `This time bank moved in from ${system}.`,
    de: (system) => `Diese Zeitbank ist aus ${system} umgezogen.`,
  }),
  filled: { en: 'This time bank is not empty', de: 'Diese Zeitbank ist nicht leer' },
  filledLead: {
    en: 'A move needs a time bank without members and hours. Undo your earlier imports, or ask the operator for a new time bank. Single tables can still be imported.',
    de: 'Ein Umzug braucht eine Zeitbank ohne Mitglieder und Stunden. Machen Sie frühere Importe rückgängig, oder bitten Sie die Person, die den Server betreibt, um eine neue Zeitbank. Einzelne Tabellen können Sie weiterhin importieren.',
  },
  toImport: { en: 'Go to import', de: 'Zum Import' },
  filesTitle: { en: 'Files of the other system', de: 'Dateien des anderen Systems' },
  system: { en: 'Other system', de: 'Anderes System' },
  systems: {
    timeoverflow: { en: 'TimeOverflow', de: 'TimeOverflow' },
    komunitin: { en: 'Komunitin', de: 'Komunitin' },
    ces: { en: 'CES (Community Exchange System)', de: 'CES (Community Exchange System)' },
    cyclos: { en: 'Cyclos 3', de: 'Cyclos 3' },
    timebank: { en: 'Timebank (this software)', de: 'Timebank (diese Software)' },
  } satisfies Record<MoveSystem, Said>,
  where: {
    timeoverflow: {
      en: 'As an administrator there, open “Reports” and choose “Download all”. The one zip file is enough.',
      de: 'Öffnen Sie dort mit Verwaltungsrechten die Berichte („Reports“), und wählen Sie „Download all“. Die eine Zip-Datei genügt.',
    },
    komunitin: {
      en: 'As an administrator there, download accounts and transfers as CSV. Names, offers and needs are in JSON files (currency, members, offers, needs, categories), which the person who runs the server gives you.',
      de: 'Laden Sie dort mit Verwaltungsrechten Konten und Überweisungen als CSV herunter. Namen, Angebote und Gesuche stehen in JSON-Dateien (currency, members, offers, needs, categories), die Ihnen die Person gibt, die jenen Server betreibt.',
    },
    ces: {
      en: 'Export the tables of the exchange as CSV: users, balances, transactions and adverts. Passwords in the table of users are never read.',
      de: 'Exportieren Sie die Tabellen der Tauschbörse als CSV: users, balances, transactions und adverts. Passwörter in der Tabelle users werden nie gelesen.',
    },
    cyclos: {
      en: 'Export the members, the report of members with balances, the report of transactions with details for the whole time, and the advertisements.',
      de: 'Exportieren Sie die Mitglieder, den Bericht der Mitglieder mit Kontoständen, den Bericht der Transaktionen mit Einzelheiten für die ganze Zeit und die Anzeigen.',
    },
    timebank: {
      en: 'The archive (zip) that the operator of the other installation made for you.',
      de: 'Das Archiv (zip), das die Person für Sie gemacht hat, die die andere Installation betreibt.',
    },
  } satisfies Record<MoveSystem, Said>,
  files: { en: 'Files', de: 'Dateien' },
  filesHint: {
    en: 'Choose all files together or one zip, or drop them here. At most 20 MB.',
    de: 'Wählen Sie alle Dateien zusammen oder eine Zip-Datei, oder ziehen Sie sie hierher. Höchstens 20 MB.',
  },
  choose: { en: 'Choose files', de: 'Dateien wählen' },
  remove: phrase({ en: (file: string) => `Remove ${file}`, de: (file) => `${file} entfernen` }),
  check: { en: 'Check files', de: 'Dateien prüfen' },
  noFiles: { en: 'Choose the files first.', de: 'Wählen Sie zuerst die Dateien.' },
  tooLarge: {
    en: 'The files are larger than 20 MB together. Put them into one zip, or ask the operator of the service.',
    de: 'Die Dateien sind zusammen größer als 20 MB. Packen Sie sie in eine Zip-Datei, oder fragen Sie die Person, die den Server betreibt.',
  },
  tooMany: {
    en: 'These are too many files. Put them into one zip.',
    de: 'Das sind zu viele Dateien. Packen Sie sie in eine Zip-Datei.',
  },
  unread: { en: 'The files cannot be read', de: 'Die Dateien können nicht gelesen werden' },
  questionsTitle: { en: 'What the files cannot say', de: 'Was die Dateien nicht sagen' },
  questionsLead: {
    en: 'Please answer these questions. The suggestions are usually right. Your answers are kept with the move.',
    de: 'Bitte beantworten Sie diese Fragen. Die Vorschläge stimmen meistens. Ihre Antworten werden mit dem Umzug gespeichert.',
  },
  answer: { en: 'Continue with these answers', de: 'Mit diesen Antworten weiter' },
  changeAnswers: { en: 'Change the answers', de: 'Antworten ändern' },
  questions: {
    units_per_hour: { en: 'How many units there are one hour?', de: 'Wie viele Einheiten sind dort eine Stunde?' },
    fund: {
      en: 'Which of these is the account of the time bank itself? Its hours go to the community fund.',
      de: 'Welches davon ist das Konto der Zeitbank selbst? Seine Stunden kommen in die Gemeinschaftskasse.',
    },
    time_zone: { en: 'In which time zone is your community?', de: 'In welcher Zeitzone ist Ihre Gemeinschaft?' },
    groups: { en: 'What are the members of each group?', de: 'Was sind die Mitglieder jeder Gruppe?' },
    account: {
      en: 'Which account holds the hours? The others stay there.',
      de: 'Welches Konto enthält die Stunden? Die anderen bleiben dort.',
    },
    member_number: { en: 'Which number do members get here?', de: 'Welche Nummer bekommen die Mitglieder hier?' },
    limited_report: {
      en: 'The other system cut a report off. What is to happen with the exchanges that are missing?',
      de: 'Das andere System hat einen Bericht abgeschnitten. Was soll mit den fehlenden Einsätzen geschehen?',
    },
    listing_types: {
      en: 'Are these advertisements offers or requests?',
      de: 'Sind diese Anzeigen Angebote oder Gesuche?',
    },
    disabled_members: {
      en: 'What are members whose account is disabled there?',
      de: 'Was sind Mitglieder, deren Konto dort deaktiviert ist?',
    },
    locked_members: {
      en: 'What are members whose account is locked there?',
      de: 'Was sind Mitglieder, deren Konto dort gesperrt ist?',
    },
    levies: {
      en: 'Where do the levies that members paid go?',
      de: 'Wohin kommen die Abgaben, die Mitglieder gezahlt haben?',
    },
    expired_listings: {
      en: 'What happens to listings that have expired?',
      de: 'Was geschieht mit abgelaufenen Inseraten?',
    },
    hidden_listings: {
      en: 'What happens to listings that are hidden there?',
      de: 'Was geschieht mit Inseraten, die dort verborgen sind?',
    },
    request_titles: {
      en: 'Requests have no title there. What is to be their title?',
      de: 'Gesuche haben dort keinen Titel. Was soll ihr Titel sein?',
    },
    encoding: { en: 'Which letters are right in these words?', de: 'Welche Buchstaben stimmen in diesen Wörtern?' },
  },
  hints: {
    units_per_hour: {
      en: '1 if the other system counts hours, 60 for minutes, 3600 for seconds.',
      de: '1, wenn das andere System Stunden zählt, 60 bei Minuten, 3600 bei Sekunden.',
    },
    time_zone: {
      en: 'It decides on which day an exchange late in the evening happened.',
      de: 'Sie entscheidet, an welchem Tag ein Einsatz am späten Abend war.',
    },
  },
  browserZone: phrase({
    en: (zone: string) => `Your computer is set to ${zone}.`,
    de: (zone) => `Ihr Computer ist auf ${zone} eingestellt.`,
  }),
  itemOf: phrase({
    en: (question: string, item: string) => `${question} ${item}`,
    de: (question, item) => `${question} ${item}`,
  }),
  values: {
    active: { en: 'Active', de: 'Aktiv' },
    pending: { en: 'Pending', de: 'Wartend' },
    suspended: { en: 'Suspended', de: 'Gesperrt' },
    left: { en: 'Left', de: 'Ausgetreten' },
    held: { en: 'Held until you release them', de: 'Zurückgehalten, bis Sie sie freigeben' },
    closed: { en: 'Closed', de: 'Geschlossen' },
    leave_out: { en: 'Leave them out', de: 'Weglassen' },
    service: { en: 'Offer', de: 'Angebot' },
    request: { en: 'Request', de: 'Gesuch' },
    none: { en: 'None of them', de: 'Keines davon' },
  },
  valuesOf: {
    member_number: {
      login: { en: 'Their login name', de: 'Ihren Anmeldenamen' },
      id: { en: 'Their number there', de: 'Ihre Nummer von dort' },
    },
    limited_report: {
      continue: { en: 'They stay in the opening balances', de: 'Sie bleiben in den Anfangsbeständen' },
      stop: { en: 'I stop and export again', de: 'Ich exportiere noch einmal' },
    },
    levies: {
      opening: { en: 'They stay in the opening balances', de: 'Sie bleiben in den Anfangsbeständen' },
      fund: { en: 'One by one to the community fund', de: 'Einzeln in die Gemeinschaftskasse' },
    },
    request_titles: {
      text: { en: 'The beginning of the text', de: 'Der Anfang des Textes' },
      category: { en: 'The category', de: 'Die Kategorie' },
    },
    expired_listings: {
      active: { en: 'Stay active', de: 'Bleiben aktiv' },
    },
    hidden_listings: {
      active: { en: 'Become active', de: 'Werden aktiv' },
    },
  },
  unitFault: { en: 'Type a number above 0, such as 1 or 60.', de: 'Geben Sie eine Zahl über 0 ein, etwa 1 oder 60.' },
  zoneFault: { en: 'Choose a time zone, such as Europe/Berlin.', de: 'Wählen Sie eine Zeitzone, etwa Europe/Berlin.' },
  answerFault: {
    en: 'This answer does not fit. Choose another one.',
    de: 'Diese Antwort passt nicht. Wählen Sie eine andere.',
  },
  faultsTitle: phrase({
    en: (count: number) => `${counted.en(count, 'row has', 'rows have')} faults`,
    de: (count) => `${counted.de(count, 'Zeile hat', 'Zeilen haben')} Fehler`,
  }),
  faultsLead: {
    en: 'Correct these rows in your files and keep the originals. Then choose the files again.',
    de: 'Berichtigen Sie diese Zeilen in Ihren Dateien, und bewahren Sie die Originale auf. Wählen Sie dann die Dateien noch einmal.',
  },
  faultsShown: phrase({
    en: (shown: string, all: string) => `The first ${shown} of ${all} rows are listed.`,
    de: (shown, all) => `Die ersten ${shown} von ${all} Zeilen sind aufgeführt.`,
  }),
  file: { en: 'File', de: 'Datei' },
  line: { en: 'Line', de: 'Zeile' },
  member: { en: 'Member', de: 'Mitglied' },
  what: { en: 'What is wrong', de: 'Was nicht stimmt' },
  possible: { en: 'Everything fits. You can move in now.', de: 'Alles passt. Sie können jetzt umziehen.' },
  possibleLead: {
    en: 'Nothing was written yet. Please compare the balances below with the old system.',
    de: 'Noch wurde nichts geschrieben. Bitte vergleichen Sie die Kontostände unten mit dem alten System.',
  },
  found: { en: 'What the files hold', de: 'Was die Dateien enthalten' },
  counts: {
    members: { en: 'Members', de: 'Mitglieder' },
    listings: { en: 'Listings', de: 'Inserate' },
    exchanges: { en: 'Exchanges between members', de: 'Einsätze zwischen Mitgliedern' },
    sum: { en: 'Sum of all balances', de: 'Summe aller Kontostände' },
    fund: { en: 'Community fund there', de: 'Gemeinschaftskasse dort' },
  },
  notes: {
    balances_summed: {
      en: 'There is no file of balances. They are what the exchanges add up to.',
      de: 'Es gibt keine Datei mit Kontoständen. Sie ergeben sich aus den Einsätzen.',
    },
    no_transfers: {
      en: 'There is no file of exchanges. Members begin with their balance.',
      de: 'Es gibt keine Datei mit Einsätzen. Die Mitglieder beginnen mit ihrem Kontostand.',
    },
    report_strangers: {
      en: 'The report has members who are not in the export of members. They were left out.',
      de: 'Der Bericht hat Mitglieder, die im Export der Mitglieder fehlen. Sie wurden weggelassen.',
    },
    codes_as_names: {
      en: 'Members without a document that names them have their number as name.',
      de: 'Mitglieder, deren Name in keiner Datei steht, haben ihre Nummer als Namen.',
    },
    moved_nothing: {
      en: 'Transfers that were rejected, failed or are pending were left out. They count for nothing there.',
      de: 'Überweisungen, die abgelehnt oder gescheitert sind oder noch warten, wurden weggelassen. Sie zählen dort nicht.',
    },
    nothing_to_move: {
      en: 'Transfers of less than a second, or from a member to the same member, move nothing and were left out.',
      de: 'Überweisungen von weniger als einer Sekunde oder von einem Mitglied an sich selbst bewegen nichts und wurden weggelassen.',
    },
    listings_left_out: {
      en: 'Listings of people who do not come along as members were left out.',
      de: 'Inserate von Personen, die nicht als Mitglieder mitkommen, wurden weggelassen.',
    },
    emails_left_out: {
      en: 'Texts that are no e-mail addresses were left out.',
      de: 'Texte, die keine E-Mail-Adressen sind, wurden weggelassen.',
    },
  } satisfies Record<MoveNoteCode, Said>,
  balances: { en: 'Balances', de: 'Kontostände' },
  balancesLead: {
    en: 'Every member begins here with the balance from there. What the exchanges that come along do not explain is the opening balance.',
    de: 'Jedes Mitglied beginnt hier mit dem Kontostand von dort. Was die übernommenen Einsätze nicht erklären, ist der Anfangsbestand.',
  },
  there: { en: 'Balance there', de: 'Kontostand dort' },
  here: { en: 'Balance here', de: 'Kontostand hier' },
  exchanged: { en: 'Of it exchanges', de: 'Davon Einsätze' },
  fund: { en: 'Of it community fund', de: 'Davon Gemeinschaftskasse' },
  opening: { en: 'Opening balance', de: 'Anfangsbestand' },
  why: { en: 'Why', de: 'Warum' },
  because: {
    gone: phrase({
      en: (hours: string) => `${hours} with people who are gone`,
      de: (hours) => `${hours} mit Personen, die nicht mehr da sind`,
    }),
    elsewhere: phrase({
      en: (hours: string) => `${hours} with other communities`,
      de: (hours) => `${hours} mit anderen Gemeinschaften`,
    }),
    other: phrase({
      en: (hours: string) => `${hours} in no row of the files`,
      de: (hours) => `${hours} in keiner Zeile der Dateien`,
    }),
    summed: {
      en: 'The files have no balance for this member.',
      de: 'Die Dateien haben keinen Kontostand für dieses Mitglied.',
    },
  },
  onlyOpening: phrase({
    en: (count: number) => `Only the ${counted.en(count, 'member', 'members')} with an opening balance`,
    de: (count) => `Nur ${counted.de(count, 'Mitglied', 'Mitglieder')} mit einem Anfangsbestand`,
  }),
  search: { en: 'Name or number', de: 'Name oder Nummer' },
  nobody: { en: 'No member fits.', de: 'Kein Mitglied passt.' },
  shown: phrase({
    en: (shown: string, all: string) => `${shown} of ${all} members`,
    de: (shown, all) => `${shown} von ${all} Mitgliedern`,
  }),
  more: { en: 'Show more', de: 'Mehr anzeigen' },
  listed: phrase({
    en: (max: string) => `Only ${max} members are listed.`,
    de: (max) => `Nur ${max} Mitglieder sind aufgeführt.`,
  }),
  book: phrase({
    en: (count: number) => `Move in with ${counted.en(count, 'member', 'members')}`,
    de: (count) => `Mit ${counted.de(count, 'Mitglied', 'Mitgliedern')} umziehen`,
  }),
  booking: { en: 'Moving in…', de: 'Der Umzug läuft …' },
  lost: {
    en: 'If the connection breaks, open this page again: either everything was booked or nothing. You can safely try again.',
    de: 'Wenn die Verbindung abbricht, öffnen Sie diese Seite noch einmal: Entweder wurde alles gebucht oder nichts. Sie können es gefahrlos noch einmal versuchen.',
  },
  doneTitle: { en: 'You have moved in', de: 'Sie sind umgezogen' },
  doneLead: {
    en: 'Compare five members with the screens of the old system, and ask the operator for a backup. If anything is wrong, undo the move.',
    de: 'Vergleichen Sie fünf Mitglieder mit den Seiten des alten Systems, und bitten Sie die Person, die den Server betreibt, um eine Sicherung. Wenn etwas nicht stimmt, machen Sie den Umzug rückgängig.',
  },
  holdsTitle: phrase({ en: (system: string) => `Moved in from ${system}`, de: (system) => `Umgezogen aus ${system}` }),
  movedAt: { en: 'Booked', de: 'Gebucht' },
  commandLine: { en: 'Server operator', de: 'Serverbetrieb' },
  booked: { en: 'Exchanges, also with the community fund', de: 'Einsätze, auch mit der Gemeinschaftskasse' },
  movedFiles: { en: 'Files', de: 'Dateien' },
  toMembers: { en: 'Go to members', de: 'Zu den Mitgliedern' },
  undo: { en: 'Undo the move', de: 'Umzug rückgängig machen' },
  undoQuestion: { en: 'Undo the whole move?', de: 'Den ganzen Umzug rückgängig machen?' },
  undoText: phrase({
    en: (members: number, listings: number, exchanges: number) =>
      `${counted.en(members, 'member', 'members')} and ${counted.en(listings, 'listing', 'listings')} are removed, ${counted.en(exchanges, 'exchange is', 'exchanges are')} reversed. Afterwards you can move in again.`,
    de: (members, listings, exchanges) =>
      `${counted.de(members, 'Mitglied', 'Mitglieder')} und ${counted.de(listings, 'Inserat', 'Inserate')} werden entfernt, ${counted.de(exchanges, 'Einsatz wird', 'Einsätze werden')} storniert. Danach können Sie noch einmal umziehen.`,
  }),
  undone: { en: 'The move was undone.', de: 'Der Umzug wurde rückgängig gemacht.' },
  cannotUndo: { en: 'The move can no longer be undone', de: 'Der Umzug kann nicht mehr rückgängig gemacht werden' },
  cannotUndoLead: phrase({
    en: (names: string) => `Something has happened since then: ${names}.`,
    de: (names) => `Seitdem ist etwas geschehen: ${names}.`,
  }),
  ...movingFaults,
};
