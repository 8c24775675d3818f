/** Renewing listings, one by one or all that are shown. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import type { Column } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import type { CommunityListing } from '../../contract/listings.ts';

/** The column with the button, none without the right to it. */
export function useRenewal(isEnding: boolean) {
  const text = useText();
  const format = useFormat();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
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
  const refresh = useRefresh();
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
          args={[]}
          onClose={() => setAsking(false)}
        >
          {text.ending.renewAllText(listings.length)}
        </Confirm>
      )}
    </Group>
  );
}
