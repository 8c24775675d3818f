/** Nachrichten an Mitglieder, Briefe statt E-Mails, und wie es um die E-Mails steht. */
import type { AdministratorMailKind, MailError, MailKind, MailState } from '@timebank/contract';
import type { later } from '../en/later.ts';
import { grouped } from './common.ts';

const errors: Readonly<Record<MailError, string>> = {
  unreachable: 'Der Mailserver war nicht zu erreichen.',
  not_accepted: 'Der Mailserver hat sie nicht angenommen.',
  refused: 'Der Mailserver hat sie abgelehnt.',
  no_mailbox: 'Dieses Postfach gibt es nicht.',
  no_address: 'Es gibt keine E-Mail-Adresse, die funktioniert.',
  mail_off: 'Hier werden keine E-Mails verschickt.',
  sandbox: 'Mitglieder einer Testumgebung bekommen keine E-Mails.',
  stopped: 'Das Mitglied möchte solche Nachrichten nicht.',
  gone: 'Der Anlass besteht nicht mehr.',
  late: 'Es war zu spät dafür.',
};
const kinds: Readonly<Record<MailKind, string>> = {
  invitation: 'Einladung',
  'password.reset': 'Neues Passwort',
  'mail.test': 'Test-E-Mail',
  'sign_in.link': 'Link zum Anmelden',
  'office.alert': 'Hinweis',
  message: 'Nachricht',
  'sign_in.device': 'Anmeldung an einem neuen Gerät',
  'proposal.waiting': 'Stunden zum Bestätigen',
  'proposal.reminder': 'Erinnerung an Stunden zum Bestätigen',
  'proposal.done': 'Wie es mit eingetragenen Stunden weiterging',
  'listing.ending': 'Inserat endet',
  'listing.answered': 'Inserat beantwortet',
  'answer.replied': 'Nachricht zu einer Antwort',
};
const states: Readonly<Record<MailState, string>> = {
  due: 'Wartet',
  sent: 'Geschickt',
  print: 'Zu drucken',
  printed: 'Gedruckt',
  dropped: 'Nicht geschickt',
  failed: 'Nicht angekommen',
};
const alerts: Readonly<Record<AdministratorMailKind, readonly [string, string]>> = {
  webhooks: ['Ein Webhook-Endpunkt eines Partners ist abgeschaltet', 'Tagelang ist jeder Versuch gescheitert.'],
  keys: ['Ein Zugangsschlüssel eines Partners endet bald', '14 Tage vorher, und noch einmal 3 Tage vorher.'],
  bank: ['Zeilen der Bank warten auf eine Erklärung', 'Einmal in der Woche, solange es welche gibt.'],
  backup: ['Es gibt keine neue Sicherung', 'Nur an Personen, die den Server betreiben, einmal am Tag.'],
};

export const mail: Pick<typeof later, 'messages' | 'forgottenMail' | 'alertMail'> = {
  messages: {
    title: 'Nachrichten',
    lead: 'Schreiben Sie Mitgliedern, die zugestimmt haben. Wen keine E-Mail erreicht, bekommt einen Brief.',
    tabsLabel: 'Bereiche der Nachrichten',
    tabs: { write: 'Schreiben', print: 'Zu drucken', state: 'E-Mail' },
    errors,
    kinds,
    states,
    new: 'Neue Nachricht',
    subject: 'Titel',
    body: 'Ihre Nachricht',
    bodyHint: 'Eine leere Zeile beginnt einen neuen Absatz. Anrede und Name der Zeitbank kommen dazu.',
    audience: 'Für',
    audiences: { all: 'Alle aktiven Mitglieder, die zugestimmt haben', some: 'Einige von ihnen' },
    language: 'Sprache',
    anyLanguage: 'Jede Sprache',
    joinedFrom: 'Beigetreten seit',
    reach: (byMail: number, byLetter: number) => `${byMail} per E-Mail, ${byLetter} per Brief.`,
    notAgreed: (count: number) =>
      count === 1
        ? 'Von einem aktiven Mitglied ist kein Einverständnis festgehalten: Es bekommt nichts. Festgehalten wird es auf der Seite des Mitglieds.'
        : `Von ${grouped(count)} aktiven Mitgliedern ist kein Einverständnis festgehalten: Sie bekommen nichts. Festgehalten wird es auf der Seite des Mitglieds oder mit einem Import.`,
    nobody: 'Von diesen Mitgliedern hat keines Nachrichten zugestimmt.',
    chosenAudience: (count: number) =>
      count === 1 ? 'Das Mitglied, das Sie gewählt haben' : `Die ${count} Mitglieder, die Sie gewählt haben`,
    chooseInList: 'Mitglieder in ihrer Liste auswählen',
    tooMany: (max: number) => `Eine Nachricht geht an höchstens ${max} gewählte Mitglieder auf einmal.`,
    notReached: 'Per E-Mail nicht erreicht',
    notReachedText:
      'Wer zugestimmt hat, bekommt diese Nachricht als Brief, unter „Zu drucken“. Den anderen schreiben Sie selbst.',
    notReachedMore: 'Es sind mehr: Diese kommen zuerst.',
    why: {
      not_agreed: 'kein Einverständnis festgehalten',
      no_address: 'keine E-Mail-Adresse',
      bad_address: 'die Adresse funktioniert nicht',
      no_mail: 'hier werden keine E-Mails verschickt',
    },
    toLetters: 'Briefe an diese Mitglieder',
    write: 'Nachricht schreiben',
    badAddress: (email: string) => `An ${email} kommt keine E-Mail an`,
    badAddressText:
      'Ein Mailserver hat geantwortet, dass es dieses Postfach nicht gibt. Bis die Adresse geändert ist, wird nichts dorthin geschickt.',
    check: 'Prüfen',
    send: (count: number) => (count === 1 ? 'An ein Mitglied schicken' : `An ${grouped(count)} Mitglieder schicken`),
    preview: 'So lesen es die Mitglieder',
    greeting: 'Guten Tag Anna Berger,',
    change: 'Ändern',
    sent: 'Die Nachricht ist unterwegs.',
    past: 'Zuletzt geschickt',
    none: 'Noch keine Nachricht',
    noneText: 'Schreiben Sie oben die erste. Nur Mitglieder, die zugestimmt haben, bekommen sie.',
    by: (name: string, time: string) => `${time} ${name}`,
    progress: (sent: number, waiting: number, letters: number, notSent: number) =>
      [
        `${sent} geschickt`,
        ...(waiting > 0 ? [`${waiting} warten`] : []),
        ...(letters > 0 ? [`${letters} per Brief`] : []),
        ...(notSent > 0 ? [`${notSent} nicht geschickt`] : []),
      ].join(', '),
    kept: (days: number) => `Nachrichten werden ${days} Tage lang aufbewahrt.`,
    lettersNone: 'Nichts zu drucken',
    lettersNoneText: 'Was ein Mitglied nicht per E-Mail erreicht, erscheint hier.',
    letters: (count: number) => (count === 1 ? 'Ein Brief' : `${grouped(count)} Briefe`),
    print: 'Drucken',
    markPrinted: 'Als gedruckt vermerken',
    marked: 'Die Briefe sind als gedruckt vermerkt.',
    more: 'Es gibt noch mehr: Sie erscheinen, sobald diese vermerkt sind.',
    noLonger: 'Für diesen Brief gibt es keinen Anlass mehr.',
    on: 'E-Mails werden verschickt',
    onText: (from: string, perMinute: number) => `Sie kommen von ${from}, höchstens ${perMinute} in der Minute.`,
    off: 'Es werden keine E-Mails verschickt',
    offText:
      'Was Mitglieder bekommen sollen, wartet unter „Zu drucken“. Wer den Server betreibt, kann E-Mails einschalten.',
    test: 'Mir einen Test schicken',
    testSent: (address: string) => `Ein Test ist unterwegs an ${address}.`,
    testWaiting: 'Der Test ist noch unterwegs.',
    testArrived: (time: string) =>
      `Der Mailserver hat Ihren letzten Test angenommen: ${time}. Sehen Sie in Ihrem Postfach nach.`,
    testFailed: 'Ihr letzter Test kam nicht an.',
    waiting: 'Warten',
    toPrint: 'Zu drucken',
    badAddresses: 'Mitglieder, deren Adresse nicht funktioniert',
    replyTo: 'Antworten gehen an',
    failures: 'Was Mailserver zuletzt nicht angenommen haben',
    failuresNone: 'Alle E-Mails wurden angenommen.',
    columns: { to: 'An', kind: 'Art', why: 'Grund', at: 'Wann' },
    again: (time: string) => `Neuer Versuch: ${time}`,
    said: (answer: string) => `Der Server sagte: ${answer}`,
  },
  forgottenMail: {
    title: 'Ein neues Passwort per E-Mail',
    email: 'Ihre E-Mail-Adresse',
    send: 'Link schicken',
    asked:
      'Gibt es ein Konto mit dieser Adresse, ist ein Link unterwegs. Er gilt 30 Minuten lang. Nichts da? Sehen Sie im Spam-Ordner nach, oder fragen Sie eine andere Person aus der Leitung.',
    newTitle: 'Neues Passwort wählen',
    newLead: 'Codes und Passkeys bleiben, wie sie sind. Alle Browser werden abgemeldet.',
    password: 'Neues Passwort',
    save: 'Passwort speichern',
    done: 'Ihr neues Passwort ist gespeichert. Melden Sie sich damit an.',
    toSignIn: 'Zur Anmeldung',
    bad: 'Dieser Link wurde schon benutzt oder ist zu alt. Fordern Sie bei der Anmeldung einen neuen an.',
  },
  alertMail: {
    title: 'Hinweise per E-Mail',
    lead: (address: string) => `Sie gehen an ${address} und enden mit einem Klick in der E-Mail.`,
    off: 'Zurzeit werden hier keine E-Mails verschickt: Ihre Wahl gilt, sobald sie eingeschaltet sind.',
    alerts,
    saved: 'Ihre Wahl ist gespeichert.',
  },
};
