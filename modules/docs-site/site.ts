/** Every page of the documentation, in the order of its navigation. */

import { ADDRESSES } from '../../console/pages/frame.ts';
import type { Language } from '../../core/http/accept.ts';

export type BilingualText = Readonly<Record<Language, string>>;

export interface SitePage {
  readonly address: string;
  /** Its Markdown in the repository; undefined: code makes the page. */
  readonly file?: string;
  /** The language that it is written in; English where it is not said. */
  readonly lang?: Language;
  readonly title: BilingualText;
  /** One sentence for the index. */
  readonly text: BilingualText;
}

interface Group {
  readonly title: BilingualText;
  readonly pages: readonly SitePage[];
}

/** `[title, text]` in each language. */
type BilingualHeading = Readonly<Record<Language, readonly [title: string, text: string]>>;

const page = (address: string, file: string | undefined, { en, de }: BilingualHeading): SitePage => ({
  address,
  ...(file === undefined ? {} : { file }),
  title: { en: en[0], de: de[0] },
  text: { en: en[1], de: de[1] },
});
const partner = (name: string, said: BilingualHeading) =>
  page(ADDRESSES.partner(name), `docs/partner/${name}.md`, said);
const guide = (name: string, file: string, said: BilingualHeading) => page(ADDRESSES.guide(name), file, said);

export const GROUPS: readonly Group[] = [
  {
    title: { en: 'For partners', de: 'Für Partner' },
    pages: [
      partner('start', {
        en: ['Start', 'From your credentials to the first booked credit, in five languages.'],
        de: ['Einstieg', 'Von den Zugangsdaten zur ersten Gutschrift, in fünf Programmiersprachen.'],
      }),
      partner('tokens', {
        en: ['Tokens', 'Get a token, replace a secret, use keys.'],
        de: ['Zugang', 'Token holen, Zugangsschlüssel wechseln, eigene Schlüssel verwenden.'],
      }),
      partner('members', {
        en: ['Members', 'List members, and find the one a payment is for.'],
        de: ['Mitglieder', 'Mitglieder auflisten und das Mitglied zu einer Zahlung finden.'],
      }),
      partner('credits', {
        en: ['Credits', 'Book hours once for each payment, return and correct them.'],
        de: ['Gutschriften', 'Stunden je Zahlung genau einmal buchen, rückbuchen und berichtigen.'],
      }),
      partner('sync', {
        en: ['Keep a copy', 'Keep your own copy of members or listings up to date, in Python and TypeScript.'],
        de: ['Kopie führen', 'Eine eigene Kopie der Mitglieder oder Inserate aktuell halten.'],
      }),
      partner('webhooks', {
        en: ['Webhooks', 'Receive events, check their signatures, and lose none.'],
        de: ['Webhooks', 'Ereignisse empfangen, Signaturen prüfen und nichts verlieren.'],
      }),
      partner('reconciliation', {
        en: ['Reconciliation', 'From payment to statement and return, step by step.'],
        de: ['Vergleich mit der Bank', 'Von der Zahlung bis zum Auszug und zur Rückgabe, Schritt für Schritt.'],
      }),
      partner('rates', {
        en: ['From euros to hours', 'The exchange rate: where it is kept, which day counts, and how to round.'],
        de: [
          'Von Euro zu Stunden',
          'Der Umrechnungskurs: wo er zu finden ist, welcher Tag zählt und wie zu runden ist.',
        ],
      }),
      partner('errors', {
        en: ['Errors', 'Every error code: the cause, what to do, and whether to retry.'],
        de: ['Fehler', 'Jeder Fehlercode: Ursache, Abhilfe und ob Wiederholen hilft.'],
      }),
      partner('sandbox', {
        en: ['Sandbox', 'Try everything without live data.'],
        de: ['Testumgebung', 'Alles ohne echte Daten ausprobieren.'],
      }),
      partner('limits', {
        en: ['Limits', 'How often you may call, and what is left today.'],
        de: ['Grenzen', 'Wie oft Sie anfragen dürfen und was heute noch übrig ist.'],
      }),
      partner('versioning', {
        en: ['Versions', 'What may change, and how you are informed.'],
        de: ['Versionen', 'Was sich ändern darf und wie Sie davon erfahren.'],
      }),
      partner('tools', {
        en: ['Tools', 'The client library, collections, OpenAPI documents and a sample application to download.'],
        de: [
          'Werkzeuge',
          'Client-Bibliothek, Sammlungen, OpenAPI-Dokumente und ein Beispielprogramm zum Herunterladen.',
        ],
      }),
      partner('security-office', {
        en: ['Security and data protection', 'Answers for your security and data-protection office.'],
        de: ['Sicherheit und Datenschutz', 'Antworten für Ihre Stellen für Sicherheit und Datenschutz.'],
      }),
      partner('going-live', {
        en: ['Going live', 'A list to tick off before the first real payment.'],
        de: ['In Betrieb gehen', 'Eine Liste zum Abhaken vor der ersten echten Zahlung.'],
      }),
    ],
  },
  {
    title: { en: 'Look up', de: 'Nachschlagen' },
    pages: [
      page(ADDRESSES.reference, undefined, {
        en: ['Reference', 'Every operation with its fields, answers and samples.'],
        de: ['Referenz', 'Alle Aufrufe mit Feldern, Antworten und Beispielen.'],
      }),
      guide('client', 'client/README.md', {
        en: ['Client library', 'Typed calls for TypeScript and JavaScript, with tokens and retries.'],
        de: ['Client-Bibliothek', 'Typisierte Aufrufe für TypeScript und JavaScript, mit Zugang und Wiederholung.'],
      }),
      page(ADDRESSES.changelog, 'CHANGELOG.md', {
        en: ['Changelog', 'What is new in each version.'],
        de: ['Änderungen', 'Was in jeder Version neu ist.'],
      }),
    ],
  },
  {
    title: { en: 'For communities', de: 'Für Zeitbanken' },
    pages: [
      guide('run-the-community', 'docs/run-the-community.md', {
        en: ['Run the community', 'The daily work in the console: members, exchanges, listings, slips.'],
        de: ['Run the community', 'Dieselbe Anleitung auf Englisch.'],
      }),
      {
        ...guide('zeitbank-fuehren', 'docs/zeitbank-fuehren.md', {
          en: ['Die Zeitbank führen', 'The same guide in German.'],
          de: ['Die Zeitbank führen', 'Die tägliche Arbeit: Mitglieder, Einsätze, Inserate, Zettel, Bankauszüge.'],
        }),
        lang: 'de',
      },
      guide('for-members', 'docs/for-members.md', {
        en: ['For members', 'One page to hand to members: signing in, hours, requests and offers.'],
        de: ['For members', 'Das Blatt für Mitglieder auf Englisch.'],
      }),
      {
        ...guide('fuer-mitglieder', 'docs/fuer-mitglieder.md', {
          en: ['Für Mitglieder', 'The page for members in German.'],
          de: ['Für Mitglieder', 'Ein Blatt zum Weitergeben: anmelden, Stunden, Gesuche und Angebote.'],
        }),
        lang: 'de',
      },
      guide('administrator-guide', 'docs/administrator-guide.md', {
        en: ['Administrator guide', 'Partners, imports, statements and corrections on the command line.'],
        de: ['Verwaltung mit Befehlen', 'Partner, Importe, Auszüge und Korrekturen mit Befehlen.'],
      }),
      guide('moving', 'docs/moving.md', {
        en: ['Moving in and out', 'From TimeOverflow, Komunitin, CES or Cyclos, in one hour.'],
        de: ['Umziehen', 'Aus TimeOverflow, Komunitin, CES oder Cyclos, in einer Stunde.'],
      }),
    ],
  },
  {
    title: { en: 'For operators', de: 'Für den Betrieb' },
    pages: [
      guide('report-a-hole', 'docs/report-a-hole.md', {
        en: ['Report a security hole', 'Whom to tell, and what to say.'],
        de: ['Eine Sicherheitslücke melden', 'Wem sie zu melden ist und was dazugehört.'],
      }),
      guide('privacy', 'docs/privacy.md', {
        en: ['Privacy', 'What is stored about people, who sees it, and for how long.'],
        de: ['Datenschutz', 'Was über Menschen gespeichert wird, wer es sieht und wie lange.'],
      }),
      guide('security', 'docs/security.md', {
        en: ['Threats', 'Each threat, its defence, and the test that shows it.'],
        de: ['Bedrohungen', 'Jede Bedrohung, ihre Abwehr und der Test, der sie zeigt.'],
      }),
      guide('operator-guide', 'docs/operator-guide.md', {
        en: ['Operator guide', 'Install, settings, proxy, backup, upgrade, and what to do when it fails.'],
        de: [
          'Anleitung für den Betrieb',
          'Installation, Einstellungen, Proxy, Sicherung, Aktualisierung und Hilfe bei Störungen.',
        ],
      }),
      guide('deploy-with-compose', 'docs/deploy-with-compose.md', {
        en: ['Deploy with Compose', 'Containers, from the first start to upgrades, backups elsewhere and monitoring.'],
        de: ['Betrieb mit Compose', 'Container, vom ersten Start bis zu Aktualisierung, Sicherung und Überwachung.'],
      }),
      guide('upgrading', 'docs/upgrading.md', {
        en: ['Upgrading', 'To a new version and back, and to a new PostgreSQL.'],
        de: ['Aktualisieren', 'Auf eine neue Version und zurück, und auf ein neues PostgreSQL.'],
      }),
      guide('security-updates', 'docs/security-updates.md', {
        en: ['Security updates', 'How you hear of fixes, and how they reach your machine.'],
        de: ['Sicherheitsupdates', 'Wie Sie von Korrekturen erfahren und wie sie auf Ihren Server kommen.'],
      }),
      guide('scaling', 'docs/scaling.md', {
        en: ['Scaling', 'What was measured, and how far it goes.'],
        de: ['Skalierung', 'Was gemessen wurde und wie weit es reicht.'],
      }),
    ],
  },
];

/** Pictures of the pages. */
export const PICTURES: readonly (readonly [file: string, address: string])[] = [
  ['docs/partner/reconciliation.svg', '/docs/reconciliation.svg'],
];

export const PAGES: readonly SitePage[] = GROUPS.flatMap(({ pages }) => pages);

/** Every file that is served, by its path in the repository. Nothing else is ever read. */
export const ADDRESS_OF_FILE: ReadonlyMap<string, string> = new Map([
  ...PAGES.flatMap(({ file, address }) => (file === undefined ? [] : [[file, address] as const])),
  ...PICTURES,
  ['openapi.json', '/openapi.json'],
  ['examples/bank/README.md', `${ADDRESSES.tools}#the-sample-application`],
  ['collections/README.md', `${ADDRESSES.tools}#the-collections`],
]);

/** Former addresses of pages. */
export const MOVED: readonly (readonly [from: string, to: string])[] = [
  [ADDRESSES.guide('partner-guide'), ADDRESSES.partner('start')],
  [ADDRESSES.guide('webhooks'), ADDRESSES.partner('webhooks')],
  ['/docs/', ADDRESSES.reference],
];
