/** Messages to members, letters in place of mails, and the state of mail. */

import type { AdministratorMailKind, MailError, MailKind, MailState } from '@timebank/contract';
import { phrase, type Said } from '../../../console/src/i18n/languages.ts';
import { grouped } from '../../../console/src/texts/counted.ts';

const errors: Readonly<Record<MailError, Said>> = {
  unreachable: { en: 'The mail server could not be reached.', de: 'Der Mailserver war nicht zu erreichen.' },
  not_accepted: { en: 'The mail server did not take it.', de: 'Der Mailserver hat sie nicht angenommen.' },
  refused: { en: 'The mail server refused it.', de: 'Der Mailserver hat sie abgelehnt.' },
  no_mailbox: { en: 'There is no such mailbox.', de: 'Dieses Postfach gibt es nicht.' },
  no_address: { en: 'There is no e-mail address that works.', de: 'Es gibt keine E-Mail-Adresse, die funktioniert.' },
  mail_off: { en: 'No mail is sent here.', de: 'Hier werden keine E-Mails verschickt.' },
  sandbox: { en: 'Members of a sandbox get no mail.', de: 'Mitglieder einer Testumgebung bekommen keine E-Mails.' },
  stopped: { en: 'The member does not want such messages.', de: 'Das Mitglied möchte solche Nachrichten nicht.' },
  gone: { en: 'There is no reason for it any more.', de: 'Der Anlass besteht nicht mehr.' },
  late: { en: 'It was too late for it.', de: 'Es war zu spät dafür.' },
};

const kinds: Readonly<Record<MailKind, Said>> = {
  invitation: { en: 'Invitation', de: 'Einladung' },
  'password.reset': { en: 'New password', de: 'Neues Passwort' },
  'mail.test': { en: 'Test', de: 'Test-E-Mail' },
  'sign_in.link': { en: 'Link to sign in', de: 'Link zum Anmelden' },
  'join.received': { en: 'Wish to join received', de: 'Beitrittswunsch angekommen' },
  'join.accepted': { en: 'Wish to join granted', de: 'Beitrittswunsch angenommen' },
  'office.alert': { en: 'Alert', de: 'Hinweis' },
  message: { en: 'Message', de: 'Nachricht' },
  digest: { en: 'Weekly overview', de: 'Überblick der Woche' },
  category: { en: 'Listings that fit', de: 'Passende Inserate' },
  'sign_in.device': { en: 'Sign-in from a new device', de: 'Anmeldung an einem neuen Gerät' },
  'address.new': { en: 'New address to confirm', de: 'Neue Adresse zum Bestätigen' },
  'address.old': { en: 'Notice to the former address', de: 'Hinweis an die frühere Adresse' },
  'deputy.appointed': { en: 'Notice of a deputy', de: 'Hinweis auf eine Vertretung' },
  'proposal.waiting': { en: 'Hours to confirm', de: 'Stunden zum Bestätigen' },
  'proposal.reminder': { en: 'Reminder of hours to confirm', de: 'Erinnerung an Stunden zum Bestätigen' },
  'proposal.done': { en: 'How recorded hours went on', de: 'Wie es mit eingetragenen Stunden weiterging' },
  'listing.ending': { en: 'Listing ends', de: 'Inserat endet' },
  'listing.answered': { en: 'Listing answered', de: 'Inserat beantwortet' },
  'answer.replied': { en: 'Reply to an answer', de: 'Nachricht zu einer Antwort' },
  'answer.written': { en: 'Message after a reply', de: 'Weitere Nachricht zu einer Antwort' },
  'answer.day': { en: 'Day that was agreed on', de: 'Verabredeter Tag' },
};

const states: Readonly<Record<MailState, Said>> = {
  due: { en: 'Waiting', de: 'Wartet' },
  sent: { en: 'Sent', de: 'Geschickt' },
  print: { en: 'To be printed', de: 'Zu drucken' },
  printed: { en: 'Printed', de: 'Gedruckt' },
  dropped: { en: 'Not sent', de: 'Nicht geschickt' },
  failed: { en: 'Did not arrive', de: 'Nicht angekommen' },
};

const alerts: Readonly<Record<AdministratorMailKind, Said<readonly [string, string]>>> = {
  tasks: {
    en: [
      'Something new waits for the office',
      'In the morning, if anything came the day before: hours to settle, answers to hand on, letters, members and listings.',
    ],
    de: [
      'Neues wartet auf das Büro',
      'Morgens, wenn am Tag davor etwas kam: Stunden zu klären, Antworten weiterzugeben, Briefe, Mitglieder und Inserate.',
    ],
  },
  webhooks: {
    en: ['A partner’s webhook is switched off', 'Every attempt failed for days.'],
    de: ['Ein Webhook-Endpunkt eines Partners ist abgeschaltet', 'Tagelang ist jeder Versuch gescheitert.'],
  },
  keys: {
    en: ['A partner’s secret or key is about to end', '14 days before, and once more 3 days before.'],
    de: ['Ein Zugangsschlüssel eines Partners endet bald', '14 Tage vorher, und noch einmal 3 Tage vorher.'],
  },
  bank: {
    en: ['Bank lines wait to be explained', 'Once a week, as long as there are any.'],
    de: ['Zeilen der Bank warten auf eine Erklärung', 'Einmal in der Woche, solange es welche gibt.'],
  },
  backup: {
    en: ['There is no recent backup', 'Only to operators of the service, once a day.'],
    de: ['Es gibt keine neue Sicherung', 'Nur an Personen, die den Server betreiben, einmal am Tag.'],
  },
};

export const mail = {
  messages: {
    title: { en: 'Messages', de: 'Nachrichten' },
    lead: {
      en: 'Write to members who agreed. Those whom no mail reaches get a letter.',
      de: 'Schreiben Sie Mitgliedern, die zugestimmt haben. Wen keine E-Mail erreicht, bekommt einen Brief.',
    },
    tabsLabel: { en: 'Parts of the messages', de: 'Bereiche der Nachrichten' },
    tabs: {
      write: { en: 'Write', de: 'Schreiben' },
      print: { en: 'To print', de: 'Zu drucken' },
      state: { en: 'E-mail', de: 'E-Mail' },
    },
    errors,
    kinds,
    states,
    new: { en: 'New message', de: 'Neue Nachricht' },
    subject: { en: 'Title', de: 'Titel' },
    body: { en: 'Text', de: 'Ihre Nachricht' },
    bodyHint: {
      en: 'An empty line begins a new paragraph. Greeting and the name of the time bank are added.',
      de: 'Eine leere Zeile beginnt einen neuen Absatz. Anrede und Name der Zeitbank kommen dazu.',
    },
    audience: { en: 'For', de: 'Für' },
    audiences: {
      all: { en: 'All active members who agreed', de: 'Alle aktiven Mitglieder, die zugestimmt haben' },
      some: { en: 'Some of them', de: 'Einige von ihnen' },
    },
    language: { en: 'Language', de: 'Sprache' },
    anyLanguage: { en: 'Any language', de: 'Jede Sprache' },
    joinedFrom: { en: 'Joined since', de: 'Beigetreten seit' },
    reach: phrase({
      en: (byMail: number, byLetter: number) => `${byMail} by e-mail, ${byLetter} by letter.`,
      de: (byMail: number, byLetter: number) => `${byMail} per E-Mail, ${byLetter} per Brief.`,
    }),
    notAgreed: phrase({
      en: (count: number) =>
        count === 1
          ? 'One active member has no recorded consent and gets nothing. It is recorded on the page of the member.'
          : `${grouped.en(count)} active members have no recorded consent and get nothing. It is recorded on the page of each member, or with an import.`,
      de: (count: number) =>
        count === 1
          ? 'Von einem aktiven Mitglied ist kein Einverständnis festgehalten: Es bekommt nichts. Festgehalten wird es auf der Seite des Mitglieds.'
          : `Von ${grouped.de(count)} aktiven Mitgliedern ist kein Einverständnis festgehalten: Sie bekommen nichts. Festgehalten wird es auf der Seite des Mitglieds oder mit einem Import.`,
    }),
    nobody: {
      en: 'Nobody of these has agreed to messages.',
      de: 'Von diesen Mitgliedern hat keines Nachrichten zugestimmt.',
    },
    chosenAudience: phrase({
      en: (count: number) => (count === 1 ? 'The member that you chose' : `The ${count} members that you chose`),
      de: (count: number) =>
        count === 1 ? 'Das Mitglied, das Sie gewählt haben' : `Die ${count} Mitglieder, die Sie gewählt haben`,
    }),
    chooseInList: { en: 'Choose members in their list', de: 'Mitglieder in ihrer Liste auswählen' },
    tooMany: phrase({
      en: (max: number) => `A message goes to at most ${max} chosen members at once.`,
      de: (max: number) => `Eine Nachricht geht an höchstens ${max} gewählte Mitglieder auf einmal.`,
    }),
    notReached: { en: 'Not reached by e-mail', de: 'Per E-Mail nicht erreicht' },
    notReachedText: {
      en: 'Those who agreed get a letter with this message, under “To print”. Write to the others yourself.',
      de: 'Wer zugestimmt hat, bekommt diese Nachricht als Brief, unter „Zu drucken“. Den anderen schreiben Sie selbst.',
    },
    notReachedMore: { en: 'There are more: these come first.', de: 'Es sind mehr: Diese kommen zuerst.' },
    why: {
      not_agreed: { en: 'no recorded consent', de: 'kein Einverständnis festgehalten' },
      no_address: { en: 'no e-mail address', de: 'keine E-Mail-Adresse' },
      bad_address: { en: 'the address does not work', de: 'die Adresse funktioniert nicht' },
      no_mail: { en: 'no mail is sent here', de: 'hier werden keine E-Mails verschickt' },
    },
    toLetters: { en: 'Letters to these members', de: 'Briefe an diese Mitglieder' },
    write: { en: 'Write a message', de: 'Nachricht schreiben' },
    badAddress: phrase({
      en: (email: string) => `No mail arrives at ${email}`,
      de: (email: string) => `An ${email} kommt keine E-Mail an`,
    }),
    badAddressText: {
      en: 'A mail server said that there is no such mailbox. Nothing is sent there until the address is changed. Ask the member: if the address is right, use it again.',
      de: 'Ein Mailserver hat geantwortet, dass es dieses Postfach nicht gibt. Bis die Adresse geändert ist, wird nichts dorthin geschickt. Fragen Sie das Mitglied: Stimmt die Adresse, dann benutzen Sie sie wieder.',
    },
    retryAddress: { en: 'Use the address again', de: 'Adresse wieder benutzen' },
    addressRetried: { en: 'Mails go there again.', de: 'E-Mails gehen wieder dorthin.' },
    check: { en: 'Check', de: 'Prüfen' },
    send: phrase({
      en: (count: number) => (count === 1 ? 'Send to one member' : `Send to ${grouped.en(count)} members`),
      de: (count: number) => (count === 1 ? 'An ein Mitglied schicken' : `An ${grouped.de(count)} Mitglieder schicken`),
    }),
    preview: { en: 'This is what members read', de: 'So lesen es die Mitglieder' },
    greeting: { en: 'Hello Anna Berger,', de: 'Guten Tag Anna Berger,' },
    change: { en: 'Change', de: 'Ändern' },
    sent: { en: 'The message is on its way.', de: 'Die Nachricht ist unterwegs.' },
    past: { en: 'Sent lately', de: 'Zuletzt geschickt' },
    none: { en: 'No message yet', de: 'Noch keine Nachricht' },
    noneText: {
      en: 'Only members who agreed get messages.',
      de: 'Nachrichten bekommen nur Mitglieder, die zugestimmt haben.',
    },
    by: phrase({
      en: (name: string, time: string) => `${time} ${name}`,
      de: (name: string, time: string) => `${time} ${name}`,
    }),
    progress: phrase({
      en: (sent: number, waiting: number, letters: number, notSent: number) =>
        [
          `${sent} sent`,
          ...(waiting > 0 ? [`${waiting} waiting`] : []),
          ...(letters > 0 ? [`${letters} by letter`] : []),
          ...(notSent > 0 ? [`${notSent} not sent`] : []),
        ].join(', '),
      de: (sent: number, waiting: number, letters: number, notSent: number) =>
        [
          `${sent} geschickt`,
          ...(waiting > 0 ? [`${waiting} warten`] : []),
          ...(letters > 0 ? [`${letters} per Brief`] : []),
          ...(notSent > 0 ? [`${notSent} nicht geschickt`] : []),
        ].join(', '),
    }),
    kept: phrase({
      en: (days: number) => `Messages are kept for ${days} days.`,
      de: (days: number) => `Nachrichten werden ${days} Tage lang aufbewahrt.`,
    }),
    lettersNone: { en: 'Nothing to print', de: 'Nichts zu drucken' },
    lettersNoneText: {
      en: 'What cannot reach a member by mail appears here.',
      de: 'Was ein Mitglied nicht per E-Mail erreicht, erscheint hier.',
    },
    letters: phrase({
      en: (count: number) => (count === 1 ? 'One letter' : `${grouped.en(count)} letters`),
      de: (count: number) => (count === 1 ? 'Ein Brief' : `${grouped.de(count)} Briefe`),
    }),
    print: { en: 'Print', de: 'Drucken' },
    markPrinted: { en: 'Mark as printed', de: 'Als gedruckt vermerken' },
    marked: { en: 'The letters are marked as printed.', de: 'Die Briefe sind als gedruckt vermerkt.' },
    more: {
      en: 'There are more: they appear once these are marked.',
      de: 'Es gibt noch mehr: Sie erscheinen, sobald diese vermerkt sind.',
    },
    noLonger: {
      en: 'There is no reason for this letter any more.',
      de: 'Für diesen Brief gibt es keinen Anlass mehr.',
    },
    on: { en: 'E-mail is on', de: 'E-Mails werden verschickt' },
    onText: phrase({
      en: (from: string, perMinute: number) => `It comes from ${from}, at most ${perMinute} a minute.`,
      de: (from: string, perMinute: number) => `Sie kommen von ${from}, höchstens ${perMinute} in der Minute.`,
    }),
    off: { en: 'E-mail is off', de: 'Es werden keine E-Mails verschickt' },
    offText: {
      en: 'What members are to get waits under “To print”. The operator of the service can switch e-mail on.',
      de: 'Was Mitglieder bekommen sollen, wartet unter „Zu drucken“. Wer den Server betreibt, kann E-Mails einschalten.',
    },
    test: { en: 'Send me a test', de: 'Mir einen Test schicken' },
    testSent: phrase({
      en: (address: string) => `A test is on its way to ${address}.`,
      de: (address: string) => `Ein Test ist unterwegs an ${address}.`,
    }),
    testWaiting: { en: 'The test is still on its way.', de: 'Der Test ist noch unterwegs.' },
    testArrived: phrase({
      en: (time: string) => `The mail server took your last test: ${time}. Look into your mailbox.`,
      de: (time: string) =>
        `Der Mailserver hat Ihren letzten Test angenommen: ${time}. Sehen Sie in Ihrem Postfach nach.`,
    }),
    testFailed: { en: 'Your last test did not arrive.', de: 'Ihr letzter Test kam nicht an.' },
    waiting: { en: 'Waiting', de: 'Warten' },
    toPrint: { en: 'To print', de: 'Zu drucken' },
    badAddresses: { en: 'Members whose address does not work', de: 'Mitglieder, deren Adresse nicht funktioniert' },
    replyTo: { en: 'Answers go to', de: 'Antworten gehen an' },
    failures: { en: 'What mail servers did not take lately', de: 'Was Mailserver zuletzt nicht angenommen haben' },
    failuresNone: { en: 'All mails were taken.', de: 'Alle E-Mails wurden angenommen.' },
    columns: {
      to: { en: 'To', de: 'An' },
      kind: { en: 'Kind', de: 'Art' },
      why: { en: 'Why', de: 'Grund' },
      at: { en: 'When', de: 'Wann' },
    },
    again: phrase({ en: (time: string) => `Tried again: ${time}`, de: (time: string) => `Neuer Versuch: ${time}` }),
    said: phrase({
      en: (answer: string) => `The server said: ${answer}`,
      de: (answer: string) => `Der Server sagte: ${answer}`,
    }),
  },
  forgottenMail: {
    title: { en: 'Get a new password by e-mail', de: 'Ein neues Passwort per E-Mail' },
    email: { en: 'Your e-mail address', de: 'Ihre E-Mail-Adresse' },
    send: { en: 'Send me a link', de: 'Link schicken' },
    asked: {
      en: 'If there is an account with this address, a link is on its way. It works for 30 minutes. Nothing there? Look into the spam folder, or ask an owner.',
      de: 'Gibt es ein Konto mit dieser Adresse, ist ein Link unterwegs. Er gilt 30 Minuten lang. Nichts da? Sehen Sie im Spam-Ordner nach, oder fragen Sie eine andere Person aus der Leitung.',
    },
    newTitle: { en: 'Choose a new password', de: 'Neues Passwort wählen' },
    newLead: {
      en: 'Codes and passkeys stay as they are. All browsers are signed out.',
      de: 'Codes und Passkeys bleiben, wie sie sind. Alle Browser werden abgemeldet.',
    },
    password: { en: 'New password', de: 'Neues Passwort' },
    save: { en: 'Save the password', de: 'Passwort speichern' },
    done: {
      en: 'Your new password is saved. Sign in with it.',
      de: 'Ihr neues Passwort ist gespeichert. Melden Sie sich damit an.',
    },
    toSignIn: { en: 'To the sign-in', de: 'Zur Anmeldung' },
    bad: {
      en: 'This link was used before or is too old. Ask for a new one at the sign-in.',
      de: 'Dieser Link wurde schon benutzt oder ist zu alt. Fordern Sie bei der Anmeldung einen neuen an.',
    },
  },
  alertMail: {
    title: { en: 'Alerts by e-mail', de: 'Hinweise per E-Mail' },
    lead: phrase({
      en: (address: string) => `They go to ${address}, and end with one click in the mail.`,
      de: (address: string) => `Sie gehen an ${address} und enden mit einem Klick in der E-Mail.`,
    }),
    off: {
      en: 'No mail is sent here at the moment: your choice counts once the operator has switched it on.',
      de: 'Zurzeit werden hier keine E-Mails verschickt: Ihre Wahl gilt, sobald sie eingeschaltet sind.',
    },
    alerts,
    saved: { en: 'Your choice is saved.', de: 'Ihre Wahl ist gespeichert.' },
  },
};
