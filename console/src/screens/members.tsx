/** Everybody who belongs to the community. */
import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MemberSummary } from '@timebank/contract/console';
import { MEMBER_STATUSES } from '@timebank/contract/words';
import { Plus, Search, Upload, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { ListView } from '../parts/lists/list-view.tsx';
import { PER_PAGE } from '../parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../parts/lists/query-state.ts';
import type { Column } from '../parts/lists/table.tsx';
import { Page } from '../parts/page/page.tsx';
import { Hours } from '../parts/values/hours.tsx';
import { MemberStatusTag } from '../parts/values/member-status.tsx';

const TYPED_AFTER_MS = 150;

export default function Members() {
  const text = useText();
  const { slug, can } = useCommunity();
  const columns = useMemberColumns();
  const [{ search, status, sort }, change] = useQueryState(['search', 'status', 'sort']);
  const [typed, setTyped] = useState(search);
  const [wanted] = useDebouncedValue(typed.trim(), TYPED_AFTER_MS);
  useEffect(() => {
    if (wanted !== search) change({ search: wanted });
  }, [wanted, search, change]);
  const list = useReadPages('listMembers', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly({ search: wanted, status, sort }) },
  });
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
  const isEmpty = list.items?.length === 0 && !isFiltered;
  return (
    <Page title={text.members.title} action={!isEmpty && actions}>
      <ListView
        name="members"
        caption={text.members.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        isFiltered={isFiltered}
        clear={() => {
          setTyped('');
          change({ search: '', status: '' });
        }}
        // A search has its own order: the best hits first.
        {...(wanted ? {} : { sorting: { by: sort || 'name', change: (by) => change({ sort: by }) } })}
        filters={
          <>
            <TextInput
              label={text.members.searchShort}
              className="filter-search"
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
          </>
        }
        empty={{
          icon: Users,
          title: text.members.emptyTitle,
          text: actions ? text.members.empty : text.members.emptyReader,
          action: actions,
        }}
        none={{ title: text.members.noneTitle, text: text.members.none }}
      />
    </Page>
  );
}

function useMemberColumns(): readonly Column<MemberSummary>[] {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const none = <span className="quiet">–</span>;
  return [
    {
      key: 'name',
      title: text.members.name,
      main: true,
      sort: 'name',
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/c/${slug}/members/${id}`} className="row-link">
          {name}
        </Anchor>
      ),
    },
    {
      key: 'number',
      title: text.members.number,
      sort: 'number',
      tight: true,
      cell: ({ external_id }) => external_id ?? none,
    },
    { key: 'email', title: text.members.email, clip: true, cell: ({ email }) => email ?? none },
    {
      key: 'status',
      title: text.members.status,
      tight: true,
      cell: ({ status }) => <MemberStatusTag status={status} />,
    },
    {
      key: 'joined',
      title: text.members.joined,
      sort: 'joined',
      tight: true,
      initially: false,
      cell: ({ joined_on }) => (joined_on ? format.day(joined_on) : none),
    },
    {
      key: 'sees',
      title: text.members.sees,
      clip: true,
      cell: ({ visibility }) =>
        visibility ? text.visibility[visibility] : <span className="quiet">{text.visibility.default}</span>,
    },
    {
      key: 'balance',
      title: text.members.balance,
      sort: 'balance',
      end: true,
      tight: true,
      cell: ({ balance_hours }) => <Hours value={balance_hours} />,
    },
  ];
}
