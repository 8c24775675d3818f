/** Everybody who belongs to the community. */
import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MemberSummary } from '@timebank/contract/console';
import { MEMBER_STATUSES } from '@timebank/contract/words';
import { Plus, Search, Upload, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { PER_PAGE } from '../parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../parts/lists/table.tsx';
import { Page } from '../parts/page/page.tsx';
import { Empty, LoadFailed, Loading } from '../parts/page/states.tsx';
import { Hours } from '../parts/values/hours.tsx';
import { MemberStatusTag } from '../parts/values/member-status.tsx';

const TYPED_AFTER_MS = 150;

export default function Members() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [{ search, status }, change] = useQueryState(['search', 'status']);
  const [typed, setTyped] = useState(search);
  const [wanted] = useDebouncedValue(typed.trim(), TYPED_AFTER_MS);
  useEffect(() => {
    if (wanted !== search) change({ search: wanted });
  }, [wanted, search, change]);
  const list = useReadPages('listMembers', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly({ search: wanted, status }) },
  });
  const { items } = list;
  const isFiltered = wanted !== '' || status !== '';
  const actions = can('members.write') && (
    <Group gap="sm">
      {can('imports.write') && (
        <Button
          variant="default"
          component={Link}
          href={`/c/${slug}/import?kind=members`}
          leftSection={<Upload size={18} aria-hidden="true" />}
        >
          {text.members.importFile}
        </Button>
      )}
      <Button component={Link} href={`/c/${slug}/members/new`} leftSection={<Plus size={18} aria-hidden="true" />}>
        {text.members.add}
      </Button>
    </Group>
  );
  const isEmpty = items?.length === 0 && !isFiltered;
  return (
    <Page title={text.members.title} lead={text.members.lead} action={!isEmpty && actions}>
      {!isEmpty && (
        <search className="filters filters-wide">
          <TextInput
            label={text.members.searchShort}
            placeholder={text.members.search}
            leftSection={<Search size={16} aria-hidden="true" />}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Select
            label={text.members.status}
            placeholder={text.members.everyStatus}
            clearable
            data={MEMBER_STATUSES.map((value) => ({ value, label: text.memberStatus[value] }))}
            value={status || null}
            onChange={(value) => change({ status: value ?? '' })}
          />
        </search>
      )}
      <p role="status" className={items?.length === 0 ? 'hidden' : 'quiet'}>
        {isFiltered && items && !list.isPlaceholderData && text.members.found(items.length, list.hasNextPage)}
      </p>
      {list.error && !items && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {isEmpty && (
        <Empty icon={Users} title={text.members.emptyTitle} action={actions}>
          {actions ? text.members.empty : text.members.emptyReader}
        </Empty>
      )}
      {items?.length === 0 && isFiltered && (
        <Empty
          icon={Search}
          title={text.members.noneTitle}
          action={
            <Button
              variant="default"
              onClick={() => {
                setTyped('');
                change({ search: '', status: '' });
              }}
            >
              {text.act.clear}
            </Button>
          }
        >
          {text.members.none}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div className="card card-table" aria-busy={list.isFetching}>
          <MemberTable members={items} />
        </div>
      )}
      <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />
    </Page>
  );
}

function MemberTable({ members }: { members: readonly MemberSummary[] }) {
  const text = useText();
  const { slug } = useCommunity();
  const columns: Column<MemberSummary>[] = [
    {
      key: 'name',
      title: text.members.name,
      main: true,
      cell: ({ id, name, email }) => (
        <>
          <Anchor component={Link} href={`/c/${slug}/members/${id}`} className="row-link">
            {name}
          </Anchor>
          {email && <div className="quiet">{email}</div>}
        </>
      ),
    },
    {
      key: 'number',
      title: text.members.number,
      cell: ({ external_id }) => external_id ?? <span className="quiet">–</span>,
    },
    {
      key: 'status',
      title: text.members.status,
      tight: true,
      cell: ({ status }) => <MemberStatusTag status={status} />,
    },
    {
      key: 'sees',
      title: text.members.sees,
      cell: ({ visibility }) =>
        visibility ? text.visibility[visibility] : <span className="quiet">{text.visibility.default}</span>,
    },
    {
      key: 'balance',
      title: text.members.balance,
      end: true,
      tight: true,
      cell: ({ balance_hours }) => <Hours value={balance_hours} />,
    },
  ];
  return <DataTable caption={text.members.title} columns={columns} rows={members} rowKey={({ id }) => id} />;
}
