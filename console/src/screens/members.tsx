/** Everybody who belongs to the community. */
import { Anchor, Button, Checkbox, Group } from '@mantine/core';
import type { MemberSummary } from '@timebank/contract/console';
import { MEMBER_STATUSES } from '@timebank/contract/words';
import { Phone, Plus, Upload, Users } from 'lucide-react';
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

const ManyPending = lazy(() => import('./members/many-pending.tsx'));
const ChosenSlips = lazy(() => import('./members/chosen-slips.tsx'));

/** Offices look people up by family name; who has none sorts by the name. */
const SORTED = 'surname';

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
  const choose = () => setChosen(new Set([...chosen, ...(list.items ?? []).map(({ id }) => id)]));
  const clear = () => setChosen(new Set());
  const decides = status === 'pending' && slips === '' && can('members.write');
  const columns = useMemberColumns(slips !== '' || decides ? { chosen, toggle } : undefined, { search, status, sort });
  const list = useReadPages('listMembers', {
    params: { slug },
    query: { per_page: PER_PAGE, ...setOnly({ search, status, sort: search === '' ? sort || SORTED : '' }) },
  });
  const isFiltered = search !== '' || status !== '';
  const actions = can('members.write') && (
    <Group gap="sm">
      <Button
        variant="default"
        component={Link}
        href={`/c/${slug}/to-call`}
        leftSection={<Phone size={18} aria-hidden="true" />}
      >
        {text.toCall.title}
      </Button>
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
      <Button variant="default" component={Link} href={`/c/${slug}/members/duplicates`}>
        {text.likeMembers.open}
      </Button>
      <Button component={Link} href={`/c/${slug}/members/new`} leftSection={<Plus size={18} aria-hidden="true" />}>
        {text.members.add}
      </Button>
    </Group>
  );
  return (
    <Page title={text.members.title} action={listAction(list, isFiltered, actions)}>
      {slips !== '' && (
        <Suspense>
          <ChosenSlips chosen={[...chosen]} choose={choose} clear={clear} close={() => change({ slips: '' })} />
        </Suspense>
      )}
      {decides && (list.items?.length ?? 0) > 0 && (
        <Suspense>
          <ManyPending chosen={[...chosen]} choose={choose} clear={clear} />
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
        {...(search ? {} : { sorting: { by: sort || SORTED, change: (by) => change({ sort: by }) } })}
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
              change={(value) => {
                clear();
                change({ status: value });
              }}
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

/**
 * @param choice which members are chosen; undefined: none can be
 * @param state which list it is: a member's page leads back to it, and on to the next
 */
function useMemberColumns(
  choice: { readonly chosen: ReadonlySet<string>; readonly toggle: (id: string) => void } | undefined,
  state: { readonly search: string; readonly status: string; readonly sort: string },
): readonly Column<MemberSummary>[] {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const from = new URLSearchParams(setOnly({ ...state, sort: state.search === '' ? state.sort || SORTED : '' }));
  const contact = useContactColumns();
  const none = <span className="quiet">–</span>;
  return [
    {
      key: 'name',
      title: text.members.name,
      main: true,
      sort: 'surname',
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
          <Anchor component={Link} href={`/c/${slug}/members/${id}?${from}`} className="row-link">
            {name}
          </Anchor>
        </Group>
      ),
    },
    ...contact.slice(0, 2),
    {
      key: 'number',
      phone: 'below',
      title: text.members.number,
      sort: 'number',
      tight: true,
      plain: ({ external_id }) => external_id,
      cell: ({ external_id }) => external_id ?? none,
    },
    {
      key: 'email',
      phone: 'hidden',
      title: text.members.email,
      plain: ({ email }) => email,
      cell: ({ email }) => email ?? none,
    },
    ...contact.slice(2),
    {
      key: 'status',
      phone: 'below',
      title: text.members.status,
      tight: true,
      plain: ({ status }) => text.memberStatus[status],
      cell: ({ status }) => <MemberStatusTag status={status} />,
    },
    {
      key: 'joined',
      phone: 'hidden',
      title: text.members.joined,
      sort: 'joined',
      tight: true,
      initially: false,
      plain: ({ joined_on }) => ({ day: joined_on }),
      cell: ({ joined_on }) => (joined_on ? format.day(joined_on) : none),
    },
    {
      key: 'sees',
      phone: 'hidden',
      title: text.members.sees,
      clip: true,
      plain: ({ visibility }) => text.visibility[visibility ?? 'default'],
      cell: ({ visibility }) =>
        visibility ? text.visibility[visibility] : <span className="quiet">{text.visibility.default}</span>,
    },
    {
      key: 'balance',
      phone: 'beside',
      title: text.members.balance,
      sort: 'balance',
      end: true,
      tight: true,
      plain: ({ balance_hours }) => ({ hours: balance_hours }),
      cell: ({ balance_hours }) => <Hours value={balance_hours} />,
    },
  ];
}

/** Given and family name, then how a member is reached. */
function useContactColumns(): readonly Column<MemberSummary>[] {
  const text = useText();
  const none = <span className="quiet">–</span>;
  return [
    {
      key: 'given',
      phone: 'line',
      title: text.member.givenName,
      sort: 'name',
      initially: false,
      plain: ({ given_name }) => given_name ?? '',
      cell: ({ given_name }) => given_name ?? none,
    },
    {
      key: 'family',
      phone: 'line',
      title: text.member.familyName,
      initially: false,
      plain: ({ family_name }) => family_name ?? '',
      cell: ({ family_name }) => family_name ?? none,
    },
    {
      key: 'phone',
      phone: 'line',
      title: text.members.phone,
      tight: true,
      plain: ({ phone }) => phone ?? '',
      cell: ({ phone }) => phone ?? none,
    },
    {
      key: 'place',
      title: text.members.place,
      initially: false,
      plain: ({ place }) => place ?? '',
      cell: ({ place }) => place ?? none,
    },
  ];
}
