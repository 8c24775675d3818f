/** `/docs` and every page below it that is made of Markdown, rendered at the first request, and the search of them. */

import { ADDRESSES, type FrontPage, renderPage } from '../../console/pages/frame.ts';
import { type Html, html } from '../../console/pages/html.ts';
import { registerAddress, sendFile, sendPage, sendRedirect } from '../../console/pages/send.ts';
import { refusal } from '../../core/base/refusal.ts';
import { serviceVersion } from '../../core/base/version.ts';
import { type Language, languageOf } from '../../core/http/accept.ts';
import type { Api } from '../../core/http/route.ts';
import { WRITTEN_PAGES } from './as-markdown.ts';
import { errorCodes } from './errors.ts';
import { type Article, articlePage, sideOf } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { createOpenApiTexts, keepLast } from './open-api-text.ts';
import { referenceArticle } from './reference.ts';
import { createIndex, type Entry, referenceEntries, type Search } from './search.ts';
import { searchPage } from './search-page.ts';
import { GROUPS, MOVED, PICTURES, type SitePage } from './site.ts';
import { atOrigin, isForPartners, readInstalled, servedAddress } from './source.ts';
import { makeToolFiles, type ToolFile, toolAddress, toolFileAddresses } from './tool-files.ts';

/** Replaced by the list of files when the page is sent: their checksums depend on the origin. */
const TOOLS_MARK = '<!-- files -->';

interface GuidePage {
  readonly html: string;
  readonly entries: readonly Entry[];
}

export function registerGuides(api: Api): void {
  const version = serviceVersion();
  const render = (page: FrontPage) => renderPage(page, version);
  const kept = new Map<string, Promise<GuidePage>>();
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

  let reference: string | undefined;
  registerAddress(api, ADDRESSES.reference, (exchange) => {
    reference ??= render(articlePage(ADDRESSES.reference, referenceArticle()));
    sendPage(exchange, 200, atOrigin(reference, exchange.peer.origin));
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

async function makePage(sitePage: SitePage, render: (page: FrontPage) => string): Promise<GuidePage> {
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

// `/docs/tools`: files for partners, each with its checksum, and the guides as Markdown.

/** A release changes them; a rolling upgrade may show the old ones for as long. */
const CACHE = 'public, max-age=300';
const SUMS = 'SHA256SUMS';

/** @returns the part of the page `/docs/tools` that lists the files, for an origin */
function registerTools(api: Api): (origin: string) => Promise<Html> {
  const openApiTexts = createOpenApiTexts();
  const filesAt = keepLast((origin) => makeToolFiles(origin, openApiTexts(origin)));
  for (const address of toolFileAddresses()) {
    registerAddress(api, address, async (exchange) => {
      const found = (await filesAt(exchange.peer.origin)).find((one) => one.address === address);
      if (!found) throw refusal('not_found', 'This file is not installed with the service.');
      sendFile(exchange, { type: found.type, cacheControl: CACHE, body: found.body });
    });
  }
  registerAddress(api, toolAddress(SUMS), async (exchange) => {
    const lines = (await filesAt(exchange.peer.origin)).map(({ sha256, name }) => `${sha256}  ${name}\n`);
    sendFile(exchange, { type: 'text/plain; charset=utf-8', cacheControl: CACHE, body: lines.join('') });
  });
  return async (origin) => listed(await filesAt(origin));
}

/** What the page lists, for the search. */
const toolNames = (): string =>
  toolFileAddresses()
    .map((address) => address.slice(1))
    .join(' ');

function listed(files: readonly ToolFile[]): Html {
  const guides = files.filter(({ isGuide }) => isGuide);
  return html`<h2 id="files">Files</h2>
${list(files.filter(({ address }) => !address.endsWith('.md')))}
<p>The checksums are SHA-256; <a href="${toolAddress(SUMS)}">${SUMS}</a> has all of them, as <code>sha256sum --check --ignore-missing</code> reads them.</p>
<h2 id="guides-as-markdown">Guides as Markdown</h2>
<p>Each page has its text at its own address with <code>.md</code> behind it, with the address of this service in the samples. <a href="${ADDRESSES.llms}">${ADDRESSES.llms}</a> lists them.</p>
${list(guides)}
`;
}

function list(files: readonly ToolFile[]): Html {
  const entries = files.map(
    ({ address, name, text, body, sha256 }) =>
      html`<dt><a href="${address}" download>${name}</a> <small>${kilobytes(body.length)}</small></dt>
<dd>${text}<br><code>${sha256}</code></dd>
`,
  );
  return html`<dl class="files">\n${entries}</dl>`;
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;

// `/docs`: the page that lists all others.

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

function indexPage(lang: Language): FrontPage {
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
