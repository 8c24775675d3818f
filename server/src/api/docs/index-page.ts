/** `/docs`: the page that lists all others. */

import { ADDRESSES, type FrontPage } from '../front/frame.ts';
import { type Html, html } from '../front/html.ts';
import type { Language } from '../http/accept.ts';
import { sideOf } from './layout.ts';
import { GROUPS } from './site.ts';

const TEXTS = {
  en: {
    title: 'Documentation',
    lead: 'Guides for everyone who works with this service. New here? Partners begin with “Start”, administrators with “Run the community”.',
    openapi: ['OpenAPI document', 'OpenAPI 3.1 for generators and tools.'],
  },
  de: {
    title: 'Dokumentation',
    lead: 'Anleitungen für alle, die mit diesem Dienst arbeiten. Die Anleitungen sind auf Englisch. Partner beginnen am besten mit „Einstieg“.',
    openapi: ['OpenAPI-Dokument', 'OpenAPI 3.1 für Generatoren und Werkzeuge.'],
  },
} as const;

export function indexPage(lang: Language): FrontPage {
  const { title, lead, openapi } = TEXTS[lang];
  const groups = GROUPS.map((group) => {
    const cards = group.pages.map((page) => card(page.address, page.title[lang], page.text[lang]));
    const isReference = group.pages.some(({ address }) => address === ADDRESSES.reference);
    if (isReference) cards.push(card('/openapi.json', openapi[0], openapi[1]));
    return html`<h2 class="group">${group.title[lang]}</h2>
<ul class="cards">
${cards}</ul>
`;
  });
  return {
    lang,
    title: `${title} · Timebank`,
    main: html`<div class="hero">
<h1>${title}</h1>
<p class="lead">${lead}</p>
</div>
${groups}`,
    side: sideOf(lang, ADDRESSES.docs),
    current: ADDRESSES.docs,
  };
}

function card(href: string, title: string, text: string): Html {
  return html`<li class="card"><h3><a href="${href}">${title}</a></h3><p>${text}</p></li>\n`;
}
