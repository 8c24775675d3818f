/** The listings of members; held ones are released here, one after the other. */
import { Anchor, Button, Group } from '@mantine/core';
import type { CommunityListing } from '@timebank/contract/console';
import { LISTING_STATUSES, LISTING_TYPES } from '@timebank/contract/words';
import { ClipboardList, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useReadPages, useRefresh } from '../api/hooks.ts';
import { type Texts, useText } from '../i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../parts/lists/filters.tsx';
import { listAction } from '../parts/lists/list-action.tsx';
import { ListView } from '../parts/lists/list-view.tsx';
import { PER_PAGE } from '../parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../parts/lists/query-state.ts';
import type { Column } from '../parts/lists/table.tsx';
import { Page } from '../parts/page/page.tsx';
import { ActionFailed } from '../parts/page/states.tsx';
import { ListingStatusTag } from '../parts/values/listing-status.tsx';
import { Time } from '../parts/values/time.tsx';

const FILTERS = ['search', 'status', 'type', 'member'] as const;
const NAMES = [...FILTERS, 'sort'] as const;

export default function Listings() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [filters, change] = useQueryState(NAMES);
  const list = useReadPages('listCommunityListings', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly(filters) },
  });
  const { items } = list;
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  const add = can('listings.write') && (
    <Button
      component={Link}
      href={`/c/${slug}/listings/new${filters.member ? `?member=${filters.member}` : ''}`}
      leftSection={<Plus size={18} aria-hidden="true" />}
    >
      {text.listings.add}
    </Button>
  );
  const columns = useListingColumns(items ?? []);
  return (
    <Page title={text.listings.title} action={listAction(list, isFiltered, add)}>
      <ActionFailed error={columns.error} />
      <div className="page-part" ref={columns.ref}>
        <ListView
          name="listings"
          caption={text.listings.title}
          columns={columns.columns}
          list={list}
          rowKey={({ id }) => id}
          isFiltered={isFiltered}
          clear={() => change({ search: '', status: '', type: '', member: '' })}
          sorting={{ by: filters.sort || '-created', change: (by) => change({ sort: by }) }}
          filters={
            <>
              <SearchFilter
                label={text.members.searchShort}
                placeholder={text.listings.search}
                value={filters.search}
                change={(search) => change({ search })}
              />
              <ChoiceFilter
                label={text.listings.status}
                all={text.listings.everyStatus}
                options={LISTING_STATUSES.map((value) => ({ value, label: text.listings.statuses[value] }))}
                value={filters.status}
                change={(status) => change({ status })}
              />
              <ChoiceFilter
                label={text.listings.type}
                all={text.listings.everyType}
                options={LISTING_TYPES.map((value) => ({ value, label: text.listings.types[value] }))}
                value={filters.type}
                change={(type) => change({ type })}
              />
              {filters.member && (
                <Button
                  variant="default"
                  rightSection={<X size={16} aria-hidden="true" />}
                  onClick={() => change({ member: '' })}
                >
                  {text.act.clear}: {text.listings.member}{' '}
                  {items?.find(({ member }) => member.id === filters.member)?.member.name}
                </Button>
              )}
            </>
          }
          empty={{
            icon: ClipboardList,
            title: text.listings.emptyTitle,
            text: add ? text.listings.empty : text.listings.emptyReader,
            action: add,
          }}
          none={{
            title: text.listings.noneTitle,
            text: filters.status === 'held' ? text.listings.noneHeld : text.listings.none,
          }}
        />
      </div>
    </Page>
  );
}

function useListingColumns(listings: readonly CommunityListing[]) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const table = useFocusOnNext(listings);
  const action = useAction(async (listingId: string, status: 'active' | 'closed') => {
    await call('setListingStatus', { params: { slug, listingId }, body: { status } });
    table.leave(listingId, status);
    // The refresh is not awaited: the next one's button works as soon as it has the focus.
    void refresh('listCommunityListings', 'getOverview');
  });
  const columns: Column<CommunityListing>[] = [
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
        <Anchor component={Link} href={`/c/${slug}/members/${member.id}`}>
          {member.name}
        </Anchor>
      ),
    },
    ...stateColumns(text),
    ...(can('listings.write') && listings.some(({ status }) => status === 'held')
      ? [
          {
            key: 'act',
            title: text.listings.publish,
            quiet: true,
            tight: true,
            cell: ({ id, title, status }: CommunityListing) =>
              status === 'held' && (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    aria-label={text.listings.publishOf(title)}
                    data-next="active"
                    onClick={() => void action.run(id, 'active')}
                  >
                    {text.listings.publish}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={text.listings.closeOf(title)}
                    data-next="closed"
                    onClick={() => void action.run(id, 'closed')}
                  >
                    {text.listings.close}
                  </Button>
                </Group>
              ),
          },
        ]
      : []),
  ];
  return { columns, ref: table.ref, error: action.error };
}

/** What happened to a listing. */
const stateColumns = (text: Texts): readonly Column<CommunityListing>[] => [
  {
    key: 'status',
    title: text.listings.status,
    tight: true,
    plain: ({ status }) => text.listings.statuses[status],
    cell: ({ status }) => <ListingStatusTag status={status} />,
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

/** A person who works through held listings by keyboard goes on at the next one when a button has gone with its row. */
function useFocusOnNext(listings: readonly CommunityListing[]) {
  const ref = useRef<HTMLDivElement>(null);
  const left = useRef<{ id: string; status: 'active' | 'closed'; position: number }>(undefined);
  const heldIds = listings.filter(({ status }) => status === 'held').map(({ id }) => id);
  useEffect(() => {
    if (!left.current || heldIds.includes(left.current.id)) return;
    const { status, position } = left.current;
    left.current = undefined;
    const buttons = ref.current?.querySelectorAll<HTMLElement>(`[data-next=${status}]`) ?? [];
    (buttons[Math.min(position, buttons.length - 1)] ?? document.querySelector('h1'))?.focus();
  });
  // The last one takes the table with it.
  useEffect(
    () => () => {
      if (left.current) document.querySelector('h1')?.focus();
    },
    [],
  );
  const leave = (id: string, status: 'active' | 'closed') => {
    left.current = { id, status, position: heldIds.indexOf(id) };
  };
  return { ref, leave };
}
