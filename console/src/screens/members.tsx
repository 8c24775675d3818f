/** Everybody who belongs to the community. */
import { Anchor, Button, Checkbox, Group } from '@mantine/core';
import type { MemberSummary } from '@timebank/contract/console';
import { MEMBER_STATUSES } from '@timebank/contract/words';
import { Plus, Upload, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../parts/lists/filters.tsx';
import { listAction } from '../parts/lists/list-action.tsx';
import { ListView } from '../parts/lists/list-view.tsx';
import { PER_PAGE } from '../parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../parts/lists/query-state.ts';
import type { Column } from '../parts/lists/table.tsx';
import { Page } from '../parts/page/page.tsx';
import { Hours } from '../parts/values/hours.tsx';
import { MemberStatusTag } from '../parts/values/member-status.tsx';

const ChosenSlips = lazy(() => import('./members/chosen-slips.tsx'));

export default function Members() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [{ search, status, sort, slips }, change] = useQueryState(['search', 'status', 'sort', 'slips']);
  // In the order in which they were chosen.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const columns = useMemberColumns(slips === '' ? undefined : { chosen, toggle });
  const list = useReadPages('listMembers', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly({ search, status, sort }) },
  });
  const isFiltered = search !== '' || status !== '';
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
  return (
    <Page title={text.members.title} action={listAction(list, isFiltered, actions)}>
      {slips !== '' && (
        <Suspense>
          <ChosenSlips
            chosen={[...chosen]}
            choose={() => setChosen(new Set([...chosen, ...(list.items ?? []).map(({ id }) => id)]))}
            clear={() => setChosen(new Set())}
            close={() => change({ slips: '' })}
          />
        </Suspense>
      )}
      <ListView
        name="members"
        caption={text.members.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        isFiltered={isFiltered}
        clear={() => change({ search: '', status: '' })}
        // A search has its own order: the best hits first.
        {...(search ? {} : { sorting: { by: sort || 'name', change: (by) => change({ sort: by }) } })}
        filters={
          <>
            <SearchFilter
              label={text.members.searchShort}
              placeholder={text.members.search}
              value={search}
              change={(value) => change({ search: value })}
            />
            <ChoiceFilter
              label={text.members.status}
              all={text.members.everyStatus}
              options={MEMBER_STATUSES.map((value) => ({ value, label: text.memberStatus[value] }))}
              value={status}
              change={(value) => change({ status: value })}
            />
          </>
        }
        empty={{
          icon: Users,
          title: text.members.emptyTitle,
          text: actions ? text.members.empty : text.members.emptyReader,
          action: actions,
        }}
        sign
        none={{ title: text.members.noneTitle, text: text.members.none }}
      />
    </Page>
  );
}

/** @param choice which members are chosen; absent: none can be */
function useMemberColumns(choice?: {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}): readonly Column<MemberSummary>[] {
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
      plain: ({ name }) => name,
      cell: ({ id, name }) => (
        <Group gap="sm" wrap="nowrap">
          {choice && (
            <Checkbox
              aria-label={text.members.choose(name)}
              checked={choice.chosen.has(id)}
              onChange={() => choice.toggle(id)}
            />
          )}
          <Anchor component={Link} href={`/c/${slug}/members/${id}`} className="row-link">
            {name}
          </Anchor>
        </Group>
      ),
    },
    {
      key: 'number',
      title: text.members.number,
      sort: 'number',
      tight: true,
      plain: ({ external_id }) => external_id,
      cell: ({ external_id }) => external_id ?? none,
    },
    {
      key: 'email',
      title: text.members.email,
      plain: ({ email }) => email,
      cell: ({ email }) => email ?? none,
    },
    {
      key: 'status',
      title: text.members.status,
      tight: true,
      plain: ({ status }) => text.memberStatus[status],
      cell: ({ status }) => <MemberStatusTag status={status} />,
    },
    {
      key: 'joined',
      title: text.members.joined,
      sort: 'joined',
      tight: true,
      initially: false,
      plain: ({ joined_on }) => ({ day: joined_on }),
      cell: ({ joined_on }) => (joined_on ? format.day(joined_on) : none),
    },
    {
      key: 'sees',
      title: text.members.sees,
      clip: true,
      plain: ({ visibility }) => text.visibility[visibility ?? 'default'],
      cell: ({ visibility }) =>
        visibility ? text.visibility[visibility] : <span className="quiet">{text.visibility.default}</span>,
    },
    {
      key: 'balance',
      title: text.members.balance,
      sort: 'balance',
      end: true,
      tight: true,
      plain: ({ balance_hours }) => ({ hours: balance_hours }),
      cell: ({ balance_hours }) => <Hours value={balance_hours} />,
    },
  ];
}
