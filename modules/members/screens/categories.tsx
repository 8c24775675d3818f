/** The categories of the community: added, renamed, merged, closed. */
import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { CATEGORY_STATUSES } from '@timebank/contract/words';
import { Plus, Tags } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { call, refresh, useAction, useCommunity, useRead, useReadPages } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../../../console/src/parts/lists/filters.tsx';
import { setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Empty, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { filtersIn, TakeOut } from '../../../console/src/parts/paper/take-out.tsx';
import type { Category } from '../contract/categories.ts';

const AT_ONCE = 200;
const FILTERS = ['search', 'status'] as const;

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'rename' | 'merge'; readonly category: Category };

export default function Categories() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [filters, change] = useQueryState(FILTERS);
  const [open, setOpen] = useState<OpenDialog>();
  const form = useRef<HTMLDivElement>(null);
  const list = useReadPages('listCategories', { query: { per_page: AT_ONCE, ...setOnly(filters) } });
  const { items } = list;
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  const { columns, error } = useCategoryColumns(setOpen);
  const add = can('listings.write') && (
    <Button leftSection={<Plus size={18} />} onClick={() => setOpen({ kind: 'new' })}>
      {text.categories.add}
    </Button>
  );
  return (
    <Page
      title={text.categories.title}
      lead={text.categories.lead}
      back={{ href: `/c/${slug}/listings`, label: text.listings.toList }}
      action={(items?.length !== 0 || isFiltered) && add}
    >
      <ActionFailed error={error} />
      {(items?.length !== 0 || isFiltered) && (
        <div className="list-bar" ref={form}>
          <search className="filters">
            <SearchFilter
              label={text.members.searchShort}
              placeholder={text.categories.search}
              value={filters.search}
              change={(search) => change({ search })}
            />
            <ChoiceFilter
              label={text.categories.status}
              all={text.categories.everyStatus}
              options={CATEGORY_STATUSES.map((value) => ({ value, label: text.categories.statuses[value] }))}
              value={filters.status}
              change={(status) => change({ status })}
            />
          </search>
          {items && items.length > 0 && (
            <div className="list-side">
              <TakeOut
                title={text.categories.title}
                columns={columns}
                readAll={list.readAll}
                filtersNow={() => filtersIn(form.current)}
              />
            </div>
          )}
        </div>
      )}
      <Arriving of={list} />
      {items?.length === 0 && (
        <Empty
          icon={Tags}
          title={isFiltered ? text.categories.noneTitle : text.categories.emptyTitle}
          action={!isFiltered && add}
        >
          {isFiltered ? text.categories.none : text.categories.empty}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div className="card card-table">
          <DataTable caption={text.categories.title} columns={columns} rows={items} rowKey={({ id }) => id} />
        </div>
      )}
      <LoadMore of={list} />
      {open?.kind === 'merge' && <MergeDialog category={open.category} onClose={() => setOpen(undefined)} />}
      {open && open.kind !== 'merge' && (
        <NameDialog category={open.kind === 'new' ? undefined : open.category} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

function useCategoryColumns(open: (what: OpenDialog) => void) {
  const text = useText();
  const { slug, can } = useCommunity();
  const action = useAction(async ({ id, status }: Category) => {
    const next = status === 'open' ? 'closed' : 'open';
    await call('setCategoryStatus', { params: { slug, categoryId: id }, body: { status: next } });
    succeeded(text.categories.changed);
    await refresh('listCategories');
  });
  const count = (category: Category, type: 'service' | 'request', shown: number) =>
    shown === 0 ? (
      '0'
    ) : (
      <Anchor
        component={Link}
        style={{ display: 'inline-block', minWidth: 24 }}
        href={`/c/${slug}/listings?category=${encodeURIComponent(category.name)}&type=${type}&status=active`}
      >
        {shown}
      </Anchor>
    );
  const columns: Column<Category>[] = [
    {
      key: 'name',
      title: text.categories.name,
      main: true,
      plain: ({ name }) => name,
      cell: ({ name, former_names }) => (
        <>
          {name}
          {former_names.length > 0 && <div className="quiet">{text.categories.also(former_names.join(', '))}</div>}
        </>
      ),
    },
    {
      key: 'offers',
      title: text.categories.offers,
      end: true,
      tight: true,
      plain: ({ offers }) => offers,
      cell: (category) => count(category, 'service', category.offers),
    },
    {
      key: 'requests',
      title: text.categories.requests,
      end: true,
      tight: true,
      plain: ({ requests }) => requests,
      cell: (category) => count(category, 'request', category.requests),
    },
    {
      key: 'exchanges',
      title: text.exchanges.title,
      end: true,
      tight: true,
      plain: ({ exchanges }) => exchanges,
      cell: ({ exchanges }) => exchanges,
    },
    {
      key: 'status',
      title: text.categories.status,
      tight: true,
      plain: ({ status }) => text.categories.statuses[status],
      cell: ({ status }) => text.categories.statuses[status],
    },
  ];
  if (can('listings.write')) {
    columns.push({
      key: 'act',
      title: text.categories.acts,
      quiet: true,
      cell: (category) => {
        const { name, status } = category;
        return (
          <Group gap="xs">
            <Act label={text.categories.rename} of={name} run={() => open({ kind: 'rename', category })} />
            <Act label={text.categories.merge} of={name} run={() => open({ kind: 'merge', category })} />
            <Act
              label={status === 'open' ? text.categories.close : text.categories.reopen}
              of={name}
              run={() => void action.run(category)}
            />
          </Group>
        );
      },
    });
  }
  return { columns, error: action.error };
}

function Act({ label, of, run }: { label: string; of: string; run: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" aria-label={`${label}: ${of}`} onClick={run}>
      {label}
    </Button>
  );
}

/** A new category, or another name for one. */
function NameDialog({ category, onClose }: { category: Category | undefined; onClose: () => void }) {
  const text = useText();
  const { slug, has_partners } = useCommunity();
  const [name, setName] = useState(category?.name ?? '');
  const [fault, setFault] = useState<string>();
  const action = useAction(async () => {
    if (category) await call('renameCategory', { params: { slug, categoryId: category.id }, body: { name } });
    else await call('createCategory', { params: { slug }, body: { name } });
    succeeded(category ? text.categories.renamed : text.categories.added(name.trim()));
    await refresh('listCategories', 'listCommunityListings', 'getCommunityListing');
  });
  const found = action.error?.fields.find(({ field }) => field === 'name');
  const run = async () => {
    setFault(name.trim() ? undefined : text.field.required);
    return name.trim() ? await action.run() : false;
  };
  return (
    <Confirm
      title={category ? text.categories.renameOf(category.name) : text.categories.add}
      go={category ? text.categories.rename : text.categories.create}
      action={{ ...action, error: found ? undefined : action.error, run }}
      onClose={onClose}
    >
      <TextInput
        label={text.categories.name}
        {...(category
          ? { description: text.categories.renameHint(category.offers + category.requests, has_partners) }
          : {})}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        value={name}
        error={fault ?? (found && fieldText(found, text))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Confirm>
  );
}

function MergeDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const text = useText();
  const { slug, has_partners } = useCommunity();
  const [into, setInto] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const query = { per_page: AT_ONCE, ...(search.trim() ? { search: search.trim() } : {}) };
  const list = useRead('listCategories', { query }, { keepPrevious: true });
  const action = useAction(async () => {
    await call('mergeCategory', { params: { slug, categoryId: category.id }, body: { into_id: Number(into) } });
    succeeded(text.categories.merged);
    await refresh('listCategories', 'listCommunityListings', 'getCommunityListing');
  });
  const others = (list.data?.data ?? []).filter(({ id }) => id !== category.id);
  return (
    <Confirm
      title={text.categories.mergeOf(category.name)}
      go={text.categories.merge}
      danger
      disabled={into === null}
      action={action}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{text.categories.mergeText(category.name, category.offers + category.requests, has_partners)}</Text>
        <Select
          label={text.categories.into}
          placeholder={text.categories.choose}
          data-autofocus
          openOnFocus={false}
          searchable
          onSearchChange={(typed) => setSearch(others.some(({ name }) => name === typed) ? '' : typed)}
          nothingFoundMessage={text.categories.none}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={into}
          onChange={setInto}
        />
        <Notice tone="wait">{text.categories.mergeFinal}</Notice>
      </Stack>
    </Confirm>
  );
}
