/** Everybody who belongs to the community. */
import { Button, Group } from '@mantine/core';
import { MEMBER_STATUSES } from '@timebank/contract/words';
import { Phone, Plus, Upload, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../../../console/src/parts/lists/filters.tsx';
import { listAction } from '../../../console/src/parts/lists/list-action.tsx';
import { ListView } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE } from '../../../console/src/parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { SORTED, useMemberColumns } from './members/columns.tsx';

const ManyPending = lazy(() => import('./members/many-pending.tsx'));
const ChosenSlips = lazy(() => import('./members/chosen-slips.tsx'));

export default function Members() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [{ search, status, sort, slips }, change] = useQueryState(['search', 'status', 'sort', 'slips']);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map()); // In the order in which they were chosen.
  const toggle = (id: string) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, (list.items ?? []).find((one) => one.id === id)?.name ?? '');
    setChosen(next);
  };
  const choose = () =>
    setChosen(new Map([...chosen, ...(list.items ?? []).map(({ id, name }) => [id, name] as const)]));
  const clear = () => setChosen(new Map());
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
          <ChosenSlips chosen={chosen} choose={choose} clear={clear} close={() => change({ slips: '' })} />
        </Suspense>
      )}
      {decides && (list.items?.length ?? 0) > 0 && (
        <Suspense>
          <ManyPending chosen={[...chosen.keys()]} choose={choose} clear={clear} />
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
