import type { MailTexts } from './types.ts';

const ROLES = {
  owner: 'in der Leitung',
  administrator: 'in der Verwaltung',
  coordinator: 'in der Koordination',
  auditor: 'in der Prüfung',
} as const;

const day = (text: string | Date) =>
  new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));

const dayAndTime = (at: Date) =>
  `${new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} Uhr (UTC)`;

const BY = { letter: 'mit dem Code Ihres Briefes', mail: 'per E-Mail', number: 'per E-Mail' } as const;

const hours = (seconds: number) =>
  `${new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }).format(seconds / 3600)} Std.`;

const ENDS = {
  confirmed: { subject: 'Bestätigt', text: 'Die Zeit ist bestätigt und zählt.' },
  office: { subject: 'Das Büro sieht sich das an', text: 'Das Büro sieht sich das an. Bis dahin zählt nichts.' },
  withdrawn: { subject: 'Zurückgezogen', text: 'Der Eintrag wurde zurückgezogen. Es ist nichts mehr zu tun.' },
  ended: {
    subject: 'Beendet',
    text: 'Der Eintrag endet, ohne dass etwas gebucht wurde. Wenn Sie das überrascht, rufen Sie im Büro an.',
  },
} as const;

/** All mails in German. */
export const MAIL_TEXTS_DE: MailTexts = {
  actsFor: (name) => `Sie handeln für ${name}. Das Folgende ist an ${name} gerichtet:`,
  greeting: (name) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  from: (community) => `Diese Nachricht kommt von ${community}.`,
  stop: 'Keine Nachrichten dieser Art mehr:',
  linkOnly: 'Falls sich der Link nicht öffnen lässt, kopieren Sie diese Adresse in Ihren Browser:',
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
    subject: 'Ihr Link zum Anmelden',
    paragraphs: [
      `Mit diesem Link öffnen Sie Ihre Seiten von ${community}. Er gilt einmal und ${minutes} Minuten lang.`,
    ],
    label: 'Anmelden',
    after: [
      `Oder geben Sie dort, wo Sie ihn angefordert haben, diese Zahl ein: ${number}`,
      'Das waren nicht Sie? Dann ist nichts zu tun.',
    ],
  }),
  newDevice: ({ community, device, at, way }) => ({
    subject: 'Sie haben sich angemeldet',
    paragraphs: [
      `Ihre Seiten von ${community} wurden ${BY[way]} geöffnet: am ${dayAndTime(at)}.`,
      `Das Gerät: ${device === '' ? 'nicht bekannt' : device}`,
      'Das waren Sie? Dann ist nichts zu tun.',
      'Das waren nicht Sie? Sehen Sie Ihre Geräte an, beenden Sie das unbekannte und sagen Sie im Büro Bescheid.',
    ],
    label: 'Meine Geräte ansehen',
    after: ['Sie kommen nicht mehr hinein? Rufen Sie im Büro an.'],
  }),
  joinReceived: ({ community }) => ({
    subject: `Ihre Nachricht an ${community}`,
    paragraphs: [
      'Vielen Dank. Sie haben geschrieben, dass Sie mitmachen möchten. Das Büro liest es und meldet sich bei Ihnen.',
      'Waren Sie das nicht? Dann sagen Sie es bitte dem Büro.',
    ],
  }),
  joinAccepted: () => ({
    subject: 'Willkommen',
    paragraphs: ['Sie wollten mitmachen. Das Büro hat Sie aufgenommen: Von jetzt an geben und bekommen Sie Hilfe.'],
    label: 'Zu Ihren Seiten',
    onPaper: 'Ihre Seiten öffnet der Code eines Briefes. Sie bekommen ihn im Büro.',
  }),
  test: ({ community }) => ({
    subject: `Eine Testnachricht von ${community}`,
    paragraphs: [
      'Diese Nachricht wurde in den Einstellungen Ihrer Zeitbank abgeschickt. Sie ist angekommen: Die Post funktioniert.',
    ],
  }),
  listing: ({ title, endsOn, onPages }) => ({
    subject: `Ihr Inserat endet am ${day(endsOn)}`,
    paragraphs: [
      `Ihr Inserat „${title}“ endet am ${day(endsOn)}. Danach sehen andere Mitglieder es nicht mehr.`,
      onPages
        ? 'Soll es bleiben? Verlängern Sie es mit einem Druck auf Ihrer Seite, oder sagen Sie im Büro Bescheid.'
        : 'Soll es bleiben? Sagen Sie im Büro Bescheid, dann wird es verlängert.',
    ],
    label: 'Mein Inserat öffnen',
  }),
  answered: ({ who, title, message, contact }) => ({
    subject: `Antwort von ${who}: ${title}`,
    paragraphs: [
      `${who} hat auf Ihr Inserat „${title}“ geantwortet:`,
      message,
      contact.length > 0
        ? `So erreichen Sie ${who}: ${contact.join(', ')}`
        : `${who} zeigt weder Telefon noch Adresse. Antworten Sie auf Ihren Seiten, oder sagen Sie es dem Büro.`,
    ],
    label: 'Ansehen und antworten',
  }),
  replied: ({ who, title, reply, declined, contact }) => ({
    subject: declined ? `Absage von ${who}: ${title}` : `Nachricht von ${who}: ${title}`,
    paragraphs: [
      declined
        ? `${who} dankt für Ihre Antwort auf „${title}“ und sagt ab.`
        : `${who} schreibt zu Ihrer Antwort auf „${title}“:`,
      ...(reply === null ? [] : [reply]),
      ...(contact.length > 0 ? [`So erreichen Sie ${who}: ${contact.join(', ')}`] : []),
    ],
    label: 'Ansehen',
  }),
  proposalWaits: ({ seconds, day: on, other, helped, reminds }) => ({
    subject: `${reminds ? 'Zur Erinnerung: Stimmt das?' : 'Stimmt das?'} ${hours(seconds)} mit ${other}`,
    paragraphs: [
      helped
        ? `${other} hat eingetragen, dass Sie am ${day(on)} ${hours(seconds)} geholfen haben.`
        : `${other} hat eingetragen, dass Ihnen am ${day(on)} ${hours(seconds)} geholfen wurde.`,
      'Es zählt, sobald Sie zustimmen. Stimmt etwas nicht, können Sie es dort auch sagen.',
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
      paragraphs: ['Das ist seit der letzten Woche neu. Zum Öffnen drücken Sie auf die Zeile.'],
    }),
    category: ({ community }) => ({
      subject: `Neu und passend: ${community}`,
      paragraphs: ['Das ist seit gestern dazugekommen, in den Kategorien Ihrer eigenen Gesuche und Angebote.'],
    }),
    waiting: 'Wartet auf Ihre Antwort',
    requests: 'Wer Hilfe braucht',
    offers: 'Wer Hilfe anbietet',
    listing: (title, who) => `${title} – ${who}`,
    hours: ({ seconds, day: on, other }) => `${hours(seconds)} mit ${other} am ${day(on)}`,
    label: 'Meine Seiten öffnen',
  },
  alerts: {
    label: 'Verwaltung öffnen',
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
