/** The frame around every page that is not the console's: head, links to the other pages, foot. */

import { createHash } from 'node:crypto';
import type { MemberLanguage } from '@timebank/contract';
import { API_VERSION } from '@timebank/contract';
import { type Html, html, raw } from './html.ts';
import { MEMBERS_STYLE, SERVICE_STYLE } from './style.ts';

/**
 * Adds a button to each block of code that copies it. The page is complete without the script. Where the page came over
 * plain http, browsers have no clipboard for it: there the text is selected and copied the old way.
 */
const COPY_SCRIPT = `
for (const pre of document.querySelectorAll('.article pre:not(.output)')) {
  const code = pre.querySelector('code');
  const button = document.createElement('button');
  const label = document.createElement('span');
  button.type = 'button'; button.className = 'copy'; label.setAttribute('aria-live', 'polite'); label.textContent = 'Copy';
  button.append(label);
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(code.textContent); }
    catch { getSelection().selectAllChildren(code); document.execCommand('copy'); getSelection().removeAllRanges(); }
    label.textContent = 'Copied';
    setTimeout(() => { label.textContent = 'Copy'; }, 2000);
  });
  pre.prepend(button);
}
`;
/** Addresses of the pages. */
export const ADDRESSES = {
  front: '/',
  docs: '/docs',
  reference: '/docs/reference',
  errors: '/docs/errors',
  changelog: '/docs/changelog',
  search: '/docs/search',
  tools: '/docs/tools',
  llms: '/llms.txt',
  console: '/console',
  partner: (name: string) => `/docs/${name}`,
  guide: (name: string) => `/docs/guides/${name}`,
} as const;

export interface FrontPage {
  readonly lang: MemberLanguage;
  readonly title: string;
  readonly main: Html;
  /** Attributes of the page's main part. */
  readonly mainIs?: Html;
  /** In place of the head and foot of the service's own pages: those of a community's. */
  readonly of?: { readonly top: Html; readonly foot: Html };
  /** What is beside it. */
  readonly side?: Html;
  /** The address of the navigation's entry that the page belongs to. */
  readonly current?: string;
  /** False: search engines leave it out. */
  readonly indexed?: boolean;
  /** It has the one script that pages may run. */
  readonly hasCode?: boolean;
}

/** A style sheet is inline and named by its hash, so nodes of two versions never request each other's file. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** No other script, no other host, no frame; a form only to the service itself. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(SERVICE_STYLE)} ${hashOf(MEMBERS_STYLE)}`,
  `script-src ${hashOf(COPY_SCRIPT)}`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const NAVIGATION = {
  en: { pages: 'Pages', docs: 'Guides', reference: 'Reference', errors: 'Errors' },
  de: { pages: 'Seiten', docs: 'Anleitungen', reference: 'Referenz', errors: 'Fehler' },
} as const;
const SKIP: Readonly<Record<MemberLanguage, string>> = {
  ...{ en: 'Skip to the content', de: 'Zum Inhalt springen', es: 'Ir al contenido' },
  ...{ fr: 'Aller au contenu', it: 'Vai al contenuto' },
};
const CONSOLE = { en: 'Console', de: 'Verwaltung' } as const;

/** The links to the other pages of the service, which are in English and German: on a page in another language they say so. */
function navigation(spoken: MemberLanguage, current?: string): Html {
  const lang = spoken === 'de' ? 'de' : 'en';
  const text = NAVIGATION[lang];
  const entries = [
    [ADDRESSES.docs, text.docs],
    [ADDRESSES.reference, text.reference],
    [ADDRESSES.errors, text.errors],
    [ADDRESSES.console, CONSOLE[lang]],
  ] as const;
  const links = entries.map(
    ([href, label]) => html`<li><a href="${href}"${isCurrent(href === current)}>${label}</a></li>`,
  );
  return html`<a class="brand" href="${ADDRESSES.front}"><img src="/icon.svg" alt="" width="28" height="28">Timebank</a>
<nav${lang !== spoken && html` lang="${lang}"`} aria-label="${text.pages}"><ul>${links}</ul></nav>`;
}

/** The attribute of a link that leads to the page that shows it. */
export const isCurrent = (is: boolean): Html | false => is && raw(' aria-current="page"');

/** @param version the service's */
export function renderPage(
  { lang, title, main, mainIs, of, side, current, indexed = true, hasCode = false }: FrontPage,
  version: string,
): string {
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!indexed && html`<meta name="robots" content="noindex">\n`}<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${raw(of ? MEMBERS_STYLE : SERVICE_STYLE)}</style>
</head>
<body${of && raw(' class="at"')}>
<a class="skip" href="#main-content">${SKIP[lang]}</a>
<header class="top"><div class="bar">${of?.top ?? navigation(lang, current)}</div></header>
${side && html`<div class="docs">\n${side}\n`}<main id="main-content" tabindex="-1"${mainIs}>
${main}
</main>
${side && raw('</div>\n')}<footer><div class="bar">${of?.foot ?? html`Timebank ${version} · Partner API ${API_VERSION}`}</div></footer>
${hasCode && html`<script>${raw(COPY_SCRIPT)}</script>\n`}</body>
</html>
`;
  return page.toString();
}
