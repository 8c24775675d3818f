import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { OFFICE, OFFICE_FIRST, say, sayMoment } from '../../../../console/pages/voice/voice.ts';
import type { MailTexts } from './types.ts';

const ROLES = {
  owner: 'in der Leitung',
  administrator: 'in der Verwaltung',
  coordinator: 'in der Koordination',
  treasurer: 'in der Kasse',
  auditor: 'in der Prüfung',
} as const;

const day = (text: string | Date) =>
  new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));

const BY = { letter: 'mit dem Code aus einem Brief', mail: 'per E-Mail', number: 'per E-Mail' } as const;

const hours = (seconds: number) => shownHours(seconds, 'de');

const counted = (one: string, several: string) => (count: number, more: boolean) =>
  more ? `mehr als ${count} ${several}` : `${count} ${count === 1 ? one : several}`;

const ENDS = {
  confirmed: { subject: 'Bestätigt', text: 'Die Zeit ist bestätigt und zählt.' },
  office: {
    subject: `${OFFICE_FIRST} sieht sich das an`,
    text: `${OFFICE_FIRST} sieht sich das an. Bis dahin zählt nichts.`,
  },
  withdrawn: { subject: 'Zurückgezogen', text: 'Der Eintrag wurde zurückgezogen. Es ist nichts mehr zu tun.' },
  ended: {
    subject: 'Beendet',
    text: say(
      `Der Eintrag endet, ohne dass etwas gebucht wurde. Wenn Sie das überrascht, rufen Sie an: ${OFFICE_FIRST} erklärt es.`,
      `Der Eintrag endet, ohne dass etwas gebucht wurde. Wenn dich das überrascht, ruf an: ${OFFICE_FIRST} erklärt es.`,
    ),
  },
} as const;

/** All mails in German. */
export const MAIL_TEXTS_DE: MailTexts = {
  hiddenMember: 'Ein Mitglied',
  actsFor: (name) =>
    say(
      `Sie handeln für ${name}. Das Folgende ist an ${name} gerichtet:`,
      `Du handelst für ${name}. Das Folgende ist an ${name} gerichtet:`,
    ),
  greeting: (name) => (name === '' ? 'Guten Tag,' : say(`Guten Tag ${name},`, `Hallo ${name},`)),
  from: (community) => `Diese Nachricht kommt von ${community}.`,
  stop: 'Keine Nachrichten dieser Art mehr:',
  linkOnly: say(
    'Falls sich der Link nicht öffnen lässt, kopieren Sie diese Adresse in Ihren Browser:',
    'Falls sich der Link nicht öffnen lässt, kopiere diese Adresse in deinen Browser:',
  ),
  invitation: ({ community, role, until }) => ({
    subject: `Ihre Einladung zu ${community}`,
    paragraphs: [
      `Sie sind eingeladen, die Zeitbank ${community} mitzutragen: ${ROLES[role]}.`,
      'Öffnen Sie den Link, geben Sie Ihren Namen ein und wählen Sie ein Passwort.',
    ],
    label: 'Einladung annehmen',
    after: [`Der Link gilt einmal, bis ${day(until)}. Wenn Sie ihn nicht öffnen, geschieht nichts.`],
  }),
  password: ({ minutes }) => ({
    subject: 'Ihr neues Passwort',
    paragraphs: ['Für Ihr Konto wurde ein neues Passwort angefordert. Öffnen Sie den Link, um eines zu wählen.'],
    label: 'Neues Passwort wählen',
    after: [
      `Der Link gilt einmal und ${minutes} Minuten lang. Ein Code aus Ihrer App oder ein Passkey bleibt, wie er ist.`,
      'Das waren nicht Sie? Dann ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
  signIn: ({ community, minutes, number }) => ({
    subject: say('Ihr Link zum Anmelden', 'Dein Link zum Anmelden'),
    paragraphs: [
      say(
        `Mit diesem Link öffnen Sie Ihre Seiten von ${community}. Er gilt einmal und ${minutes} Minuten lang.`,
        `Mit diesem Link öffnest du deine Seiten von ${community}. Er gilt einmal und ${minutes} Minuten lang.`,
      ),
    ],
    label: 'Anmelden',
    after: [
      say(
        `Oder geben Sie dort, wo Sie ihn angefordert haben, diese Zahl ein: ${number}`,
        `Oder gib dort, wo du ihn angefordert hast, diese Zahl ein: ${number}`,
      ),
      say('Das waren nicht Sie? Dann ist nichts zu tun.', 'Das warst nicht du? Dann ist nichts zu tun.'),
    ],
  }),
  addressNew: ({ community, minutes, number }) => ({
    subject: say('Ist das Ihre neue Adresse?', 'Ist das deine neue Adresse?'),
    paragraphs: [
      say(
        `Diese Adresse wurde auf den Seiten von ${community} angegeben. Ist es Ihre? Dann öffnen Sie den Link in dem Browser, in dem Sie angemeldet sind. Er gilt einmal und ${minutes} Minuten lang.`,
        `Diese Adresse wurde auf den Seiten von ${community} angegeben. Ist es deine? Dann öffne den Link in dem Browser, in dem du angemeldet bist. Er gilt einmal und ${minutes} Minuten lang.`,
      ),
    ],
    label: 'Diese Adresse verwenden',
    after: [
      say(
        `Oder geben Sie dort, wo Sie gefragt wurden, diese Zahl ein: ${number}`,
        `Oder gib dort, wo du gefragt wurdest, diese Zahl ein: ${number}`,
      ),
      say('Das waren nicht Sie? Dann ist nichts zu tun.', 'Das warst nicht du? Dann ist nichts zu tun.'),
    ],
  }),
  addressOld: ({ community }) => ({
    subject: say('Ihre Adresse wurde geändert', 'Deine Adresse wurde geändert'),
    paragraphs: [
      say(
        `Nachrichten von ${community} kommen nicht mehr an diese Adresse, und Sie melden sich nicht mehr mit ihr an.`,
        `Nachrichten von ${community} kommen nicht mehr an diese Adresse, und du meldest dich nicht mehr mit ihr an.`,
      ),
      say(
        `Das waren nicht Sie? Dann rufen Sie gleich an: ${OFFICE_FIRST} hilft.`,
        `Das warst nicht du? Dann ruf gleich an: ${OFFICE_FIRST} hilft.`,
      ),
    ],
  }),
  deputyOfMember: ({ community, who }) => ({
    subject: say(`${who} handelt jetzt für Sie`, `${who} handelt jetzt für dich`),
    paragraphs: [
      say(
        `Auf den Seiten von ${community} handelt ${who} ab jetzt für Sie: sieht Ihre Stunden und trägt für Sie ein, bestätigt und bittet um Hilfe.`,
        `Auf den Seiten von ${community} handelt ${who} ab jetzt für dich: sieht deine Stunden und trägt für dich ein, bestätigt und bittet um Hilfe.`,
      ),
      say(
        `Sie möchten das nicht? Dann beenden Sie es auf Ihren Seiten unter „Meine Daten“, oder rufen Sie an: ${OFFICE_FIRST} hilft.`,
        `Du möchtest das nicht? Dann beende es auf deinen Seiten unter „Meine Daten“, oder ruf an: ${OFFICE_FIRST} hilft.`,
      ),
    ],
    label: 'Wer für mich handelt',
  }),
  deputyItself: ({ community, who }) => ({
    subject: say(`Sie handeln jetzt für ${who}`, `Du handelst jetzt für ${who}`),
    paragraphs: [
      say(
        `Auf den Seiten von ${community} dürfen Sie ab jetzt für ${who} handeln: die Stunden sehen, eintragen, bestätigen und um Hilfe bitten.`,
        `Auf den Seiten von ${community} darfst du ab jetzt für ${who} handeln: die Stunden sehen, eintragen, bestätigen und um Hilfe bitten.`,
      ),
      say(
        `Sie möchten das nicht? Dann rufen Sie an: ${OFFICE_FIRST} hilft.`,
        `Du möchtest das nicht? Dann ruf an: ${OFFICE_FIRST} hilft.`,
      ),
    ],
    label: 'Zu den Seiten',
  }),
  newDevice: ({ community, device, at, way }) => ({
    subject: say('Sie haben sich angemeldet', 'Du hast dich angemeldet'),
    paragraphs: [
      say(
        `Ihre Seiten von ${community} wurden ${BY[way]} geöffnet: am ${sayMoment(at)}.`,
        `Deine Seiten von ${community} wurden ${BY[way]} geöffnet: am ${sayMoment(at)}.`,
      ),
      `Das Gerät: ${device === '' ? 'nicht bekannt' : device}`,
      say('Das waren Sie? Dann ist nichts zu tun.', 'Das warst du? Dann ist nichts zu tun.'),
      say(
        `Das waren nicht Sie? Sehen Sie Ihre Geräte an, beenden Sie das unbekannte und sagen Sie Bescheid: ${OFFICE_FIRST} hilft.`,
        `Das warst nicht du? Sieh deine Geräte an, beende das unbekannte und sag Bescheid: ${OFFICE_FIRST} hilft.`,
      ),
    ],
    label: 'Meine Geräte ansehen',
    after: [
      say(
        `Sie kommen nicht mehr hinein? Rufen Sie an: ${OFFICE_FIRST} hilft.`,
        `Du kommst nicht mehr hinein? Ruf an: ${OFFICE_FIRST} hilft.`,
      ),
    ],
  }),
  joinReceived: ({ community }) => ({
    subject: say(`Ihre Nachricht an ${community}`, `Deine Nachricht an ${community}`),
    paragraphs: [
      say(
        `Vielen Dank. Sie haben geschrieben, dass Sie mitmachen möchten. ${OFFICE_FIRST} liest es und meldet sich bei Ihnen.`,
        `Vielen Dank. Du hast geschrieben, dass du mitmachen möchtest. ${OFFICE_FIRST} liest es und meldet sich bei dir.`,
      ),
      say('Waren Sie das nicht? Dann sagen Sie bitte Bescheid.', 'Warst du das nicht? Dann sag bitte Bescheid.'),
    ],
  }),
  joinAccepted: () => ({
    subject: 'Willkommen',
    paragraphs: [
      say(
        `Sie wollten mitmachen. ${OFFICE_FIRST} hat Sie aufgenommen: Von jetzt an geben und bekommen Sie Hilfe.`,
        `Du wolltest mitmachen. ${OFFICE_FIRST} hat dich aufgenommen: Von jetzt an gibst und bekommst du Hilfe.`,
      ),
    ],
    label: say('Zu Ihren Seiten', 'Zu deinen Seiten'),
    onPaper: say(
      `Ihre Seiten öffnet der Code eines Briefes. ${OFFICE_FIRST} gibt ihn Ihnen.`,
      `Deine Seiten öffnet der Code eines Briefes. ${OFFICE_FIRST} gibt ihn dir.`,
    ),
  }),
  test: ({ community }) => ({
    subject: `Eine Testnachricht von ${community}`,
    paragraphs: [
      'Diese Nachricht wurde in den Einstellungen Ihrer Zeitbank abgeschickt. Sie ist angekommen: Die Post funktioniert.',
    ],
  }),
  listing: ({ title, endsOn, onPages }) => ({
    subject: say(`Ihr Inserat endet am ${day(endsOn)}`, `Dein Inserat endet am ${day(endsOn)}`),
    paragraphs: [
      say(
        `Ihr Inserat „${title}“ endet am ${day(endsOn)}. Danach sehen andere Mitglieder es nicht mehr.`,
        `Dein Inserat „${title}“ endet am ${day(endsOn)}. Danach sehen andere Mitglieder es nicht mehr.`,
      ),
      onPages
        ? say(
            `Soll es bleiben? Verlängern Sie es mit einem Druck auf Ihrer Seite, oder sagen Sie Bescheid: ${OFFICE_FIRST} hilft.`,
            `Soll es bleiben? Verlängere es mit einem Druck auf deiner Seite, oder sag Bescheid: ${OFFICE_FIRST} hilft.`,
          )
        : say(
            `Soll es bleiben? Sagen Sie Bescheid: ${OFFICE_FIRST} verlängert es.`,
            `Soll es bleiben? Sag Bescheid: ${OFFICE_FIRST} verlängert es.`,
          ),
    ],
    label: 'Mein Inserat öffnen',
  }),
  answered: ({ who, title, message, contact }) => ({
    subject: `Antwort von ${who}: ${title}`,
    paragraphs: [
      say(`${who} hat auf Ihr Inserat „${title}“ geantwortet:`, `${who} hat auf dein Inserat „${title}“ geantwortet:`),
      message,
      contact.length > 0
        ? say(`So erreichen Sie ${who}: ${contact.join(', ')}`, `So erreichst du ${who}: ${contact.join(', ')}`)
        : say(
            `${who} zeigt weder Telefon noch Adresse. Antworten Sie auf Ihren Seiten; ${OFFICE} hilft, wenn das nicht geht.`,
            `${who} zeigt weder Telefon noch Adresse. Antworte auf deinen Seiten; ${OFFICE} hilft, wenn das nicht geht.`,
          ),
    ],
    label: 'Ansehen und antworten',
  }),
  replied: ({ who, title, reply, declined, contact }) => ({
    subject: declined ? `Absage von ${who}: ${title}` : `Nachricht von ${who}: ${title}`,
    paragraphs: [
      declined
        ? say(
            `${who} dankt für Ihre Antwort auf „${title}“ und sagt ab.`,
            `${who} dankt für deine Antwort auf „${title}“ und sagt ab.`,
          )
        : say(`${who} schreibt zu Ihrer Antwort auf „${title}“:`, `${who} schreibt zu deiner Antwort auf „${title}“:`),
      ...(reply === null ? [] : [reply]),
      ...(contact.length > 0
        ? [say(`So erreichen Sie ${who}: ${contact.join(', ')}`, `So erreichst du ${who}: ${contact.join(', ')}`)]
        : []),
    ],
    label: 'Ansehen',
  }),
  written: ({ who, title, message, day: on, isOff, isOwn, withFile, contact }) => ({
    subject:
      on === null ? `Nachricht von ${who}: ${title}` : `${isOff ? 'Abgesagt' : 'Verabredet'}: ${day(on)}, ${title}`,
    paragraphs: [
      ...(isOwn ? [] : [`${who} schreibt zu „${title}“:`]),
      ...(message === null ? [] : [message]),
      ...(on === null ? [] : [isOff ? `Der ${day(on)} ist abgesagt.` : `Verabredet für den ${day(on)} mit ${who}.`]),
      ...(!withFile || on === null
        ? []
        : [
            say(
              'Die Datei in dieser Mail trägt es in Ihren Kalender ein.',
              'Die Datei in dieser Mail trägt es in deinen Kalender ein.',
            ),
          ]),
      ...(contact.length > 0
        ? [say(`So erreichen Sie ${who}: ${contact.join(', ')}`, `So erreichst du ${who}: ${contact.join(', ')}`)]
        : []),
    ],
    label: 'Ansehen',
    entry: `${isOff ? 'Abgesagt: ' : ''}${title} (${who})`,
  }),
  proposalWaits: ({ seconds, day: on, other, helped, reminds }) => ({
    subject: `${reminds ? 'Zur Erinnerung: Stimmt das?' : 'Stimmt das?'} ${hours(seconds)} mit ${other}`,
    paragraphs: [
      helped
        ? say(
            `${other} hat eingetragen, am ${day(on)} ${hours(seconds)} Hilfe von Ihnen bekommen zu haben.`,
            `${other} hat eingetragen, am ${day(on)} ${hours(seconds)} Hilfe von dir bekommen zu haben.`,
          )
        : say(
            `${other} hat eingetragen, Ihnen am ${day(on)} ${hours(seconds)} geholfen zu haben.`,
            `${other} hat eingetragen, dir am ${day(on)} ${hours(seconds)} geholfen zu haben.`,
          ),
      say(
        'Es zählt, sobald Sie zustimmen. Stimmt etwas nicht, können Sie es dort auch sagen.',
        'Es zählt, sobald du zustimmst. Stimmt etwas nicht, kannst du es dort auch sagen.',
      ),
    ],
    label: 'Ansehen und antworten',
  }),
  proposalDone: ({ seconds, day: on, other, state }) => ({
    subject: `${ENDS[state].subject}: ${hours(seconds)} mit ${other}`,
    paragraphs: [`Es geht um ${hours(seconds)} mit ${other} am ${day(on)}.`, ENDS[state].text],
    label: 'Ansehen',
  }),
  news: {
    digest: ({ community }) => ({
      subject: `Was neu ist: ${community}`,
      paragraphs: ['Das ist seit der letzten Woche neu. Ein Druck auf die Zeile öffnet es.'],
    }),
    category: ({ community }) => ({
      subject: `Neu und passend: ${community}`,
      paragraphs: [
        say(
          'Das ist seit gestern dazugekommen, in den Kategorien Ihrer eigenen Gesuche und Angebote.',
          'Das ist seit gestern dazugekommen, in den Kategorien deiner eigenen Gesuche und Angebote.',
        ),
      ],
    }),
    waiting: say('Wartet auf Ihre Antwort', 'Wartet auf deine Antwort'),
    requests: 'Wer Hilfe braucht',
    offers: 'Wer Hilfe anbietet',
    listing: (title, who) => `${title} – ${who}`,
    hours: ({ seconds, day: on, other }) => `${hours(seconds)} mit ${other} am ${day(on)}`,
    label: 'Meine Seiten öffnen',
  },
  alerts: {
    label: 'Verwaltung öffnen',
    tasks: {
      subject: 'Neues wartet auf das Büro',
      paragraphs: [
        'Seit gestern Morgen ist etwas dazugekommen. Alles, was jetzt wartet, steht in der Liste: Jede Zeile öffnet die Seite dazu.',
      ],
      heading: 'Zu tun',
      items: {
        hours_to_settle: counted('Eintrag eines Mitglieds zu klären', 'Einträge von Mitgliedern zu klären'),
        answers_to_hand_on: counted('Antwort weiterzugeben', 'Antworten weiterzugeben'),
        letters_to_print: counted('Nachricht zu drucken', 'Nachrichten zu drucken'),
        mails_refused: counted('E-Mail, die der Mailserver nicht annimmt', 'E-Mails, die der Mailserver nicht annimmt'),
        listings_held: counted('Inserat zu prüfen', 'Inserate zu prüfen'),
        listings_ending: counted('Inserat läuft bald ab', 'Inserate laufen bald ab'),
        members_pending: counted('Mitglied freizuschalten', 'Mitglieder freizuschalten'),
        members_leaving: counted('Mitglied möchte gehen', 'Mitglieder möchten gehen'),
      },
    },
    webhooks: ({ partner, host, reason }) => ({
      subject: `Meldungen an ${partner} sind abgeschaltet`,
      paragraphs: [
        `${partner} bekommt keine Meldungen mehr an ${host}: Der Dienst hat aufgegeben.`,
        `Der Grund: ${reason}`,
        'Bitten Sie den Partner, seinen Empfänger in Ordnung zu bringen, und schalten Sie die Meldungen wieder ein.',
      ],
    }),
    keys: ({ partner, endsOn }) => ({
      subject: `Ein Schlüssel von ${partner} endet am ${day(endsOn)}`,
      paragraphs: [
        `Nach dem ${day(endsOn)} kann ${partner} diesen Schlüssel nicht mehr benutzen und damit keine Stunden mehr buchen.`,
        'Geben Sie dem Partner rechtzeitig einen neuen.',
      ],
    }),
    bank: ({ lines, days }) => ({
      subject: lines === 1 ? 'Eine Zeile der Bank ist ungeklärt' : `${lines} Zeilen der Bank sind ungeklärt`,
      paragraphs: [
        lines === 1
          ? `Eine Zeile der Bank wartet seit mehr als ${days} Tagen auf eine Erklärung.`
          : `${lines} Zeilen der Bank warten seit mehr als ${days} Tagen auf eine Erklärung.`,
      ],
    }),
    backup: ({ lastOn }) => ({
      subject: 'Es gibt keine neue Sicherung',
      paragraphs: [
        lastOn === null
          ? 'Der Dienst findet keine Sicherung in seinem Ordner der Sicherungen.'
          : `Die neueste Sicherung ist vom ${day(lastOn)}. Jeden Tag wird eine gemacht.`,
        'Sehen Sie im Protokoll des Dienstes nach, und ob auf der Platte der Sicherungen Platz ist.',
      ],
    }),
  },
};
