/** The frame of every page of the documentation: search, the list of all pages, its own headings, the next page. */

import { ADDRESSES, escapeHtml, type FrontPage } from '../front/frame.ts';
import type { Language } from '../http/accept.ts';
import { GROUPS } from './site.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export interface Article {
  readonly title: string;
  /** Trusted HTML. It begins with the title; its table of contents follows before the first heading of level two. */
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Characters of a search. Browsers enforce the limit; a longer search gets an explanation. */
export const QUERY_LENGTH_MAX = 100;

const TEXTS = {
  en: { docs: 'Documentation', search: 'Search', overview: 'Overview', all: 'All pages' },
  de: { docs: 'Dokumentation', search: 'Suchen', overview: 'Übersicht', all: 'Alle Seiten' },
} as const;

/** @param address the page's own; @param query what was searched for */
export function sideOf(lang: Language, address: string, query = ''): string {
  return `<div class="side">
${searchForm(lang, query)}
<details class="menu"><summary>${TEXTS[lang].all}</summary>${pageList(lang, address)}</details>
${pageList(lang, address)}
</div>`;
}

/** A plain form: the service finds and shows the results. */
export function searchForm(lang: Language, query = ''): string {
  const { search } = TEXTS[lang];
  return `<form class="search" role="search" action="${ADDRESSES.search}"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="${QUERY_LENGTH_MAX}" aria-label="${search}" placeholder="${search}" autocomplete="off" spellcheck="false"><button>${search}</button></form>`;
}

/** The one navigation of all pages. */
export function pageList(lang: Language, address: string): string {
  const link = (href: string, text: string) =>
    `<li><a href="${href}"${href === address ? ' aria-current="page"' : ''}>${text}</a></li>`;
  const groups = GROUPS.map(
    ({ title, pages }) =>
      `<li><span>${title[lang]}</span><ul>${pages.map((page) => link(page.address, page.title[lang])).join('')}</ul></li>`,
  );
  const { docs, overview } = TEXTS[lang];
  return `<nav class="pages" aria-label="${docs}"><ul>${link(ADDRESSES.docs, overview)}${groups.join('')}</ul></nav>`;
}

/** A page made of an article. */
export function articlePage(address: string, { title, html, headings }: Article): FrontPage {
  const entries = headings.map(
    ({ id, text, depth }) => `<li${depth > 2 ? ' class="deeper"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  const toc = `<nav class="toc" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>
${entries.join('\n')}
</ul></nav>`;
  // The title precedes the table of contents, also where both are one column.
  const found = html.indexOf('<h2 ');
  const from = found === -1 ? html.length : found;
  const main = `<div class="with-toc">
<div class="article">
${html.slice(0, from)}</div>
${entries.length > 1 ? toc : ''}
<article class="article">
${html.slice(from)}${steps(address)}</article>
</div>`;
  return {
    ...{ lang: 'en', title: `${title} · Timebank`, main, side: sideOf('en', address), current: currentOf(address) },
    hasCode: main.includes('<pre '),
  };
}

/** The entry of the head that a page belongs to. */
function currentOf(address: string): string {
  return address === ADDRESSES.errors ? address : ADDRESSES.docs;
}

/** The way to the pages before and after it in its group. */
function steps(address: string): string {
  const pages = GROUPS.find((group) => group.pages.some((page) => page.address === address))?.pages ?? [];
  const at = pages.findIndex((page) => page.address === address);
  const step = (kind: 'prev' | 'next', label: string) => {
    const page = pages[kind === 'prev' ? at - 1 : at + 1];
    return page ? `<a rel="${kind}" href="${page.address}"><small>${label}</small> ${page.title.en}</a>` : '';
  };
  const links = step('prev', 'Previous') + step('next', 'Next');
  return links && `\n<nav class="steps" aria-label="Previous and next page">${links}</nav>\n`;
}
