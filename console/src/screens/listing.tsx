/** One listing: what it says, and whether partners see it. */
import { Anchor, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CommunityListing } from '@timebank/contract/console';
import { Link, useParams } from 'wouter';
import { ApiError, call } from '../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../api/hooks.ts';
import type { Format } from '../i18n/format.ts';
import { type Texts, useFormat, useText } from '../i18n/text.ts';
import { hoursShown } from '../parts/forms/hours-text.ts';
import { estimatedOf, ListingFields, type ListingValues, listingRules } from '../parts/forms/listing-fields.tsx';
import { SaveActions } from '../parts/forms/save-actions.tsx';
import { focusFirstError, showFieldErrors } from '../parts/page/failure.ts';
import { useKeepTyped } from '../parts/page/leave.tsx';
import { Notice } from '../parts/page/notice.tsx';
import { succeeded } from '../parts/page/notify.ts';
import { Card, Facts, Page } from '../parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../parts/page/states.tsx';
import { ListingStatusTag } from '../parts/values/listing-status.tsx';
import { Time } from '../parts/values/time.tsx';

export default function Listing() {
  const text = useText();
  const { slug, can } = useCommunity();
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
      tags={<ListingStatusTag status={listing.status} />}
      back={back}
      action={can('listings.write') && <StatusActions listing={listing} />}
    >
      <Notice tone={listing.status === 'held' ? 'wait' : 'info'}>{text.listings.statusMeans[listing.status]}</Notice>
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
function endShown({ ends_on, status }: CommunityListing, text: Texts, format: Format): string {
  if (ends_on === null) return status === 'closed' ? '–' : text.ending.never;
  return status === 'closed' ? text.ending.ended(format.day(ends_on)) : format.day(ends_on);
}

function StatusActions({ listing: { id, status, ends_on } }: { listing: CommunityListing }) {
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
  const format = useFormat();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const before: ListingValues = {
    type: listing.type,
    title: listing.title,
    description: listing.description,
    category: listing.category,
    add_category: false,
    estimated_hours: hoursShown(listing.estimated_hours, format),
  };
  const form = useForm<ListingValues>({
    initialValues: before,
    validate: listingRules(text, format, before.estimated_hours),
  });
  const action = useAction(
    async (values: ListingValues) => {
      const changes = Object.entries(values).filter(([name, value]) => value !== before[name as keyof ListingValues]);
      const body = Object.fromEntries(
        changes.map(([name, value]) => [name, name === 'estimated_hours' ? estimatedOf(values, format) : value]),
      );
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
