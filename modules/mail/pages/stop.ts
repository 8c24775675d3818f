/**
 * /at/{community}/stop: ends a kind of mail by its link. A mail program posts to it with one click (RFC 8058), without
 * cookie or session; the key in the address is all that counts. A GET, which scanners of mail send as well, shows a
 * page with a button and changes nothing. A mail that was sent can be ended by its link, also when the community's pages are off.
 */

import { withoutTail } from '@timebank/contract';
import { renderPage } from '../../../console/pages/frame.ts';
import { type Html, html, spokenPage } from '../../../console/pages/html.ts';
import { sendPage } from '../../../console/pages/send.ts';
import { type AddressStyle, OFFICE, PLAIN_ADDRESS_STYLE, say } from '../../../console/pages/voice/voice.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { serviceVersion } from '../../../core/base/version.ts';
import { type Language, languageOf } from '../../../core/http/accept.ts';
import { checkMessage, type HttpExchange, respondError } from '../../../core/http/http-exchange.ts';
import { type Api, addRoute, type PathParameters } from '../../../core/http/route.ts';
import { checkClock } from '../../../core/http/steps.ts';
import { isAnswered, pathOf } from '../../../core/http/unknown.ts';
import { readStopLink, type StopTarget, stopMails } from '../domain/stop.ts';

const PATH = '/at/:slug/stop';
const VARY = 'Accept-Language';

export function registerStop(api: Api): void {
  const answer = (method: 'GET' | 'POST', act: (target: StopTarget, exchange: HttpExchange) => Promise<Html>) =>
    addRoute(api, method, PATH, PATH, async (exchange, params) => {
      try {
        checkMessage(exchange.req, exchange.peer);
        if (method === 'POST') checkClock(api);
        const link = linkOf(exchange, params);
        // No link at all: what is asked of any path, whether the community has pages or not.
        if (link.key === '') return await refuseUnknown(api, exchange);
        const target = await readStopLink(api.deps, link);
        const lang = languageOf(exchange.req.headers['accept-language']);
        if (target)
          sendStopPage(
            exchange,
            200,
            lang,
            STOP_TEXTS[lang].title,
            await act(target, exchange),
            addressStyleOf(target),
          );
        else sendStopPage(exchange, 404, lang, STOP_TEXTS[lang].unknown, unknownMain(lang), PLAIN_ADDRESS_STYLE);
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

function sendStopPage(
  exchange: HttpExchange,
  status: number,
  lang: Language,
  title: string,
  main: Html,
  addressStyle: AddressStyle,
): void {
  const page = renderPage({ lang, title: `${title} · Timebank`, main, indexed: false }, serviceVersion());
  sendPage(exchange, status, spokenPage(page, addressStyle, lang), VARY, 'no-store');
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

// The words of the page that ends a kind of mail.

type ByKind = Readonly<Record<StopTarget['of'], (community: string) => string>>;

interface StopTexts {
  readonly title: string;
  readonly ask: ByKind;
  readonly stop: string;
  readonly done: string;
  readonly ended: ByKind;
  readonly unknown: string;
  readonly unknownLead: string;
}

const about = (
  sentence: (what: string, community: string) => string,
  words: Readonly<Record<StopTarget['of'], string>>,
) =>
  Object.fromEntries(
    Object.entries(words).map(([of, what]) => [of, (community: string) => sentence(what, community)]),
  ) as ByKind;

const EN = {
  hours: 'messages about your hours',
  listings: 'messages about your listings',
  messages: `what ${OFFICE} writes`,
  digest: 'the weekly overview',
  alerts: 'messages about new listings',
  office: 'alerts to administrators',
};
const DE = {
  hours: say('Nachrichten über Ihre Stunden', 'Nachrichten über deine Stunden'),
  listings: say('Nachrichten über Ihre Inserate', 'Nachrichten über deine Inserate'),
  messages: `Nachrichten, die ${OFFICE} schreibt`,
  digest: 'den wöchentlichen Überblick',
  alerts: 'Nachrichten über neue Inserate',
  office: 'Hinweise an das Verwaltungsteam',
};

const STOP_TEXTS: Readonly<Record<Language, StopTexts>> = {
  en: {
    title: 'No more mail of this kind?',
    ask: about((what, community) => `${community} sends you by mail: ${what}. This button ends it.`, EN),
    stop: 'Send me no more of these',
    done: 'You get no more of these',
    ended: about((what, community) => `${community} sends you no more mail of this kind: ${what}.`, EN),
    unknown: 'This link is not known',
    unknownLead: 'It may be incomplete. Open it from the mail once more, or ask the office.',
  },
  de: {
    title: 'Keine Post dieser Art mehr?',
    ask: about(
      (what, community) =>
        `${say('Sie bekommen', 'Du bekommst')} von ${community} per E-Mail: ${what}. Mit diesem Knopf endet das.`,
      DE,
    ),
    stop: 'Nicht mehr schicken',
    done: say('Sie bekommen davon nichts mehr', 'Du bekommst davon nichts mehr'),
    ended: about((what, community) => `${community} schickt ${say('Ihnen', 'dir')} das nicht mehr: ${what}.`, DE),
    unknown: 'Dieser Link ist nicht bekannt',
    unknownLead: 'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder fragen Sie im Büro.',
  },
};
