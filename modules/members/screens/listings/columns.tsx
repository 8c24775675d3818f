/** The columns of the list of listings, apart from those with buttons. */
import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import type { Column } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { succeeded } from '../../../../console/src/parts/page/states.tsx';
import { NumberedName, Phones, Time } from '../../../../console/src/parts/values/values.tsx';
import type { CommunityListing } from '../../contract/listings.ts';
import { ListingStatusTag } from '../parts/listing-fields.tsx';

/** @param isEnding of those that end: with the telephone, and the last day */
export function listingColumns(
  slug: string,
  text: Texts,
  format: Format,
  isEnding: boolean,
): readonly Column<CommunityListing>[] {
  return [
    {
      key: 'title',
      title: text.listings.listing,
      main: true,
      sort: 'title',
      plain: ({ title }) => title,
      cell: ({ id, title }) => (
        <Anchor component={Link} href={`/c/${slug}/listings/${id}`} className="row-link">
          {title}
        </Anchor>
      ),
    },
    {
      key: 'type',
      title: text.listings.type,
      tight: true,
      plain: ({ type }) => text.listings.types[type],
      cell: ({ type }) => text.listings.types[type],
    },
    {
      key: 'category',
      title: text.listings.category,
      clip: true,
      plain: ({ category }) => category,
      cell: ({ category }) => category || '–',
    },
    {
      key: 'member',
      title: text.listings.member,
      plain: ({ member }) => member.name,
      cell: ({ member }) => (
        <NumberedName href={`/c/${slug}/members/${member.id}`} name={member.name} number={member.number} />
      ),
    },
    {
      key: 'number',
      title: text.listings.memberNumber,
      offScreen: true,
      plain: ({ member }) => member.number,
      cell: ({ member }) => member.number,
    },
    ...(isEnding ? [phoneColumn(text)] : []),
    ...stateColumns(text, format, isEnding),
  ];
}

/** What happened to a listing. */
const stateColumns = (text: Texts, format: Format, isEnding: boolean): readonly Column<CommunityListing>[] => [
  {
    key: 'status',
    title: text.listings.status,
    tight: true,
    plain: ({ status }) => text.listings.statuses[status],
    cell: (row) => <ListingStatusTag {...row} />,
  },
  {
    key: 'ends',
    title: text.ending.endsOn,
    sort: 'ends',
    tight: true,
    initially: isEnding,
    plain: ({ ends_on }) => (ends_on === null ? '' : { day: ends_on }),
    cell: ({ ends_on }) => (ends_on === null ? '–' : format.day(ends_on)),
  },
  {
    key: 'created',
    title: text.listings.addedOn,
    sort: 'created',
    tight: true,
    plain: ({ created_at }) => ({ at: created_at }),
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    key: 'updated',
    title: text.listings.updated,
    tight: true,
    initially: false,
    plain: ({ updated_at }) => ({ at: updated_at }),
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];

/** Whom to ask, and the button of the answer. */
const phoneColumn = (text: Texts): Column<CommunityListing> => ({
  key: 'phone',
  title: text.ending.phone,
  tight: true,
  plain: ({ member }) => member.phone,
  cell: ({ member }) => <Phones phones={[member.phone]} />,
});

// Renewing listings, one by one or all that are shown.

/** The column with the button, none without the right to it. */
export function useRenewal(isEnding: boolean) {
  const { text, format } = useLanguage();
  const { slug, can } = useCommunity();
  const action = useAction(async (listingId: string) => {
    const { data } = await call('renewCommunityListings', { params: { slug }, body: { listing_ids: [listingId] } });
    succeeded(text.ending.renewed(data.ends_on === null ? null : format.day(data.ends_on)));
    document.querySelector<HTMLElement>('h1')?.focus();
    await refresh('listCommunityListings', 'getOverview');
  });
  const column: Column<CommunityListing> = {
    key: 'renew',
    title: text.ending.renew,
    quiet: true,
    tight: true,
    cell: ({ id, title }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={text.ending.renewOf(title)}
        onClick={() => void action.run(id)}
      >
        {text.ending.renew}
      </Button>
    ),
  };
  return { columns: can('listings.write') && isEnding ? [column] : [], error: action.error };
}

/** Listings that one call renews at most. */
const RENEWED_AT_ONCE = 100;

/** Renews what the list shows, after a question. */
export function RenewAll({ listings }: { listings: readonly CommunityListing[] }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const [asking, setAsking] = useState(false);
  const action = useAction(async () => {
    let count = 0;
    for (let at = 0; at < listings.length; at += RENEWED_AT_ONCE) {
      const listing_ids = listings.slice(at, at + RENEWED_AT_ONCE).map(({ id }) => id);
      const { data } = await call('renewCommunityListings', { params: { slug }, body: { listing_ids } });
      count += data.renewed;
    }
    succeeded(text.ending.renewedMany(count));
    document.querySelector<HTMLElement>('h1')?.focus();
    await refresh('listCommunityListings', 'getCommunityListing', 'getOverview');
  });
  if (!can('listings.write') || listings.length === 0) return null;
  return (
    <Group>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text.ending.renewAll(listings.length)}
      </Button>
      {asking && (
        <Confirm
          title={text.ending.renewAllTitle}
          go={text.ending.renew}
          action={action}
          onClose={() => setAsking(false)}
        >
          {text.ending.renewAllText(listings.length)}
        </Confirm>
      )}
    </Group>
  );
}
