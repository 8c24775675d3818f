/** `/docs/reference`: the interactive reference, bundled. The policy lets the page reach no other host. */
import { createHash, randomBytes } from 'node:crypto';
import { renderApiReference } from '@scalar/client-side-rendering';
import { refusal } from '../../platform/base/refusal.ts';
import { ADDRESSES, navigation } from '../front/frame.ts';
import { html, raw } from '../front/html.ts';
import { registerAddress } from '../front/send.ts';
import { type Compressible, compressible } from '../http/compressed.ts';
import { respondWith } from '../http/http-exchange.ts';
import type { Api } from '../http/route.ts';
import { pageList, searchForm } from './layout.ts';
import { plainReference } from './plain-reference.ts';

/** Of the viewer's own plugin; it is served under a name with its hash. */
const PLUGIN_PATH = '/docs/js/scalar.js';
const SCRIPTS = '/docs/js/';
/** The name changes with the contents. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The way to the other pages above the reference, in its own colours, which follow its own switch. */
const HEADER_STYLE = `
:root { --scalar-custom-header-height: 3.5rem; }
.light-mode { --scalar-color-2: #5a5a5a; --scalar-color-3: #666; --scalar-color-green: #00734a; --scalar-color-blue: #0069a8; }
.dark-mode { --scalar-color-3: #a3a3a3; }
section.section:focus-visible { outline: none; }
[data-sidebar-id] button[aria-expanded] { min-width: 24px; min-height: 24px; }
.docs-top { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; gap: 1rem; height: 3.5rem; padding: 0 1.5rem;
  background: var(--scalar-background-1, Canvas); color: var(--scalar-color-1, CanvasText);
  border-bottom: 1px solid var(--scalar-border-color, #8886); font: 1rem/1.5 system-ui, sans-serif; }
.docs-top a { color: inherit; text-decoration: none; } .docs-top a:hover { text-decoration: underline; }
.docs-top a[aria-current] { font-weight: 600; }
.docs-top .brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 650; font-size: 1.1rem; }
.docs-top > nav { margin-left: auto; } .docs-top ul { margin: 0; padding: 0; list-style: none; } .docs-top > nav ul { display: flex; gap: 1.5rem; }
.docs-top summary { padding: .35rem .8rem; border: 1px solid var(--scalar-border-color, #8886); border-radius: .5rem; cursor: pointer; white-space: nowrap; }
.docs-top details > div { position: fixed; right: 1rem; top: 3.6rem; width: min(20rem, calc(100vw - 2rem)); max-height: calc(100vh - 5rem); overflow-y: auto;
  padding: 1rem; background: var(--scalar-background-1, Canvas); border: 1px solid var(--scalar-border-color, #8886); border-radius: .75rem; box-shadow: 0 6px 24px #0004; }
.docs-top .pages a { display: block; padding: .2rem 0; } .docs-top .pages span { display: block; padding-top: .8rem; font-weight: 600; }
.docs-top .search { display: flex; gap: .5rem; order: 1; } .docs-top details { order: 2; } .docs-top .search input { flex: 1; min-width: 0; width: 11rem; }
.docs-top .search input, .docs-top .search button { min-height: 2.25rem; padding: .2rem .7rem; font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: .5rem; }
@media (max-width: 40rem) { .docs-top { padding: 0 1rem; gap: .6rem; font-size: .9rem; } .docs-top > nav ul { gap: .6rem; }
  .docs-top .brand { font-size: 0; gap: 0; } .docs-top > nav { display: none; } .docs-top .search { flex: 1; margin-left: auto; } .docs-top .search input { width: 100%; } }
@media (max-width: 64rem) and (min-width: 40.01rem) { .docs-top .search button { display: none; } .docs-top .search input { width: 8rem; } }`;

/**
 * Names the controls that the viewer leaves unnamed for screen readers: fields by their cell, links by their hidden text.
 * Leaves the page one banner, the site's. The viewer's fields claim to be lists, which they are only while a list is open.
 */
const NAMES_SCRIPT = `
const name = (one, text) => text && one.setAttribute('aria-label', text);
const nameAll = () => {
  for (const one of document.querySelectorAll('[role=combobox][contenteditable]')) {
    one.setAttribute('role', 'textbox');
    name(one, (one.closest('td')?.textContent ?? '').split(':')[0].trim() || one.dataset.placeholder);
  }
  for (const one of document.querySelectorAll('a[target=_blank]:not([aria-label])')) if (!one.innerText.trim()) name(one, one.textContent.trim() || one.host);
  for (const one of document.querySelectorAll('button[aria-expanded]:not([aria-label])')) if (!one.innerText.trim()) name(one, 'Show all');
  for (const one of document.querySelectorAll('header:not(.docs-top):not([role])')) one.setAttribute('role', 'group');
};
addEventListener('keydown', (event) => {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  document.querySelector('.docs-top .search input').focus();
});
let waits = 0;
new MutationObserver(() => { waits ||= setTimeout(() => { waits = 0; nameAll(); }, 100); }).observe(document, { childList: true, subtree: true });`;

/** Without script the colours cannot be switched: they follow the browser. */
const PLAIN_STYLE = `
html { color-scheme: light dark; scroll-padding-top: 4.5rem; } body { margin: 0; background: Canvas; color: CanvasText; }
.plain { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
.plain code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
.plain pre { overflow-x: auto; padding: .8rem; border: 1px solid #8886; border-radius: .5rem; }
.plain section { padding-bottom: 1rem; border-bottom: 1px solid #8886; }
.plain dd { margin: 0 0 .5rem 1rem; } .plain dd p { margin: 0; }`;

/** Registers the page and its script. The bundle of several megabytes is loaded at the first request, and compressed once. */
export function registerReference(api: Api): void {
  // The page holds no user's data, so one nonce per process is enough to tell its own script from any other.
  const nonce = randomBytes(16).toString('base64');
  const common = [
    ...['Content-Security-Policy', policy(nonce), 'X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', 'no-referrer'],
  ];
  let script: Promise<Script> | undefined;
  const load = () => {
    script ??= loadScript();
    return script;
  };
  let page: string | undefined;
  registerAddress(api, ADDRESSES.reference, async (exchange) => {
    page ??= referencePage(nonce, SCRIPTS + (await load()).name);
    const kind = ['Content-Type', 'text/html; charset=utf-8'];
    respondWith(exchange, 200, kind, [...common, 'Cache-Control', 'no-cache'], page);
  });
  registerAddress(api, `${SCRIPTS}:name`, async (exchange, { name }) => {
    const found = await load();
    if (name !== found.name) throw refusal('not_found', 'There is no such script.');
    const { body, headers } = await found.contents.for(exchange.req.headers['accept-encoding']);
    const kind = ['Content-Type', 'application/javascript; charset=utf-8'];
    respondWith(exchange, 200, kind, [...common, 'Cache-Control', IMMUTABLE, ...headers], body);
  });
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function referencePage(nonce: string, script: string): string {
  const others = html`<details><summary>All pages</summary><div>${pageList('en', ADDRESSES.reference)}</div></details>`;
  const header = html`<style>${raw(HEADER_STYLE)}</style><header class="docs-top">${navigation('en', ADDRESSES.reference)}${searchForm('en')}${others}</header><noscript><style>${raw(PLAIN_STYLE)}</style>${plainReference()}</noscript><script nonce="${nonce}">${raw(NAMES_SCRIPT)}</script>`;
  const config = {
    url: '/openapi.json',
    authentication: { preferredSecurityScheme: 'oauth2' },
    withDefaultFonts: false,
    telemetry: false,
    // The site's own search finds guides, too.
    hideSearch: true,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  } as const;
  return renderApiReference({ config, pageTitle: 'Timebank Partner API', cdn: script, nonce })
    .replace('<html>', '<html lang="en">')
    .replace(/<body[^>]*>/, (body) => body + header);
}

/** The viewer is published as one script only inside a plugin, which registers a route that sends it. */
async function loadScript(): Promise<Script> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const routes = new Map<string, ScriptRoute>();
  const host = { route: (one: ScriptRoute) => routes.set(one.url, one) };
  const reply = { header: () => reply, send: (text: string) => text };
  plugin(host as never, { routePrefix: '/docs', configuration: { url: '/openapi.json' } }, () => {});
  const text = routes.get(PLUGIN_PATH)?.handler({}, reply) ?? '';
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `scalar-${hash}.js`, contents: compressible(text) };
}

interface Script {
  readonly name: string;
  readonly contents: Compressible;
}

interface ScriptRoute {
  readonly url: string;
  handler(request: object, reply: object): string;
}
