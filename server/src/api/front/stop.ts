/**
 * /at/{community}/stop: ends a kind of mail by its link. A mail program posts to it with one click (RFC 8058), without
 * cookie or session; the key in the address is all that counts. A GET, which scanners of mail send as well, shows a
 * page with a button and changes nothing.
 */
import { readStopLink, type StopTarget, stopMails } from '../../domain/mail/stop.ts';
import { PLAIN_VOICE, type Voice } from '../../domain/voice/voice.ts';
import { serviceVersion } from '../../platform/base/version.ts';
import { type Language, languageOf } from '../http/accept.ts';
import { checkMessage, type HttpExchange, respondError } from '../http/http-exchange.ts';
import { type Api, addRoute, type PathParameters } from '../http/route.ts';
import { checkClock } from '../http/steps.ts';
import { renderPage } from './frame.ts';
import { type Html, html, spokenPage } from './html.ts';
import { sendPage } from './send.ts';
import { STOP_TEXTS } from './stop-texts.ts';

const PATH = '/at/:slug/stop';
const VARY = 'Accept-Language';

export function registerStop(api: Api): void {
  const answer = (method: 'GET' | 'POST', act: (target: StopTarget, exchange: HttpExchange) => Promise<Html>) =>
    addRoute(api, method, PATH, PATH, async (exchange, params) => {
      try {
        checkMessage(exchange.req, exchange.peer);
        if (method === 'POST') checkClock(api);
        const target = await readStopLink(api.deps, linkOf(exchange, params));
        const lang = languageOf(exchange.req.headers['accept-language']);
        if (target)
          sendStopPage(exchange, 200, lang, STOP_TEXTS[lang].title, await act(target, exchange), voiceOf(target));
        else sendStopPage(exchange, 404, lang, STOP_TEXTS[lang].unknown, unknownMain(lang), PLAIN_VOICE);
      } catch (error) {
        respondError(exchange, error);
      }
    });
  answer('GET', async (target, { req }) => askMain(target, req.url ?? '', languageOf(req.headers['accept-language'])));
  answer('POST', async (target, { peer, requestId, req }) => {
    await stopMails(api.deps, target, { address: peer.address, requestId });
    return doneMain(target, languageOf(req.headers['accept-language']));
  });
}

function linkOf({ req }: HttpExchange, { slug = '' }: PathParameters) {
  const query = new URLSearchParams((req.url ?? '').split('?')[1] ?? '');
  return { slug, key: query.get('key') ?? '', of: query.get('of') ?? '' };
}

/** Who runs the community is addressed as all administrators are. */
const voiceOf = (target: StopTarget): Voice => (target.memberId === null ? PLAIN_VOICE : target);

function sendStopPage(
  exchange: HttpExchange,
  status: number,
  lang: Language,
  title: string,
  main: Html,
  voice: Voice,
): void {
  const page = renderPage({ lang, title: `${title} · Timebank`, main, indexed: false }, serviceVersion());
  sendPage(exchange, status, spokenPage(page, voice, lang), VARY, 'no-store');
}

function askMain({ community, of }: StopTarget, url: string, lang: Language): Html {
  const text = STOP_TEXTS[lang];
  return html`<div class="hero">
<h1>${text.title}</h1>
<p class="lead">${text.ask[of](community)}</p>
<form method="post" action="${url}"><button class="button" type="submit">${text.stop}</button></form>
</div>`;
}

function doneMain({ community, of }: StopTarget, lang: Language): Html {
  const text = STOP_TEXTS[lang];
  return html`<div class="hero">
<h1>${text.done}</h1>
<p class="lead">${text.ended[of](community)}</p>
</div>`;
}

function unknownMain(lang: Language): Html {
  const text = STOP_TEXTS[lang];
  return html`<div class="hero">
<h1>${text.unknown}</h1>
<p class="lead">${text.unknownLead}</p>
</div>`;
}
