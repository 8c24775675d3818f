/** How a partner gets in, and whom to ask. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const access = {
  kit: {
    apiUrl: { en: 'Base address', de: 'Basisadresse' },
    tokenUrl: { en: 'Token address', de: 'Token-Adresse' },
    docs: { en: 'Documentation', de: 'Dokumentation' },
    docsLink: { en: 'Partner API documentation', de: 'Dokumentation der Partner-API' },
    scopes: { en: 'Permissions', de: 'Berechtigungen' },
    noScopes: { en: 'None yet', de: 'Noch keine' },
    addresses: { en: 'Allowed IP addresses', de: 'Erlaubte IP-Adressen' },
    anywhere: { en: 'Any', de: 'Alle' },
    rate: { en: 'Requests per minute', de: 'Anfragen pro Minute' },
    noLimit: { en: 'No limit', de: 'Keine Grenze' },
    expires: { en: 'Client secret expires', de: 'Zugangsschlüssel gilt bis' },
    never: { en: 'Never, unless it is replaced', de: 'Unbegrenzt, solange er nicht ersetzt wird' },
    details: { en: 'Everything the developer needs', de: 'Alles, was die Entwicklung braucht' },
    detailsLead: {
      en: 'The downloaded file contains these details, too.',
      de: 'Auch die heruntergeladene Datei enthält diese Angaben.',
    },
  },
  link: {
    title: { en: 'Hand over by a one-time link', de: 'Mit einem Einmal-Link übergeben' },
    lead: {
      en: 'Create a link and send it to the partner’s developer. It can be opened once, within three days.',
      de: 'Erstellen Sie einen Link und senden Sie ihn der Entwicklerin oder dem Entwickler des Partners. Er lässt sich ein einziges Mal öffnen und gilt drei Tage.',
    },
    make: { en: 'Create one-time link', de: 'Einmal-Link erstellen' },
    again: { en: 'Create a new link', de: 'Neuen Link erstellen' },
    url: { en: 'One-time link', de: 'Einmal-Link' },
    name: { en: 'the one-time link', de: 'Einmal-Link' },
    copy: { en: 'Copy link', de: 'Link kopieren' },
    made: {
      en: 'The link is created. Copy it now: it is shown only here.',
      de: 'Der Link ist erstellt. Kopieren Sie ihn jetzt: Er wird nur hier angezeigt.',
    },
    ends: phrase({ en: (when: string) => `It expires on ${when}.`, de: (when) => `Er gilt bis ${when}.` }),
    first: {
      en: 'The first person to open it sees the client secret. The page of this partner then shows when and from where.',
      de: 'Wer ihn zuerst öffnet, sieht den Zugangsschlüssel. Die Seite des Partners zeigt danach, wann und von wo das war.',
    },
    waiting: phrase({
      en: (when: string) => `One-time link not opened yet, expires ${when}`,
      de: (when) => `Einmal-Link noch nicht geöffnet, läuft ${when} ab`,
    }),
    opened: phrase({
      en: (when: string, address: string) => `One-time link opened ${when} from ${address}`,
      de: (when, address) => `Einmal-Link ${when} von ${address} geöffnet`,
    }),
    expired: { en: 'One-time link expired unopened', de: 'Einmal-Link ungeöffnet abgelaufen' },
  },
  leave: {
    title: { en: 'Leave without the client secret?', de: 'Die Seite ohne den Zugangsschlüssel verlassen?' },
    text: {
      en: 'You have neither copied nor downloaded it, and it is not handed over by a link. After this page it cannot be shown again.',
      de: 'Sie haben ihn weder kopiert noch heruntergeladen und auch nicht mit einem Link übergeben. Nach dieser Seite lässt er sich nicht mehr anzeigen.',
    },
    go: { en: 'Leave anyway', de: 'Trotzdem verlassen' },
  },
  handOver: {
    title: { en: 'Access for a partner', de: 'Zugang für einen Partner' },
    titleOf: phrase({ en: (partner: string) => `Access for ${partner}`, de: (partner) => `Zugang für ${partner}` }),
    checking: { en: 'The link is being checked…', de: 'Der Link wird geprüft …' },
    lead: phrase({
      en: (partner: string, community: string) => `${community} gives ${partner} access to its time bank.`,
      de: (partner, community) => `${community} gibt ${partner} Zugang zur Zeitbank.`,
    }),
    once: {
      en: 'This link shows the client secret once. Open it when you can store the secret safely, for example in a password manager.',
      de: 'Dieser Link zeigt den Zugangsschlüssel ein einziges Mal. Öffnen Sie ihn, wenn Sie den Schlüssel sicher ablegen können, zum Beispiel in einem Passwortmanager.',
    },
    ends: phrase({ en: (when: string) => `The link expires on ${when}.`, de: (when) => `Der Link gilt bis ${when}.` }),
    open: { en: 'Show client secret', de: 'Zugangsschlüssel anzeigen' },
    shown: { en: 'This client secret is shown only once.', de: 'Dieser Zugangsschlüssel wird nur einmal angezeigt.' },
    shownLead: {
      en: 'Copy or download it before you leave this page. The link no longer works.',
      de: 'Kopieren oder speichern Sie ihn, bevor Sie diese Seite verlassen. Der Link funktioniert nicht mehr.',
    },
    pending: {
      en: 'The partner is not active yet. The client secret works once the time bank activates it.',
      de: 'Der Partner ist noch nicht freigeschaltet. Der Zugangsschlüssel gilt, sobald die Zeitbank das tut.',
    },
    suspended: {
      en: 'The partner is suspended. Ask the time bank to reactivate it.',
      de: 'Der Partner ist gesperrt. Bitten Sie die Zeitbank, ihn wieder freizuschalten.',
    },
    sandbox: {
      en: 'This is a sandbox. Its members are fictional.',
      de: 'Dies ist eine Testumgebung. Ihre Mitglieder sind erfunden.',
    },
    leaveText: {
      en: 'You have neither copied nor downloaded it. The link cannot show it again.',
      de: 'Sie haben ihn weder kopiert noch heruntergeladen. Der Link kann ihn nicht noch einmal zeigen.',
    },
    badTitle: { en: 'This link does not work', de: 'Dieser Link funktioniert nicht' },
    missing: {
      en: 'The address of this page is incomplete. Open the link again, exactly as you received it.',
      de: 'Die Adresse dieser Seite ist unvollständig. Öffnen Sie den Link noch einmal so, wie Sie ihn bekommen haben.',
    },
    unknown: {
      en: 'It was replaced by a newer link, or not copied completely. Ask the person who sent it to you.',
      de: 'Er wurde durch einen neueren ersetzt oder nicht vollständig kopiert. Fragen Sie die Person, die ihn gesendet hat.',
    },
    openedTitle: { en: 'This link has already been opened', de: 'Dieser Link wurde schon geöffnet' },
    opened: phrase({
      en: (when: string, person: string, community: string) =>
        `It was opened on ${when} and cannot show the client secret again. If that was not you or a colleague, tell ${person} at ${community} at once: the client secret must then be revoked. Otherwise ask for a new one there.`,
      de: (when, person, community) =>
        `Das war am ${when}; er kann den Zugangsschlüssel nicht noch einmal zeigen. Wenn das weder Sie noch jemand aus Ihrem Haus war, sagen Sie es sofort ${person} (${community}): Der Zugangsschlüssel muss dann widerrufen werden. Sonst bitten Sie dort um einen neuen.`,
    }),
    expiredTitle: { en: 'This link has expired', de: 'Dieser Link ist abgelaufen' },
    expired: phrase({
      en: (when: string, person: string, community: string) =>
        `It expired on ${when} and was not opened. Ask ${person} at ${community} for a new client secret.`,
      de: (when, person, community) =>
        `Er galt bis ${when} und wurde nicht geöffnet. Bitten Sie ${person} (${community}) um einen neuen Zugangsschlüssel.`,
    }),
    revokedTitle: { en: 'This link no longer works', de: 'Dieser Link gilt nicht mehr' },
    revoked: phrase({
      en: (person: string, community: string) =>
        `The client secret behind it has been revoked or has expired. Ask ${person} at ${community} for a new one.`,
      de: (person, community) =>
        `Der Zugangsschlüssel dahinter wurde widerrufen oder ist abgelaufen. Bitten Sie ${person} (${community}) um einen neuen.`,
    }),
  },
  tokens: {
    title: { en: 'Access tokens', de: 'Zugriffstokens' },
    lead: {
      en: 'The partner gets an access token with its client secret or key. A token is valid for one hour. You can revoke one token or all of them; the partner can then get a new one.',
      de: 'Mit seinem Zugangsschlüssel oder öffentlichen Schlüssel holt sich der Partner ein Zugriffstoken. Es gilt eine Stunde. Sie können eines oder alle widerrufen; der Partner kann sich danach ein neues holen.',
    },
    id: { en: 'Token', de: 'Token' },
    scopes: { en: 'Permissions', de: 'Berechtigungen' },
    issued: { en: 'Issued', de: 'Ausgestellt' },
    expires: { en: 'Expires', de: 'Läuft ab' },
    by: { en: 'Obtained with', de: 'Geholt mit' },
    bySecret: phrase({ en: (hint: string) => `client secret ${hint}`, de: (hint) => `Zugangsschlüssel ${hint}` }),
    byKey: phrase({ en: (id: string) => `key ${id}`, de: (id) => `öffentlichem Schlüssel ${id}` }),
    revoke: { en: 'Revoke', de: 'Widerrufen' },
    revokeThis: phrase({ en: (id: string) => `Revoke token ${id}`, de: (id) => `Token ${id} widerrufen` }),
    revokeTitle: { en: 'Revoke this access token?', de: 'Dieses Zugriffstoken widerrufen?' },
    revokeText: phrase({
      en: (id: string) =>
        `Token ${id} is rejected from the next request on. The partner can get a new one with its client secret.`,
      de: (id) =>
        `Das Token ${id} wird ab der nächsten Anfrage abgelehnt. Der Partner kann sich mit seinem Zugangsschlüssel ein neues holen.`,
    }),
    revoked: { en: 'The access token is revoked.', de: 'Das Zugriffstoken ist widerrufen.' },
    revokeAll: { en: 'Revoke all access tokens', de: 'Alle Zugriffstokens widerrufen' },
    revokeAllTitle: {
      en: 'Revoke all access tokens of this partner?',
      de: 'Alle Zugriffstokens dieses Partners widerrufen?',
    },
    revokeAllText: {
      en: 'They are rejected from the next request on. The partner can get new ones with its client secret. To shut it out, suspend the partner or revoke its client secrets.',
      de: 'Sie werden ab der nächsten Anfrage abgelehnt. Der Partner kann sich mit seinem Zugangsschlüssel neue holen. Um ihn auszuschließen, sperren Sie den Partner oder widerrufen Sie seine Zugangsschlüssel.',
    },
    revokedAll: phrase({
      en: (number: number) => `${counted.en(number, 'access token is', 'access tokens are')} revoked.`,
      de: (number) => `${counted.de(number, 'Zugriffstoken ist', 'Zugriffstokens sind')} widerrufen.`,
    }),
    emptyTitle: { en: 'No valid access tokens', de: 'Keine gültigen Zugriffstokens' },
    empty: {
      en: 'One appears here as soon as the partner requests it.',
      de: 'Sobald der Partner eines holt, erscheint es hier.',
    },
    more: { en: 'Show more tokens', de: 'Weitere Tokens anzeigen' },
  },
  contact: {
    title: { en: 'Contact and notes', de: 'Ansprechperson und Notizen' },
    lead: {
      en: 'Only administrators of this community see this. The partner does not.',
      de: 'Das sehen nur die Verwaltenden dieser Gemeinschaft, der Partner nicht.',
    },
    name: { en: 'Contact person', de: 'Ansprechperson' },
    nameHint: { en: 'Whom you call when something is wrong.', de: 'Wen Sie anrufen, wenn etwas nicht stimmt.' },
    email: { en: 'E-mail', de: 'E-Mail-Adresse' },
    phone: { en: 'Telephone', de: 'Telefon' },
    note: { en: 'Note', de: 'Notiz' },
    noteHint: {
      en: 'For example the contract, opening hours or what was agreed.',
      de: 'Zum Beispiel zum Vertrag, zu Sprechzeiten oder zu Absprachen.',
    },
  },
  reach: {
    now: phrase({
      en: (number: string, all: string) => `At present: ${number} of ${all} members.`,
      de: (number, all) => `Zurzeit: ${number} von ${all} Mitgliedern.`,
    }),
    shared: {
      en: 'Your community shows addresses to partners unless a member chooses otherwise.',
      de: 'Ihre Gemeinschaft zeigt Partnern die Adressen, solange ein Mitglied nichts anderes wählt.',
    },
    notShared: {
      en: 'Your community shows an address only if the member chooses so.',
      de: 'Ihre Gemeinschaft zeigt eine Adresse nur, wenn das Mitglied es so wählt.',
    },
  },
};
