/** For browsers, where no route is: the front page at `/`, and elsewhere a page that says so. */
import { serviceVersion } from '../../platform/base/version.ts';
import { acceptsHtml, languageOf } from '../http/accept.ts';
import type { HttpExchange } from '../http/http-exchange.ts';
import type { Api } from '../http/route.ts';
import { ADDRESSES, renderPage } from './frame.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './send.ts';
import { FRONT_TEXTS } from './texts.ts';

const LANGUAGES = ['en', 'de'] as const;
const VARY = 'Accept, Accept-Language';

/** Other clients still get the error in JSON there; below `/api` browsers do, too. */
export function registerFrontPages(api: Api): void {
  const version = serviceVersion();
  const pages = Object.fromEntries(
    LANGUAGES.map((lang) => [
      lang,
      {
        front: renderPage({ lang, title: FRONT_TEXTS[lang].front.title, main: frontMain(lang) }, version),
        unknown: renderPage(
          { lang, title: `${FRONT_TEXTS[lang].unknown.title} · Timebank`, main: unknownMain(lang), indexed: false },
          version,
        ),
      },
    ]),
  ) as Record<(typeof LANGUAGES)[number], { readonly front: string; readonly unknown: string }>;

  api.answerUnknown.push((exchange: HttpExchange, path: string) => {
    const { method, headers } = exchange.req;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (/^\/api(?:\/|$)/.test(path) || !acceptsHtml(headers.accept)) return false;
    const { front, unknown } = pages[languageOf(headers['accept-language'])];
    if (path === ADDRESSES.front) sendPage(exchange, 200, front, VARY);
    else sendPage(exchange, 404, unknown, VARY);
    return true;
  });
}

function frontMain(lang: (typeof LANGUAGES)[number]): Html {
  const text = FRONT_TEXTS[lang].front;
  return html`<div class="hero">
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
</div>
<div class="cards">
<section class="card">
<h2>${text.console}</h2>
<p>${text.consoleText}</p>
<p class="ways"><a class="button" href="${ADDRESSES.console}">${text.openConsole}</a></p>
</section>
<section class="card">
<h2>${text.partners}</h2>
<p>${text.partnersText}</p>
<ul class="ways">
<li><a href="${ADDRESSES.docs}">${text.guides}</a></li>
<li><a href="${ADDRESSES.reference}">${text.reference}</a></li>
<li><a href="${ADDRESSES.errors}">${text.errors}</a></li>
</ul>
</section>
<section class="card">
<h2>${text.health}</h2>
<p>${text.healthText}</p>
<ul class="ways">
<li><a href="${ADDRESSES.guide('operator-guide')}">${text.operatorGuide}</a></li>
</ul>
</section>
</div>`;
}

function unknownMain(lang: (typeof LANGUAGES)[number]): Html {
  const text = FRONT_TEXTS[lang].unknown;
  return html`<div class="hero">
<p class="number">404</p>
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="ways"><a class="button" href="${ADDRESSES.front}">${text.home}</a>
<a href="${ADDRESSES.docs}">${text.docs}</a>
<a href="${ADDRESSES.console}">${text.console}</a></p>
</div>`;
}
