/** The listings of members; held ones are released here, one after the other. */
import { Anchor, Button, Group } from '@mantine/core';
import { LISTING_ENDINGS, LISTING_STATUSES, LISTING_TYPES } from '@timebank/contract/words';
import { ClipboardList, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { call, refresh, useAction, useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../../../console/src/parts/lists/filters.tsx';
import { ListView, listAction } from '../../../console/src/parts/lists/list-view.tsx';
import { MemberFilter } from '../../../console/src/parts/lists/member-filter.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../console/src/parts/lists/table.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../console/src/parts/page/states.tsx';
import type { CommunityListing } from '../contract/listings.ts';
import { listingColumns, RenewAll, useRenewal } from './listings/columns.tsx';

const FILTERS = ['search', 'status', 'type', 'member', 'category', 'ending'] as const;
const NAMES = [...FILTERS, 'sort'] as const;

export default function Listings() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [filters, change] = useQueryState(NAMES);
  // Those that end are asked about in the order of their last days.
  const sort = filters.sort || (filters.ending === 'soon' ? 'ends' : '-created');
  const list = useReadPages('listCommunityListings', {
    query: { per_page: PER_PAGE, ...setOnly({ ...filters, sort: filters.sort || filters.ending ? sort : '' }) },
  });
  const { items } = list;
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  const add = can('listings.write') && (
    <Button
      component={Link}
      href={`/c/${slug}/listings/new${filters.member ? `?member=${filters.member}` : ''}`}
      leftSection={<Plus size={18} />}
    >
      {text.listings.add}
    </Button>
  );
  const columns = useListingColumns(items ?? [], filters.ending !== '');
  return (
    <Page title={text.listings.title} action={listAction(list, isFiltered, add)}>
      <ActionFailed error={columns.error} />
      {!isFiltered && <ListingLinks />}
      {filters.ending !== '' && <RenewAll listings={items ?? []} />}
      <div className="page-part" ref={columns.ref}>
        <ListView
          name="listings"
          caption={text.listings.title}
          columns={columns.columns}
          list={list}
          rowKey={({ id }) => id}
          isFiltered={isFiltered}
          clear={() => change({ search: '', status: '', type: '', member: '', category: '', ending: '' })}
          sorting={{ by: sort, change: (by) => change({ sort: by }) }}
          filters={<Filters filters={filters} change={change} />}
          moreFilters={{ set: moreSet(filters), fields: <MoreFilters filters={filters} change={change} /> }}
          empty={{
            icon: ClipboardList,
            title: text.listings.emptyTitle,
            text: add ? text.listings.empty : text.listings.emptyReader,
            action: add,
          }}
          none={{
            title: text.listings.noneTitle,
            text:
              filters.ending === 'soon'
                ? text.ending.noneSoon
                : filters.status === 'held'
                  ? text.listings.noneHeld
                  : text.listings.none,
          }}
        />
      </div>
    </Page>
  );
}

interface FilterProps {
  readonly filters: Readonly<Record<(typeof FILTERS)[number], string>>;
  readonly change: (changes: Partial<Record<(typeof FILTERS)[number], string>>) => void;
}

function Filters({ filters, change }: FilterProps) {
  const text = useText();
  return (
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
    </>
  );
}

/** How many of those below are set. */
const moreSet = ({ type, ending, category, member }: FilterProps['filters']) =>
  [type, ending, category, member].filter((value) => value !== '').length;

function MoreFilters({ filters, change }: FilterProps) {
  const text = useText();
  return (
    <>
      <ChoiceFilter
        label={text.listings.type}
        all={text.listings.everyType}
        options={LISTING_TYPES.map((value) => ({ value, label: text.listings.types[value] }))}
        value={filters.type}
        change={(type) => change({ type })}
      />
      <ChoiceFilter
        label={text.ending.filter}
        all={text.ending.every}
        options={LISTING_ENDINGS.map((value) => ({ value, label: text.ending.endings[value] }))}
        value={filters.ending}
        change={(ending) => change({ ending })}
      />
      {filters.category && (
        <Button variant="default" rightSection={<X size={16} />} onClick={() => change({ category: '' })}>
          {text.act.clear}: {filters.category}
        </Button>
      )}
      <MemberFilter label={text.listings.member} id={filters.member} choose={(member) => change({ member })} />
    </>
  );
}

function useListingColumns(listings: readonly CommunityListing[], isEnding: boolean) {
  const { text, format } = useLanguage();
  const { slug, can } = useCommunity();
  const table = useFocusOnNext(listings);
  const renewal = useRenewal(isEnding);
  const action = useAction(async (listingId: string, status: 'active' | 'closed') => {
    await call('setListingStatus', { params: { slug, listingId }, body: { status } });
    table.leave(listingId, status);
    // The refresh is not awaited: the next one's button works as soon as it has the focus.
    void refresh('listCommunityListings', 'getOverview');
  });
  const columns: Column<CommunityListing>[] = [
    ...listingColumns(slug, text, format, isEnding),
    ...renewal.columns,
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
  return { columns, ref: table.ref, error: action.error ?? renewal.error };
}

function ListingLinks() {
  const text = useText();
  const { slug, can } = useCommunity();
  const links = [
    ['listings?ending=soon', text.ending.endings.soon],
    ['listings/categories', text.categories.link],
    ['listings/booklet', text.booklet.link],
    ...(can('members.write') ? [['answers', text.answers.link] as const] : []),
  ] as const;
  return (
    <Group gap="lg">
      {links.map(([path, label]) => (
        <Anchor key={path} component={Link} href={`/c/${slug}/${path}`}>
          {label}
        </Anchor>
      ))}
    </Group>
  );
}

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
