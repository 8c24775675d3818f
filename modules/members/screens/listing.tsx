/** One listing: what it says, and whether partners see it. */
import { Anchor, Button, Group } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { ApiError, call, refresh, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../console/src/parts/forms/action-form.tsx';
import { Card, Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Time } from '../../../console/src/parts/values/values.tsx';
import type { CommunityListing } from '../contract/listings.ts';
import {
  ListingFields,
  ListingStatusTag,
  type ListingValues,
  listingRules,
  sentOf,
  typedOf,
} from './parts/listing-fields.tsx';

export default function Listing() {
  const { text, format } = useLanguage();
  const { slug, can, has_partners } = useCommunity();
  const { listingId = '' } = useParams<{ listingId: string }>();
  const found = useRead('getCommunityListing', { params: { listingId } });
  const listing = found.data?.data;
  const back = { href: `/c/${slug}/listings`, label: text.listings.toList };
  if (!listing) {
    const missing = found.error instanceof ApiError && found.error.code === 'listing_not_found';
    return (
      <Page title={missing ? text.listings.notFound : text.listings.title} back={back}>
        {!missing && <Arriving of={found} />}
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
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
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
  const before = typedOf(listing);
  const disabled = !can('listings.write');
  const sent = useActionForm<ListingValues>(
    { initialValues: before, validate: listingRules(text, before.estimated_hours) },
    async (values) => {
      const isChanged = (name: keyof ListingValues) => values[name] !== before[name];
      const changed = Object.entries(sentOf(values)).filter(([name]) => isChanged(name as keyof ListingValues));
      const body = Object.fromEntries(changed);
      await call('updateCommunityListing', { params: { slug, listingId: listing.id }, body });
      return { ...values, add_category: false };
    },
    {
      done: text.listings.saved,
      changes: ['getCommunityListing', 'listCommunityListings', 'listCategories'],
      disabled,
    },
  );
  return (
    <ActionForm of={sent} saves gap="cards">
      <ListingFields form={sent.form} before={listing.category} disabled={disabled} />
    </ActionForm>
  );
}
