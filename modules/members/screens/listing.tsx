/** One listing: what it says, and whether partners see it. */
import { Anchor, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useParams } from 'wouter';
import { ApiError, call } from '../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../console/src/api/hooks.ts';
import type { Format } from '../../../console/src/i18n/format.ts';
import { type Texts, useFormat, useText } from '../../../console/src/i18n/text.ts';
import { SaveActions } from '../../../console/src/parts/forms/save-actions.tsx';
import { focusFirstError, showFieldErrors } from '../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Notice } from '../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../console/src/parts/page/notify.ts';
import { Card, Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { Time } from '../../../console/src/parts/values/time.tsx';
import type { CommunityListing } from '../contract/listings.ts';
import { ListingFields, type ListingValues, listingRules, sentOf, typedOf } from './parts/listing-fields.tsx';
import { ListingStatusTag } from './parts/listing-status.tsx';

export default function Listing() {
  const text = useText();
  const { slug, can, has_partners } = useCommunity();
  const { listingId = '' } = useParams<{ listingId: string }>();
  const format = useFormat();
  const found = useRead('getCommunityListing', { params: { slug, listingId } });
  const listing = found.data?.data;
  const back = { href: `/c/${slug}/listings`, label: text.listings.toList };
  if (!listing) {
    const missing = found.error instanceof ApiError && found.error.code === 'listing_not_found';
    return (
      <Page title={missing ? text.listings.notFound : text.listings.title} back={back}>
        {found.error && !missing && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={listing.title}
      tags={<ListingStatusTag {...listing} />}
      back={back}
      action={can('listings.write') && <StatusActions listing={listing} />}
    >
      <Notice tone={listing.status === 'held' || listing.back_as !== null ? 'wait' : 'info'}>
        {listing.back_as === null ? text.listings.statusMeans[listing.status](has_partners) : text.listings.onHoldMeans}
      </Notice>
      <div className="two-columns">
        <Card title={text.listings.what}>
          <ListingForm key={listing.updated_at} listing={listing} />
        </Card>
        <Card title={text.listings.listing}>
          <Facts
            items={[
              [
                text.listings.member,
                <Anchor key="member" component={Link} href={`/c/${slug}/members/${listing.member.id}`}>
                  {listing.member.name}
                </Anchor>,
              ],
              [text.listings.updated, <Time key="updated" at={listing.updated_at} />],
              [text.ending.endsOn, endShown(listing, text, format)],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

/** The last day of a listing in words. */
function endShown({ ends_on, back_as, status: stored }: CommunityListing, text: Texts, format: Format): string {
  const status = back_as ?? stored;
  if (ends_on === null) return status === 'closed' ? '–' : text.ending.never;
  return status === 'closed' ? text.ending.ended(format.day(ends_on)) : format.day(ends_on);
}

function StatusActions({ listing: { id, back_as, status: stored, ends_on } }: { listing: CommunityListing }) {
  // While its member is on hold, what it is afterwards is decided.
  const status = back_as ?? stored;
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const action = useAction(async (next: CommunityListing['status']) => {
    await call('setListingStatus', { params: { slug, listingId: id }, body: { status: next } });
    succeeded(text.listings.statusChanged);
    await refresh('getCommunityListing', 'listCommunityListings', 'getOverview');
  });
  const renewal = useAction(async () => {
    const { data } = await call('renewCommunityListings', { params: { slug }, body: { listing_ids: [id] } });
    succeeded(text.ending.renewed(data.ends_on === null ? null : format.day(data.ends_on)));
    await refresh('getCommunityListing', 'listCommunityListings');
  });
  const offer = (next: CommunityListing['status'], label: string, primary = false) =>
    next !== status && (
      <Button variant={primary ? 'filled' : 'default'} loading={action.busy} onClick={() => void action.run(next)}>
        {label}
      </Button>
    );
  return (
    <Group gap="sm">
      <ActionFailed error={action.error ?? renewal.error} />
      {status !== 'closed' && ends_on !== null && (
        <Button variant="default" loading={renewal.busy} onClick={() => void renewal.run()}>
          {text.ending.renew}
        </Button>
      )}
      {offer('closed', text.listings.close)}
      {offer('held', text.listings.holdIt)}
      {offer('active', status === 'held' ? text.listings.publish : text.listings.reopen, true)}
    </Group>
  );
}

function ListingForm({ listing }: { listing: CommunityListing }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const before = typedOf(listing);
  const form = useForm<ListingValues>({
    initialValues: before,
    validate: listingRules(text, before.estimated_hours),
  });
  const action = useAction(
    async (values: ListingValues) => {
      const isChanged = (name: keyof ListingValues) => values[name] !== before[name];
      const sent = Object.entries(sentOf(values));
      const body = Object.fromEntries(sent.filter(([name]) => isChanged(name as keyof ListingValues)));
      await call('updateCommunityListing', { params: { slug, listingId: listing.id }, body });
      form.setInitialValues({ ...values, add_category: false });
      succeeded(text.listings.saved);
      await refresh('getCommunityListing', 'listCommunityListings', 'listCategories');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const disabled = !can('listings.write');
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <div className="stack">
        <ListingFields form={form} before={listing.category} disabled={disabled} />
        <ActionFailed error={action.error} />
        {!disabled && <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} />}
      </div>
      {dialog}
    </form>
  );
}
