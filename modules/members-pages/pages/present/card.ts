/** A member's card on the member's own page, for a telephone to be held over, or to be printed and cut out. */
import { encode } from 'uqr';
import { type Html, html, raw } from '../../../../console/pages/html.ts';
import type { OwnCall } from './call.ts';
import { hidden } from './frame.ts';
import { ME_TEXTS } from './me-texts.ts';

/** Light modules around the square, without which cameras do not see it. */
const BORDER = 4;

/** @param card null: there is none yet */
export function cardPart(call: OwnCall, card: string | null): Html {
  const { home, lang } = call;
  const text = ME_TEXTS[lang];
  const button = (label: string) =>
    html`<form id="card-new" method="post" action="${home}/me">${hidden(call)}<input type="hidden" name="do" value="card"><button>${label}</button></form>`;
  if (card === null)
    return html`<h2 id="card">${text.card}</h2>
<p>${text.cardNone}</p>
${button(text.cardMake)}`;
  return html`<h2 id="card">${text.card}</h2>
<p>${text.cardLead}</p>
${cardFront(call, card)}
<p>${text.cardHint}</p>
<p>${text.cardOld}</p>
${button(text.cardRenew)}`;
}

function cardFront({ origin, home, lang, session, community }: OwnCall, card: string): Html {
  const label = ME_TEXTS[lang].cardPicture(session.name);
  const shown = `${card.slice(0, 5)}-${card.slice(5)}`;
  return html`<section class="id-card" data-card="${card}" aria-label="${ME_TEXTS[lang].card}"><div>${square(`${origin}${home}/with/${card}`, label)}
<p><strong>${session.name}</strong> ${community.name}<br>${shown}</p></div></section>`;
}

/** As marks on white in every colour scheme, so that any camera reads it. */
function square(address: string, label: string): Html {
  const { data, size } = encode(address, { ecc: 'M', border: BORDER });
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${raw(path)}" fill="#000"/></svg>`;
}
