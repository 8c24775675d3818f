/** For browsers, where no route is: the front page at `/`, and elsewhere a page that says so. */

import { serviceVersion } from '../../core/base/version.ts';
import { acceptsHtml, type Language, languageOf } from '../../core/http/accept.ts';
import type { HttpExchange } from '../../core/http/http-exchange.ts';
import type { Api } from '../../core/http/route.ts';
import { ADDRESSES, renderPage } from './frame.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './send.ts';

const LANGUAGES = ['en', 'de'] as const;
const VARY = 'Accept, Accept-Language';

/** Other clients still get the error in JSON there; below `/api` browsers do, too. */
export function registerFrontPages(api: Api): void {
  const version = serviceVersion();
  const pages = Object.fromEntries(
    LANGUAGES.map((lang) => [
      lang,
      {
        front: renderPage({ lang, title: FRONT_TEXTS[lang].front.title, main: frontMain(lang) }, version),
        unknown: renderPage(
          { lang, title: `${FRONT_TEXTS[lang].unknown.title} · Timebank`, main: unknownMain(lang), indexed: false },
          version,
        ),
      },
    ]),
  ) as Record<(typeof LANGUAGES)[number], { readonly front: string; readonly unknown: string }>;

  api.answerUnknown.push((exchange: HttpExchange, path: string) => {
    const { method, headers } = exchange.req;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (/^\/api(?:\/|$)/.test(path) || !acceptsHtml(headers.accept)) return false;
    const { front, unknown } = pages[languageOf(headers['accept-language'])];
    if (path === ADDRESSES.front) sendPage(exchange, 200, front, VARY);
    else sendPage(exchange, 404, unknown, VARY);
    return true;
  });
}

function frontMain(lang: (typeof LANGUAGES)[number]): Html {
  const text = FRONT_TEXTS[lang].front;
  return html`<div class="hero">
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
</div>
<div class="cards">
<section class="card">
<h2>${text.console}</h2>
<p>${text.consoleText}</p>
<p class="ways"><a class="button" href="${ADDRESSES.console}">${text.openConsole}</a></p>
</section>
<section class="card">
<h2>${text.partners}</h2>
<p>${text.partnersText}</p>
<ul class="ways">
<li><a href="${ADDRESSES.docs}">${text.guides}</a></li>
<li><a href="${ADDRESSES.reference}">${text.reference}</a></li>
<li><a href="${ADDRESSES.errors}">${text.errors}</a></li>
</ul>
</section>
<section class="card">
<h2>${text.health}</h2>
<p>${text.healthText}</p>
<ul class="ways">
<li><a href="${ADDRESSES.guide('operator-guide')}">${text.operatorGuide}</a></li>
</ul>
</section>
</div>`;
}

function unknownMain(lang: (typeof LANGUAGES)[number]): Html {
  const text = FRONT_TEXTS[lang].unknown;
  return html`<div class="hero">
<p class="number">404</p>
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="ways"><a class="button" href="${ADDRESSES.front}">${text.home}</a>
<a href="${ADDRESSES.docs}">${text.docs}</a>
<a href="${ADDRESSES.console}">${text.console}</a></p>
</div>`;
}

// Texts of the front page, of the page for unknown addresses, and of the index of the documentation.

interface FrontTexts {
  readonly front: {
    readonly title: string;
    readonly lead: string;
    readonly partners: string;
    readonly partnersText: string;
    readonly guides: string;
    readonly reference: string;
    readonly errors: string;
    readonly console: string;
    readonly consoleText: string;
    readonly openConsole: string;
    readonly health: string;
    readonly healthText: string;
    readonly operatorGuide: string;
  };
  readonly unknown: {
    readonly title: string;
    readonly lead: string;
    readonly home: string;
    readonly docs: string;
    readonly console: string;
  };
}

const FRONT_TEXTS: Readonly<Record<Language, FrontTexts>> = {
  en: {
    front: {
      title: 'Timebank',
      lead: 'This service keeps the books of time banks: people help each other, and every hour counts the same. Banks, municipalities and payment providers connect to it through an API.',
      partners: 'Documentation for partners',
      partnersText:
        'How to connect your service: guides to read first, every operation, and what to do about each error.',
      guides: 'Guides',
      reference: 'Reference',
      errors: 'Errors',
      console: 'Console',
      consoleText: 'For the administrators of a community: members, exchanges, partners and settings.',
      openConsole: 'Open the console',
      health: 'Operation',
      healthText:
        'For the person who runs the server: installation, backup, monitoring, and help when something fails.',
      operatorGuide: 'Operator guide',
    },
    unknown: {
      title: 'Page not found',
      lead: 'There is nothing at this address. It may be mistyped, or the page has moved.',
      home: 'Go to the front page',
      docs: 'Documentation',
      console: 'Console',
    },
  },
  de: {
    front: {
      title: 'Timebank',
      lead: 'Dieser Dienst führt die Bücher von Zeitbanken: Menschen helfen einander, und jede Stunde zählt gleich viel. Banken, Rathäuser und Zahlungsdienste sind über eine Schnittstelle angebunden.',
      partners: 'Dokumentation für Partner',
      partnersText: 'So binden Sie Ihren Dienst an: Anleitungen zum Einstieg, alle Aufrufe und Hilfe zu jedem Fehler.',
      guides: 'Anleitungen',
      reference: 'Referenz',
      errors: 'Fehler',
      console: 'Verwaltung',
      consoleText: 'Hier verwalten Sie Ihre Zeitbank: Mitglieder, Einsätze, Partner und Einstellungen.',
      openConsole: 'Verwaltung öffnen',
      health: 'Betrieb',
      healthText:
        'Für die Person, die den Server betreibt: Installation, Sicherung, Überwachung und Hilfe bei Störungen.',
      operatorGuide: 'Anleitung für den Betrieb',
    },
    unknown: {
      title: 'Seite nicht gefunden',
      lead: 'Unter dieser Adresse gibt es nichts. Vielleicht ist sie falsch geschrieben, oder die Seite ist umgezogen.',
      home: 'Zur Startseite',
      docs: 'Dokumentation',
      console: 'Verwaltung',
    },
  },
};
