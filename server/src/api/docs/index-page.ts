/** The guides that are served, and the page that lists them. */
import type { Language } from '../front/accept.ts';
import { ADDRESSES } from '../front/frame.ts';

type Words = Readonly<Record<Language, string>>;

interface Guide {
  /** The last part of its address. */
  readonly name: string;
  /** Its path in the repository. */
  readonly file: string;
  readonly title: Words;
  readonly text: Words;
}

export const GROUPS: readonly { readonly title: Words; readonly guides: readonly Guide[] }[] = [
  {
    title: { en: 'For partners', de: 'Für Partner' },
    guides: [
      {
        name: 'partner-guide',
        file: 'docs/partner-guide.md',
        title: { en: 'Partner guide', de: 'Einstieg für Partner' },
        text: {
          en: 'Tokens, members, credits, statements and going live, with samples that run.',
          de: 'Zugang, Mitglieder, Gutschriften, Auszüge und der Weg in den Betrieb, mit Beispielen.',
        },
      },
      {
        name: 'webhooks',
        file: 'docs/webhooks.md',
        title: { en: 'Webhooks', de: 'Webhooks' },
        text: {
          en: 'Receive events, check their signatures, and lose none.',
          de: 'Ereignisse empfangen, Signaturen prüfen und nichts verlieren.',
        },
      },
      {
        name: 'client',
        file: 'client/README.md',
        title: { en: 'Client library', de: 'Client-Bibliothek' },
        text: {
          en: 'Typed calls for TypeScript and JavaScript, with tokens and retries.',
          de: 'Typisierte Aufrufe für TypeScript und JavaScript, mit Zugang und Wiederholung.',
        },
      },
    ],
  },
  {
    title: { en: 'For communities', de: 'Für Zeitbanken' },
    guides: [
      {
        name: 'run-the-community',
        file: 'docs/run-the-community.md',
        title: { en: 'Run the community', de: 'Die Zeitbank führen' },
        text: {
          en: 'The daily work in the console: members, exchanges, listings, slips.',
          de: 'Die tägliche Arbeit in der Verwaltung: Mitglieder, Tausche, Inserate, Zettel.',
        },
      },
      {
        name: 'administrator-guide',
        file: 'docs/administrator-guide.md',
        title: { en: 'Administrator guide', de: 'Verwaltung auf der Kommandozeile' },
        text: {
          en: 'Partners, imports, statements and corrections on the command line.',
          de: 'Partner, Importe, Auszüge und Korrekturen mit Befehlen.',
        },
      },
    ],
  },
  {
    title: { en: 'For operators', de: 'Für den Betrieb' },
    guides: [
      {
        name: 'operator-guide',
        file: 'docs/operator-guide.md',
        title: { en: 'Operator guide', de: 'Anleitung für den Betrieb' },
        text: {
          en: 'Install, settings, proxy, backup, upgrade, and what to do when it fails.',
          de: 'Installation, Einstellungen, Proxy, Sicherung, Aktualisierung und Hilfe bei Störungen.',
        },
      },
      {
        name: 'scaling',
        file: 'docs/scaling.md',
        title: { en: 'Scaling', de: 'Skalierung' },
        text: { en: 'What was measured, and how far it goes.', de: 'Was gemessen wurde und wie weit es reicht.' },
      },
    ],
  },
];

const TEXTS = {
  en: {
    title: 'Documentation',
    lead: 'Guides for everyone who works with this service. New here? Partners begin with the partner guide, administrators with “Run the community”.',
    api: 'Partner API',
    entries: [
      [ADDRESSES.reference, 'Reference', 'Every operation with its fields, answers and samples.'],
      [ADDRESSES.errors, 'Errors', 'Every error code: the cause, what to do, and whether to retry.'],
      ['/openapi.json', 'OpenAPI document', 'OpenAPI 3.1 for generators and tools.'],
      [ADDRESSES.changelog, 'Changelog', 'What is new in each version.'],
    ],
  },
  de: {
    title: 'Dokumentation',
    lead: 'Anleitungen für alle, die mit diesem Dienst arbeiten. Die Anleitungen sind auf Englisch. Partner beginnen am besten mit dem Einstieg für Partner.',
    api: 'Schnittstelle für Partner',
    entries: [
      [ADDRESSES.reference, 'Referenz', 'Alle Aufrufe mit Feldern, Antworten und Beispielen.'],
      [ADDRESSES.errors, 'Fehler', 'Jeder Fehlercode: Ursache, Abhilfe und ob Wiederholen hilft.'],
      ['/openapi.json', 'OpenAPI-Dokument', 'OpenAPI 3.1 für Generatoren und Werkzeuge.'],
      [ADDRESSES.changelog, 'Änderungen', 'Was in jeder Version neu ist.'],
    ],
  },
} as const;

/** The main part of `/docs`, and its title. */
export function indexMain(lang: Language): { readonly title: string; readonly main: string } {
  const text = TEXTS[lang];
  const [first, ...others] = GROUPS.map(({ title, guides }) =>
    group(
      title[lang],
      guides.map((guide) => card(ADDRESSES.guide(guide.name), guide.title[lang], guide.text[lang])),
    ),
  );
  const reference = group(
    text.api,
    text.entries.map(([href, name, about]) => card(href, name, about)),
  );
  return {
    title: `${text.title} · Timebank`,
    main: `<div class="hero">
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
</div>
${[first, reference, ...others].join('\n')}`,
  };
}

function group(title: string, cards: readonly string[]): string {
  return `<h2 class="group">${title}</h2>
<ul class="cards">
${cards.join('\n')}
</ul>`;
}

function card(href: string, title: string, text: string): string {
  return `<li class="card"><h3><a href="${href}">${title}</a></h3><p>${text}</p></li>`;
}
