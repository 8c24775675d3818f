/** The frame of every page of the documentation: search, the list of all pages, its own headings, the next page. */

import { ADDRESSES, type FrontPage, isCurrent } from '../../console/pages/frame.ts';
import { type Html, html, raw } from '../../console/pages/html.ts';
import type { Language } from '../../core/http/accept.ts';
import { GROUPS, PAGES } from './site.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export interface Article {
  readonly title: string;
  /** Markup. It begins with the title; its table of contents follows before the first heading of level two. */
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Characters of a search. Browsers enforce the limit; a longer search gets an explanation. */
export const QUERY_LENGTH_MAX = 100;

const TEXTS = {
  en: {
    ...{ docs: 'Documentation', search: 'Search', overview: 'Overview', all: 'All pages', onPage: 'On this page' },
    ...{ previous: 'Previous', next: 'Next', steps: 'Previous and next page' },
  },
  de: {
    ...{
      docs: 'Dokumentation',
      search: 'Suchen',
      overview: 'Übersicht',
      all: 'Alle Seiten',
      onPage: 'Auf dieser Seite',
    },
    ...{ previous: 'Zurück', next: 'Weiter', steps: 'Vorige und nächste Seite' },
  },
} as const;

/** @param address the page's own; @param query what was searched for */
export function sideOf(lang: Language, address: string, query = ''): Html {
  return html`<div class="side">
${searchForm(lang, query)}
<details class="menu"><summary>${TEXTS[lang].all}</summary>${pageList(lang, address)}</details>
${pageList(lang, address)}
</div>`;
}

/** A plain form: the service finds and shows the results. */
function searchForm(lang: Language, query = ''): Html {
  const { search } = TEXTS[lang];
  return html`<form class="search" role="search" action="${ADDRESSES.search}"><input type="search" name="q" value="${query}" maxlength="${QUERY_LENGTH_MAX}" aria-label="${search}" placeholder="${search}" autocomplete="off" spellcheck="false"><button>${search}</button></form>`;
}

/** The one navigation of all pages. */
function pageList(lang: Language, address: string): Html {
  const link = (href: string, text: string) =>
    html`<li><a href="${href}"${isCurrent(href === address)}>${text}</a></li>`;
  const groups = GROUPS.map(
    ({ title, pages }) =>
      html`<li><span>${title[lang]}</span><ul>${pages.map((page) => link(page.address, page.title[lang]))}</ul></li>`,
  );
  const { docs, overview } = TEXTS[lang];
  return html`<nav class="pages" aria-label="${docs}"><ul>${link(ADDRESSES.docs, overview)}${groups}</ul></nav>`;
}

/** A page made of an article, in a frame of its language. */
export function articlePage(address: string, { title, html: content, headings }: Article): FrontPage {
  const lang = PAGES.find((page) => page.address === address)?.lang ?? 'en';
  const entries = headings.map(
    ({ id, text, depth }) => html`<li${depth > 2 && raw(' class="deeper"')}><a href="#${id}">${text}</a></li>\n`,
  );
  const toc = html`<nav class="toc" aria-labelledby="on-this-page"><h2 id="on-this-page">${TEXTS[lang].onPage}</h2><ul>
${entries}</ul></nav>`;
  // The title precedes the table of contents, also where both are one column.
  const found = content.indexOf('<h2 ');
  const from = found === -1 ? content.length : found;
  const main = html`<div class="with-toc">
<div class="article">
${raw(content.slice(0, from))}</div>
${entries.length > 1 && toc}
<article class="article">
${raw(content.slice(from))}${steps(lang, address)}</article>
</div>`;
  return {
    ...{ lang, title: `${title} · Timebank`, main, side: sideOf(lang, address), current: currentOf(address) },
    hasCode: content.includes('<pre '),
  };
}

/** The entry of the head that a page belongs to. */
function currentOf(address: string): string {
  return address === ADDRESSES.errors || address === ADDRESSES.reference ? address : ADDRESSES.docs;
}

/** The way to the pages before and after it in its group. */
function steps(lang: Language, address: string): Html | false {
  const { previous, next, steps } = TEXTS[lang];
  const pages = GROUPS.find((group) => group.pages.some((page) => page.address === address))?.pages ?? [];
  const at = pages.findIndex((page) => page.address === address);
  const step = (kind: 'prev' | 'next', label: string) => {
    const page = pages[kind === 'prev' ? at - 1 : at + 1];
    return page && html`<a rel="${kind}" href="${page.address}"><small>${label}</small> ${page.title[lang]}</a>`;
  };
  const [before, after] = [step('prev', previous), step('next', next)];
  return (before ?? after) !== undefined && html`\n<nav class="steps" aria-label="${steps}">${before}${after}</nav>\n`;
}
