/** `/docs` and every page below it that is made of Markdown, rendered at the first request, and the search of them. */
import { readFile } from 'node:fs/promises';
import { dirname, normalize, resolve } from 'node:path';
import { refusal } from '../../platform/base/refusal.ts';
import { serviceVersion } from '../../platform/base/version.ts';
import { ADDRESSES, type FrontPage, renderPage } from '../front/frame.ts';
import { registerAddress, sendFile, sendPage, sendRedirect } from '../front/send.ts';
import { languageOf } from '../http/accept.ts';
import type { Api } from '../http/route.ts';
import { errorCodes } from './errors.ts';
import { indexPage } from './index-page.ts';
import { articlePage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { createIndex, type Entry, operationEntries, type Search } from './search.ts';
import { searchPage } from './search-page.ts';
import { ADDRESS_OF_FILE, MOVED, PAGES, PICTURES, type SitePage } from './site.ts';

/** The address in the samples of partners' files, which run against a demo. */
const SAMPLE_ORIGIN = 'http://127.0.0.1:8080';
const PROJECT = resolve(import.meta.dirname, '../../../..');

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
  const written = PAGES.filter(({ file }) => file !== undefined);
  for (const page of written) {
    registerAddress(api, page.address, async (exchange) => {
      const { html } = await pageOf(page);
      sendPage(exchange, 200, isForPartners(page) ? html.replaceAll(SAMPLE_ORIGIN, exchange.peer.origin) : html);
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
    const pages = await Promise.all(written.map((page) => pageOf(page).catch(() => undefined)));
    return createIndex([...pages.flatMap((made) => made?.entries ?? []), ...operationEntries()]);
  };
  registerAddress(api, ADDRESSES.search, async (exchange) => {
    search ??= makeSearch();
    const query = new URLSearchParams((exchange.req.url ?? '').split('?')[1]).get('q') ?? '';
    const lang = languageOf(exchange.req.headers['accept-language']);
    sendPage(exchange, 200, render(searchPage(lang, query, await search)), 'Accept-Language');
  });
}

/** Partners' samples call the service that serves them; an operator's speak of the machine itself. */
function isForPartners({ file = '' }: SitePage): boolean {
  return file.startsWith('docs/partner/') || file === 'client/README.md';
}

/** @throws Refusal `not_found` where the service was installed without the file */
async function readInstalled(file: string): Promise<string> {
  return readFile(resolve(PROJECT, file), 'utf8').catch(() => {
    throw refusal('not_found', 'This page is not installed with the service.');
  });
}

async function makePage({ file = '', address, title }: SitePage, render: (page: FrontPage) => string): Promise<Made> {
  const source = await readInstalled(file);
  const article = renderMarkdown(source, (href) => servedAddress(file, href));
  const entries = article.sections.map(({ id, heading, text }) => ({
    address: `${address}#${id}`,
    page: title,
    heading,
    text,
  }));
  if (address !== ADDRESSES.errors) return { html: render(articlePage(address, article)), entries };
  const codes = errorCodes();
  const { html, headings } = article;
  const whole = { ...article, html: html + codes.html, headings: [...headings, ...codes.headings] };
  const found = codes.listed.map(({ code, text }) => ({
    address: `${address}#${code}`,
    page: title,
    heading: code,
    text,
  }));
  return { html: render(articlePage(address, whole)), entries: [...entries, ...found] };
}

/** From a link in a file to an address here or on the web; undefined: its target is not served. */
function servedAddress(file: string, href: string): string | undefined {
  if (href.startsWith('#')) return href;
  if (/^https:\/\//.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const address = ADDRESS_OF_FILE.get(normalize(`${dirname(file)}/${path}`));
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}
