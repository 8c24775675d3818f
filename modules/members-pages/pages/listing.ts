/** `/at/{community}/listing/{listing}`: another's, to be answered; the own one, to be changed, renewed and closed. */
import { decodeId, encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { changeListing, changeListingStatus } from '../../../core/people/listings/change.ts';
import { renewListings } from '../../../core/people/listings/renew.ts';
import { answerListing } from '../domain/answers/answer.ts';
import { SentBefore } from '../domain/answers/publish.ts';
import {
  type ListingOwner,
  selectListingWithOwner,
  selectReach,
  selectStandingAnswer,
} from '../domain/answers/queries.ts';
import { type MemberPage, type MemberReply, type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { formPage, hidden } from './present/frame.ts';
import { HOLD_TEXTS } from './present/hold-texts.ts';
import { shownDay } from './present/lines.ts';
import {
  formOf,
  hiddenOnce,
  inputOf,
  listingFields,
  messageFields,
  NO_FAULTS,
  type RefusedForm,
  refusedOf,
  releasedOf,
  storedListing,
  typedListing,
} from './present/listing-form.ts';
import { listingFacts, ownerName, readCategories, writtenIn } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';
import { ownAct } from './publish.ts';

export const memberListingHandler: OwnHandler = async (call, deps) => {
  const listing = await findListing(call, deps);
  return isOwn(call, listing) ? ownPage(call, deps, listing) : othersPage(call, deps, listing);
};

export const sendToListingHandler: OwnHandler = async (call, deps) => {
  const listing = await findListing(call, deps);
  return isOwn(call, listing) ? await changeOwn(call, deps, listing) : await answer(call, deps, listing);
};

const isOwn = ({ session }: OwnCall, { memberId }: ListingOwner) => memberId === session.memberId;
const addressOf = ({ home }: OwnCall, { id }: ListingOwner) => `${home}/listing/${encodeId('lst', id)}`;

/** The own ones, and others' that are published by members who take part. @throws Refusal listing_not_found */
async function findListing(call: OwnCall, { database }: Deps): Promise<ListingOwner> {
  const listingId = decodeId('lst', call.params.listing ?? '');
  const communityId = call.community.id;
  const [found] =
    listingId === undefined ? [] : await selectListingWithOwner(database.reads, { communityId, listingId });
  const isThere = found && (isOwn(call, found) || (found.status === 'active' && found.memberStatus === 'active'));
  if (!isThere) throw refusal('listing_not_found', 'There is no such listing.');
  return found;
}

async function answer(call: OwnCall, deps: Deps, listing: ListingOwner): Promise<MemberReply> {
  const form = formOf(call);
  const { message = '' } = call.fields;
  try {
    const given = { listingId: listing.id, message, released: releasedOf(call), form };
    return { to: `${call.home}/answer/${encodeId('ans', await answerListing(deps, ownAct(call), given))}` };
  } catch (error) {
    if (error instanceof SentBefore) return await othersPage(call, deps, listing, undefined, true);
    const { daily } = LISTING_TEXTS[call.lang];
    return await othersPage(call, deps, listing, refusedOf(call, error, daily.answer, 'message'));
  }
}

async function changeOwn(call: OwnCall, deps: Deps, listing: ListingOwner): Promise<MemberReply> {
  const act = { ...ownAct(call), listingId: listing.id };
  const what = call.fields.do;
  if (what === 'renew') await renewListings(deps, act, [listing.id], { reopens: false });
  else if (what === 'close') await changeListingStatus(deps, act, 'closed');
  else if (what === 'change') {
    try {
      await changeListing(deps, act, inputOf(typedListing(call)), { isMembers: true });
    } catch (error) {
      return await ownPage(call, deps, listing, refusedOf(call, error, '', 'title'));
    }
  } else throw refusal('invalid_request', 'do is change, renew or close.');
  return { to: addressOf(call, listing) };
}

async function othersPage(
  call: OwnCall,
  deps: Deps,
  listing: ListingOwner,
  refused?: RefusedForm,
  isSent = false,
): Promise<MemberPage> {
  const { lang } = call;
  const who = ownerName(listing, call);
  const quarter = listing.quarter === null ? [] : [listing.quarter];
  const at = ownOf(call);
  const [standing] = await selectStandingAnswer(deps.database.reads, { ...at, listingId: listing.id });
  const [reach] = await selectReach(deps.database.reads, at);
  const heading = html`<h1${writtenIn(call, listing.ownerLanguage)}>${listing.title}</h1>`;
  const status = refused?.status ?? (isSent ? 422 : 200);
  return formPage(
    call,
    { page: 'listing', state: 'other', title: listing.title, heading, faults: refused?.faults, status },
    html`${isSent && html`<div role="alert"><p>${LISTING_TEXTS[lang].listing.sentBefore}</p></div>`}
<p>${[LISTING_TEXTS[lang].listing.by[listing.type](who), ...quarter, ...listingFacts(listing, lang), shownDay(listing.createdAt, lang)].join(' · ')}</p>
${described(call, listing)}
${
  standing && !refused
    ? answeredPart(call, standing.id)
    : answerPart(call, listing, who, reach ?? { email: null, phone: null }, refused)
}`,
  );
}

const described = (call: OwnCall, { description, ownerLanguage }: ListingOwner): Html | false =>
  description !== '' && html`<p class="words"${writtenIn(call, ownerLanguage)}>${description}</p>`;

function answeredPart({ home, lang }: OwnCall, answerId: string): Html {
  const text = LISTING_TEXTS[lang].listing;
  return html`<p>${text.answered}</p>
<p><a class="button main" href="${home}/answer/${encodeId('ans', answerId)}">${text.toAnswer}</a></p>`;
}

function answerPart(
  call: OwnCall,
  listing: ListingOwner,
  who: string,
  reach: { readonly email: string | null; readonly phone: string | null },
  refused: RefusedForm | undefined,
): Html {
  const text = LISTING_TEXTS[call.lang].listing;
  const typed = call.fields.message ?? text.prefilled[listing.type];
  return html`<h2>${listing.seenByMembers ? text.answer(who) : text.answerHidden}</h2>
<form id="answer" method="post" action="${addressOf(call, listing)}">
${hiddenOnce(call)}
${messageFields(call, { label: text.message, who: listing.seenByMembers ? who : undefined, typed, fault: refused?.faults.message, reach })}
<button class="main">${text.send}</button>
</form>`;
}

async function ownPage(call: OwnCall, deps: Deps, listing: ListingOwner, refused?: RefusedForm): Promise<MemberPage> {
  const { lang } = call;
  const text = LISTING_TEXTS[lang].listing;
  const { backAs, endsOn } = listing;
  const status = backAs ?? listing.status;
  const until = endsOn !== null && status !== 'closed' && text.until(shownDay(endsOn, lang));
  return formPage(
    call,
    { page: 'listing', state: backAs === null ? status : 'hidden', title: listing.title, ...refused },
    html`<p>${text.own} ${backAs === null ? text.status[status] : HOLD_TEXTS[lang].listing} ${until}</p>
${described(call, listing)}
${status !== 'closed' && (await ownForms(call, deps, listing, refused))}
<p><a class="button" href="${call.home}/mine">${LISTING_TEXTS[lang].list.mine}</a></p>`,
  );
}

async function ownForms(call: OwnCall, deps: Deps, listing: ListingOwner, refused?: RefusedForm): Promise<Html> {
  const text = LISTING_TEXTS[call.lang].listing;
  const to = addressOf(call, listing);
  const typed = refused ? typedListing(call) : storedListing(listing);
  const fields = listingFields(
    call,
    listing.type,
    typed,
    await readCategories(call, deps),
    refused?.faults ?? NO_FAULTS,
  );
  const one = (what: 'renew' | 'close') =>
    html`<form id="${what}" method="post" action="${to}">${hidden(call)}<input type="hidden" name="do" value="${what}"><button>${text[what]}</button></form>`;
  return html`${listing.endsOn !== null && one('renew')}
${one('close')}
<h2>${text.change}</h2>
<form id="change" method="post" action="${to}">
${hidden(call)}<input type="hidden" name="do" value="change">
${fields}
<button class="main">${text.save}</button>
</form>`;
}
