/**
 * /at/{community}/stop: ends a kind of mail by its link. A mail program posts to it with one click (RFC 8058), without
 * cookie or session; the key in the address is all that counts. A GET, which scanners of mail send as well, shows a
 * page with a button and changes nothing. A mail that was sent can be ended by its link, also when the community's pages are off.
 */

import { type MemberLanguage, withoutTail } from '@timebank/contract';
import { type FrontPage, renderPage } from '../../../console/pages/frame.ts';
import { type Html, html, spokenPage } from '../../../console/pages/html.ts';
import { sendPage } from '../../../console/pages/send.ts';
import { type AddressStyle, PLAIN_ADDRESS_STYLE } from '../../../console/pages/voice/voice.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { serviceVersion } from '../../../core/base/version.ts';
import { memberLanguageAsked, personLanguage } from '../../../core/communities/language.ts';
import { checkMessage, type HttpExchange, respondError } from '../../../core/http/http-exchange.ts';
import { type Api, addRoute, type PathParameters } from '../../../core/http/route.ts';
import { checkClock } from '../../../core/http/steps.ts';
import { isAnswered, pathOf } from '../../../core/http/unknown.ts';
import { readStopLink, type StopTarget, stopMails } from '../domain/stop.ts';
import { STOP_TEXTS } from './stop-texts.ts';

const PATH = '/at/:slug/stop';
const VARY = 'Accept-Language';

export function registerStop(api: Api): void {
  const answer = (method: 'GET' | 'POST', act: (target: StopTarget, exchange: HttpExchange) => Promise<boolean>) =>
    addRoute(api, method, PATH, PATH, async (exchange, params) => {
      try {
        checkMessage(exchange.req, exchange.peer);
        if (method === 'POST') checkClock(api);
        const link = linkOf(exchange, params);
        // No link at all: what is asked of any path, whether the community has pages or not.
        if (link.key === '') return await refuseUnknown(api, exchange);
        const target = await readStopLink(api.deps, link);
        if (target) sendStopPage(exchange, target, link.slug, await act(target, exchange));
        else sendUnknownLink(exchange);
      } catch (error) {
        respondError(exchange, error);
      }
    });
  answer('GET', async ({ isOn }) => isOn);
  answer('POST', async (target, { peer, requestId }) => {
    await stopMails(api.deps, target, { address: peer.address, requestId });
    return false;
  });
}

async function refuseUnknown(api: Api, exchange: HttpExchange): Promise<void> {
  if (await isAnswered(api, exchange, pathOf(exchange.req.url ?? '/'))) return;
  throw refusal('not_found', 'There is nothing at this path.');
}

function linkOf({ req }: HttpExchange, { slug = '' }: PathParameters) {
  const query = new URLSearchParams((req.url ?? '').split('?')[1] ?? '');
  return { slug, key: withoutTail(query.get('key') ?? ''), of: withoutTail(query.get('of') ?? '') };
}

/** Who runs the community is addressed as all administrators are. */
const addressStyleOf = (target: StopTarget): AddressStyle => (target.memberId === null ? PLAIN_ADDRESS_STYLE : target);

const acceptedBy = ({ req }: HttpExchange) => req.headers['accept-language'];

/** @param isOn the button is to be pressed; else it has ended, now or before */
function sendStopPage(exchange: HttpExchange, target: StopTarget, slug: string, isOn: boolean): void {
  const { memberId, languages, language, community, hasPages } = target;
  const accepted = acceptedBy(exchange);
  const lang = memberId === null ? memberLanguageAsked(accepted) : personLanguage(languages, language, accepted);
  const text = STOP_TEXTS[lang];
  const title = `${isOn ? text.title : text.done} · ${community}`;
  const top = hasPages
    ? html`<a class="brand" href="/at/${slug}">${community}</a>`
    : html`<span class="brand">${community}</span>`;
  const main = isOn ? askMain(target, exchange.req.url ?? '', lang) : doneMain(target, lang);
  const on = hasPages && html`\n<p><a class="button" href="/at/${slug}">${text.on}</a></p>`;
  const page = { lang, title, main: html`${main}${on}`, of: { top, foot: html`` }, indexed: false };
  sendSpoken(exchange, 200, page, addressStyleOf(target));
}

function sendUnknownLink(exchange: HttpExchange): void {
  const lang = memberLanguageAsked(acceptedBy(exchange));
  const page = { lang, title: `${STOP_TEXTS[lang].unknown} · Timebank`, main: unknownMain(lang), indexed: false };
  sendSpoken(exchange, 404, page, PLAIN_ADDRESS_STYLE);
}

function sendSpoken(exchange: HttpExchange, status: number, page: FrontPage, addressStyle: AddressStyle): void {
  const whole = renderPage(page, serviceVersion());
  sendPage(exchange, status, spokenPage(whole, addressStyle, page.lang), VARY, 'no-store');
}

function askMain({ community, of }: StopTarget, url: string, lang: MemberLanguage): Html {
  const text = STOP_TEXTS[lang];
  return html`<div class="hero">
<h1>${text.title}</h1>
<p class="lead">${text.ask(text.kinds[of], community)}</p>
<form method="post" action="${url}"><button class="main" type="submit">${text.stop}</button></form>
</div>`;
}

function doneMain({ community, of }: StopTarget, lang: MemberLanguage): Html {
  const text = STOP_TEXTS[lang];
  return html`<div class="hero">
<h1>${text.done}</h1>
<p class="lead">${text.ended(text.kinds[of], community)}</p>
</div>`;
}

function unknownMain(lang: MemberLanguage): Html {
  const text = STOP_TEXTS[lang];
  return html`<div class="hero">
<h1>${text.unknown}</h1>
<p class="lead">${text.unknownLead}</p>
</div>`;
}
