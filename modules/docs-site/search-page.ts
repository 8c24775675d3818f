/** `/docs/search?q=`: the results of a search, as a page. */

import { ADDRESSES, type FrontPage } from '../../console/pages/frame.ts';
import { type Html, html } from '../../console/pages/html.ts';
import type { Language } from '../../core/http/accept.ts';
import { QUERY_LENGTH_MAX, sideOf } from './layout.ts';
import type { Search, SearchMatch } from './search.ts';

const TEXTS = {
  en: {
    title: 'Search',
    empty: 'Type a word, an error code or the path of an operation.',
    long: `A search has at most ${QUERY_LENGTH_MAX} characters. Use fewer words.`,
    none: (query: string) => `Nothing was found for “${query}”. Try a single word, or part of one.`,
    found: (count: number, query: string) => `${count === 1 ? '1 result' : `${count} results`} for “${query}”`,
  },
  de: {
    title: 'Suche',
    empty: 'Geben Sie ein Wort, einen Fehlercode oder den Pfad eines Aufrufs ein. Die Seiten sind auf Englisch.',
    long: `Eine Suche hat höchstens ${QUERY_LENGTH_MAX} Zeichen. Verwenden Sie weniger Wörter.`,
    none: (query: string) =>
      `Zu „${query}“ wurde nichts gefunden. Versuchen Sie es mit einem einzigen Wort oder einem Teil davon. Die Seiten sind auf Englisch.`,
    found: (count: number, query: string) => `${count === 1 ? '1 Treffer' : `${count} Treffer`} zu „${query}“`,
  },
} as const;

/** @param asked the search as it was sent; @param origin of the service */
export function searchPage(lang: Language, asked: string, search: Search, origin: string): FrontPage {
  const text = TEXTS[lang];
  const query = asked.trim();
  const isLong = query.length > QUERY_LENGTH_MAX;
  const found = isLong ? [] : search(query, origin);
  const outcome = () => {
    if (query === '') return text.empty;
    if (isLong) return text.long;
    return found.length === 0 ? text.none(query) : text.found(found.length, query);
  };
  const results = found.length > 0 && html`<ol class="results">\n${found.map((one) => result(one, lang))}</ol>`;
  return {
    lang,
    title: `${text.title} · Timebank`,
    main: html`<div class="article">
<h1>${text.title}</h1>
<p>${outcome()}</p>
${results}
</div>`,
    side: sideOf(lang, ADDRESSES.search, query.slice(0, QUERY_LENGTH_MAX)),
    current: ADDRESSES.docs,
    indexed: false,
  };
}

function result({ address, page, heading, excerpt }: SearchMatch, lang: Language): Html {
  const words = excerpt.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part));
  return html`<li><a href="${address}">${heading}</a> <small>${page[lang]}</small>
<p lang="en">${words}</p></li>
`;
}
