/** Everybody who belongs to the community. */

import { Anchor, Button, Checkbox, Group } from '@mantine/core';
import { MEMBER_STATUSES } from '@timebank/contract/words';
import { Phone, Plus, Upload, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useRead, useReadPages } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../../../console/src/parts/lists/filters.tsx';
import { ListView, listAction } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../console/src/parts/lists/table.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import type { PlainCell } from '../../../console/src/parts/paper/plain.ts';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { ButtonTo } from '../../../console/src/parts/values/to.tsx';
import { listedName, Tag } from '../../../console/src/parts/values/values.tsx';
import type { MemberSummary } from '../contract/members.ts';
import { StandingTag } from './member/hold.tsx';

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
  const clear = () => setChosen(new Map());
  const decides = status === 'pending' && slips === '' && can('members.write');
  const columns = useMemberColumns(slips !== '' || decides ? { chosen, toggle } : undefined, { search, status, sort });
  const list = useReadPages('listMembers', {
    query: { per_page: PER_PAGE, ...setOnly({ search, status, sort: search === '' ? sort || SORTED : '' }) },
  });
  const { items } = list;
  const choose = items && (() => setChosen(new Map([...chosen, ...items.map(({ id, name }) => [id, name] as const)])));
  const isFiltered = search !== '' || status !== '';
  const actions = can('members.write') && (
    <Group gap="sm">
      <Button variant="default" component={Link} href={`/c/${slug}/to-call`} leftSection={<Phone size={18} />}>
        {text.toCall.title}
      </Button>
      {can('imports.write') && (
        <Button
          variant="default"
          component={Link}
          href={`/c/${slug}/import?kind=members`}
          leftSection={<Upload size={18} />}
        >
          {text.members.importFile}
        </Button>
      )}
      <ButtonTo href={`/c/${slug}/members/duplicates`}>{text.likeMembers.open}</ButtonTo>
      <Button component={Link} href={`/c/${slug}/members/new`} leftSection={<Plus size={18} />}>
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

// The columns of the list of members: how they are called and reached, what was agreed, and their hours.

/** Offices look people up by family name; who has none sorts by the name. */
const SORTED = 'surname';

/**
 * @param choice which members are chosen; undefined: none can be
 * @param state which list it is: a member's page leads back to it, and on to the next
 */
function useMemberColumns(
  choice: { readonly chosen: Pick<ReadonlySet<string>, 'has'>; readonly toggle: (id: string) => void } | undefined,
  state: { readonly search: string; readonly status: string; readonly sort: string },
): readonly Column<MemberSummary>[] {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const from = new URLSearchParams(setOnly({ ...state, sort: state.search === '' ? state.sort || SORTED : '' }));
  const { names, reached, agreed, sees } = useDetailColumns();
  const none = <span className="quiet">–</span>;
  const isByGiven = state.sort.replace('-', '') === 'name';
  const listed = (name: string, family: string | null) => (isByGiven ? name : listedName(name, family));
  return [
    {
      key: 'name',
      title: text.members.name,
      main: true,
      sort: 'surname',
      plain: ({ name, family_name }) => ({ name, listed: listed(name, family_name) }),
      cell: ({ id, name, family_name }) => (
        <Group gap="sm" wrap="nowrap">
          {choice && (
            <Checkbox
              aria-label={text.members.choose(name)}
              checked={choice.chosen.has(id)}
              onChange={() => choice.toggle(id)}
            />
          )}
          <Anchor component={Link} href={`/c/${slug}/members/${id}?${from}`} className="row-link">
            {listed(name, family_name)}
          </Anchor>
        </Group>
      ),
    },
    ...names,
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
      clip: 'short',
      plain: ({ email }) => email,
      cell: (row) => <Email {...row} />,
    },
    ...reached,
    {
      key: 'status',
      phone: 'below',
      title: text.members.status,
      tight: true,
      plain: ({ status }) => text.memberStatus[status],
      cell: (row) => <StandingTag {...row} />,
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
    ...agreed,
    ...sees,
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

/** The address, and that no mail arrives there. */
function Email({ email, email_is_bad }: MemberSummary) {
  const text = useText();
  if (email === null) return <span className="quiet">–</span>;
  return (
    <span title={email}>
      {email} {email_is_bad && <Tag tone="bad">{text.members.emailIsBad}</Tag>}
    </span>
  );
}

/** Given and family name, how a member is reached, and what was agreed; most of them only where they are chosen. */
function useDetailColumns() {
  const { text, format } = useLanguage();
  const { has_partners } = useCommunity();
  const quarterIs = useRead('listMemberFields').data?.data.find(({ is_quarter: is }) => is);
  const { member: labels } = text;
  const column = (
    key: string,
    title: string,
    plain: (row: MemberSummary) => string | null,
    more: Partial<Column<MemberSummary>> = {},
  ): Column<MemberSummary> => ({
    key,
    title,
    initially: false,
    phone: 'line',
    plain: (row) => plain(row) ?? '',
    cell: (row) => plain(row) ?? <span className="quiet">–</span>,
    ...more,
  });
  const day = (key: string, title: string, of: (row: MemberSummary) => string | null) =>
    column(key, title, (row) => (of(row) === null ? null : format.day(of(row) ?? '')), {
      plain: (row): PlainCell => ({ day: of(row) }),
      tight: true,
    });
  return {
    names: [
      column('given', labels.givenName, ({ given_name }) => given_name, { sort: 'name' }),
      column('family', labels.familyName, ({ family_name }) => family_name),
    ],
    reached: [
      column('phone', text.members.phone, ({ phone }) => phone, { initially: true, tight: true }),
      column('second_phone', labels.secondPhone, ({ second_phone }) => second_phone, { tight: true }),
      column('street', labels.street, ({ street }) => street),
      column('postal_code', labels.postalCode, ({ postal_code }) => postal_code, { tight: true }),
      column('place', text.members.place, ({ place }) => place),
      column('country', labels.country, ({ country }) => country),
      ...(quarterIs ? [column('quarter', quarterIs.name, ({ quarter }) => quarter)] : []),
      column(
        'contact',
        labels.preferredContact,
        ({ preferred_contact }) => preferred_contact && labels.contactWays[preferred_contact],
      ),
      column('born', labels.birthYear, ({ birth_year }) => birth_year, { tight: true }),
    ],
    agreed: [
      column('booklet', text.booklet.consent, ({ booklet_contact: allowed }) =>
        allowed === 'none' ? null : text.booklet.consentOf[allowed],
      ),
      day('agreement', labels.agreementSignedOn, ({ agreement_signed_on }) => agreement_signed_on),
      day('consent', labels.emailConsentOn, ({ email_consent_on }) => email_consent_on),
    ],
    // The default nearly everywhere: chosen by those who look for the others.
    sees: has_partners
      ? [
          column('sees', text.members.sees, ({ visibility }) => text.visibility[visibility ?? 'default'], {
            ...{ phone: 'hidden', clip: true },
            cell: ({ visibility }) =>
              visibility ? text.visibility[visibility] : <span className="quiet">{text.visibility.default}</span>,
          }),
        ]
      : [],
  };
}
