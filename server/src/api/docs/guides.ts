/** `/docs`, the guides below it and the changelog: the repository's Markdown, rendered when somebody first asks. */
import { readFile } from 'node:fs/promises';
import { dirname, normalize, resolve } from 'node:path';
import { refusal } from '../../platform/base/refusal.ts';
import { languageOf } from '../front/accept.ts';
import { ADDRESSES, escapeHtml, renderPage, serviceVersion } from '../front/frame.ts';
import { registerAddress, sendPage } from '../front/send.ts';
import type { Api } from '../http/route.ts';
import { GROUPS, indexMain } from './index-page.ts';
import { renderMarkdown } from './markdown.ts';

const PROJECT = resolve(import.meta.dirname, '../../../..');
const CHANGELOG = 'CHANGELOG.md';

/** Every file that is served, by its path in the repository. Nothing else is ever read. */
const ADDRESS_OF_FILE: ReadonlyMap<string, string> = new Map([
  ...GROUPS.flatMap(({ guides }) => guides.map(({ name, file }) => [file, ADDRESSES.guide(name)] as const)),
  [CHANGELOG, ADDRESSES.changelog],
  ['openapi.json', '/openapi.json'],
  ['openapi-3.0.json', '/openapi-3.0.json'],
]);

export function registerGuides(api: Api): void {
  const version = serviceVersion();
  const kept = new Map<string, Promise<string>>();

  const serve = (url: string, file: string) =>
    registerAddress(api, url, async (exchange) => {
      let page = kept.get(file);
      if (!page) {
        page = guidePage(file, version);
        kept.set(file, page);
        page.catch(() => kept.delete(file));
      }
      sendPage(exchange, 200, await page);
    });
  for (const { guides } of GROUPS) for (const { name, file } of guides) serve(ADDRESSES.guide(name), file);
  serve(ADDRESSES.changelog, CHANGELOG);

  const index = (lang: 'en' | 'de') => renderPage({ lang, current: ADDRESSES.docs, ...indexMain(lang) }, version);
  const indexes = { en: index('en'), de: index('de') };
  registerAddress(api, ADDRESSES.docs, (exchange) => {
    sendPage(exchange, 200, indexes[languageOf(exchange.req.headers['accept-language'])], 'Accept-Language');
  });
}

async function guidePage(file: string, version: string): Promise<string> {
  const source = await readFile(resolve(PROJECT, file), 'utf8').catch(() => {
    throw refusal('not_found', 'This guide is not installed with the service.');
  });
  const { title, html, headings } = renderMarkdown(source, (href) => servedAddress(file, href));
  const entries = headings.map(
    ({ id, text, depth }) => `<li${depth > 2 ? ' class="deeper"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  const toc = `<nav class="toc" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>
${entries.join('\n')}
</ul></nav>`;
  // What the guide is stands before its table of contents, also where both are one column.
  const found = html.indexOf('<h2 ');
  const from = found === -1 ? html.length : found;
  const main = `<div class="with-toc">
<div class="article">
${html.slice(0, from)}</div>
${entries.length > 1 ? toc : ''}
<article class="article">
${html.slice(from)}</article>
</div>`;
  return renderPage({ lang: 'en', title: `${title} · Timebank`, main, current: ADDRESSES.docs }, version);
}

/** From a link in a file to an address here or on the web; undefined: what it names is not served. */
function servedAddress(file: string, href: string): string | undefined {
  if (href.startsWith('#')) return href;
  if (/^https:\/\//.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const address = ADDRESS_OF_FILE.get(normalize(`${dirname(file)}/${path}`));
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}
