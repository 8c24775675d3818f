/** `/at/{community}/ask` and `/offer`: a new listing, published by the member. */
import { encodeId, type ListingType } from '@timebank/contract';
import { html } from '../../../console/pages/html.ts';
import type { Deps } from '../../../core/deps.ts';
import { publishListing, SentBefore } from '../domain/answers/publish.ts';
import { actingOf } from '../domain/deputies/acting.ts';
import type { MemberPage, OwnCall, OwnHandler } from './present/call.ts';
import { formPage } from './present/frame.ts';
import {
  formOf,
  hiddenOnce,
  inputOf,
  listingFields,
  NO_FAULTS,
  type RefusedForm,
  refusedOf,
  typedListing,
} from './present/listing-form.ts';
import { readCategories } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';

/** The act of the member who is signed in, or of the deputy who acts for the member. */
export const ownAct = ({ community, session, address, requestId }: OwnCall) => ({
  communityId: community.id,
  ...actingOf(session),
  address,
  requestId,
});

const showing =
  (type: ListingType): OwnHandler =>
  (call, deps) =>
    publishPage(call, deps, type);

const publishing =
  (type: ListingType): OwnHandler =>
  async (call, deps) => {
    const form = formOf(call);
    const input = { ...inputOf(typedListing(call)), type };
    try {
      const id = await publishListing(deps, ownAct(call), form, input);
      return { to: `${call.home}/listing/${encodeId('lst', id)}` };
    } catch (error) {
      if (error instanceof SentBefore) return await publishPage(call, deps, type, undefined, error.id);
      const { daily } = LISTING_TEXTS[call.lang];
      return await publishPage(call, deps, type, refusedOf(call, error, daily.listing, 'title'));
    }
  };

/** @param sent the listing that this page has published before, with other entries */
async function publishPage(
  call: OwnCall,
  deps: Deps,
  type: ListingType,
  refused?: RefusedForm,
  sent?: string,
): Promise<MemberPage> {
  const text = LISTING_TEXTS[call.lang].publish;
  const page = type === 'request' ? 'ask' : 'offer';
  const fields = listingFields(
    call,
    type,
    typedListing(call),
    await readCategories(call, deps),
    refused?.faults ?? NO_FAULTS,
  );
  const state = sent === undefined ? refused : ({ state: 'sent', status: 422 } as const);
  return formPage(
    call,
    { page, title: text.title[type], ...state },
    html`${sent !== undefined && html`<div role="alert"><p>${text.sentBefore} <a href="${call.home}/listing/${encodeId('lst', sent)}">${text.lookAtIt}</a></p></div>`}
<form id="${page}" method="post" action="${call.home}/${page}">
${hiddenOnce(sent === undefined ? call : { ...call, fields: { ...call.fields, form: '' } })}
${fields}
<button class="main">${sent === undefined ? text.submit : text.beside}</button>
</form>`,
  );
}

export const memberAskHandler = showing('request');
export const memberOfferHandler = showing('service');
export const askAsMemberHandler = publishing('request');
export const offerAsMemberHandler = publishing('service');
