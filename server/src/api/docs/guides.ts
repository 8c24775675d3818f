/** `/docs` and every page below it that is made of Markdown, rendered at the first request, and the search of them. */
import { serviceVersion } from '../../platform/base/version.ts';
import { ADDRESSES, type FrontPage, renderPage } from '../front/frame.ts';
import { registerAddress, sendFile, sendPage, sendRedirect } from '../front/send.ts';
import { languageOf } from '../http/accept.ts';
import type { Api } from '../http/route.ts';
import { WRITTEN_PAGES } from './as-markdown.ts';
import { errorCodes } from './errors.ts';
import { indexPage } from './index-page.ts';
import { type Article, articlePage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { createIndex, type Entry, referenceEntries, type Search } from './search.ts';
import { searchPage } from './search-page.ts';
import { MOVED, PICTURES, type SitePage } from './site.ts';
import { atOrigin, isForPartners, readInstalled, servedAddress } from './source.ts';
import { registerTools, toolNames } from './tools.ts';

/** Replaced by the list of files when the page is sent: their checksums depend on the origin. */
const TOOLS_MARK = '<!-- files -->';

interface Made {
  readonly html: string;
  readonly entries: readonly Entry[];
}

export function registerGuides(api: Api): void {
  const version = serviceVersion();
  const render = (page: FrontPage) => renderPage(page, version);
  const kept = new Map<string, Promise<Made>>();
  const pageOf = (page: SitePage) => {
    let made = kept.get(page.address);
    if (!made) {
      made = makePage(page, render);
      kept.set(page.address, made);
      made.catch(() => kept.delete(page.address));
    }
    return made;
  };
  const toolsAt = registerTools(api);
  for (const page of WRITTEN_PAGES) {
    registerAddress(api, page.address, async (exchange) => {
      const { origin } = exchange.peer;
      const { html } = await pageOf(page);
      const whole = page.address === ADDRESSES.tools ? html.replace(TOOLS_MARK, await toolsAt(origin)) : html;
      sendPage(exchange, 200, isForPartners(page) ? atOrigin(whole, origin) : whole);
    });
  }
  for (const [file, address] of PICTURES) {
    registerAddress(api, address, async (exchange) => {
      const body = await readInstalled(file);
      sendFile(exchange, { type: 'image/svg+xml', cacheControl: 'public, max-age=300', body });
    });
  }
  for (const [from, to] of MOVED) registerAddress(api, from, (exchange) => sendRedirect(exchange, to));

  const indexes = { en: render(indexPage('en')), de: render(indexPage('de')) };
  registerAddress(api, ADDRESSES.docs, (exchange) => {
    sendPage(exchange, 200, indexes[languageOf(exchange.req.headers['accept-language'])], 'Accept-Language');
  });

  let search: Promise<Search> | undefined;
  const makeSearch = async () => {
    // A page that is not installed is not found.
    const pages = await Promise.all(WRITTEN_PAGES.map((page) => pageOf(page).catch(() => undefined)));
    return createIndex([...pages.flatMap((made) => made?.entries ?? []), ...referenceEntries()]);
  };
  registerAddress(api, ADDRESSES.search, async (exchange) => {
    search ??= makeSearch();
    const query = new URLSearchParams((exchange.req.url ?? '').split('?')[1]).get('q') ?? '';
    const lang = languageOf(exchange.req.headers['accept-language']);
    sendPage(exchange, 200, render(searchPage(lang, query, await search, exchange.peer.origin)), 'Accept-Language');
  });
}

async function makePage(sitePage: SitePage, render: (page: FrontPage) => string): Promise<Made> {
  const { file = '', address, title } = sitePage;
  const ofPage = { page: title, isForPartners: isForPartners(sitePage) };
  const source = await readInstalled(file);
  const article = renderMarkdown(source, (href) => servedAddress(file, href));
  const entries = article.sections.map(({ id, heading, text }) => ({
    ...ofPage,
    address: `${address}#${id}`,
    heading,
    text,
  }));
  if (address === ADDRESSES.tools) {
    const files = { ...ofPage, address: `${address}#files`, heading: 'Files', text: toolNames() };
    return { html: render(articlePage(address, withTools(article))), entries: [...entries, files] };
  }
  if (address !== ADDRESSES.errors) return { html: render(articlePage(address, article)), entries };
  const codes = errorCodes();
  const { html, headings } = article;
  const whole = { ...article, html: html + codes.html, headings: [...headings, ...codes.headings] };
  const found = codes.listed.map(({ code, text }) => ({
    ...ofPage,
    address: `${address}#${code}`,
    heading: code,
    text,
  }));
  return { html: render(articlePage(address, whole)), entries: [...entries, ...found] };
}

function withTools({ html, headings, title }: Article): Article {
  const more = [
    { id: 'files', text: 'Files', depth: 2 },
    { id: 'guides-as-markdown', text: 'Guides as Markdown', depth: 2 },
  ];
  return { title, html: html + TOOLS_MARK, headings: [...headings, ...more] };
}
