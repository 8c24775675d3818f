/** The partners of the API, and their last activity. */
import { Anchor, Button } from '@mantine/core';
import { PARTNER_STATUSES } from '@timebank/contract/words';
import { Handshake, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ChoiceFilter, SearchFilter } from '../../../console/src/parts/lists/filters.tsx';
import { ListView, listAction } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../console/src/parts/lists/table.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Beside } from '../../../console/src/parts/shell/beside.tsx';
import { KindTag, Time } from '../../../console/src/parts/values/values.tsx';
import type { Partner } from '../contract/partners.ts';
import { StatusTag } from './parts/partner-status.tsx';

const SCOPES_SHOWN = 3;

export default function Partners() {
  const text = useText();
  const { slug, kind, can } = useCommunity();
  const [{ search, status, sort }, change] = useQueryState(['search', 'status', 'sort']);
  const columns = usePartnerColumns();
  const list = useReadPages('listPartners', {
    query: { per_page: PER_PAGE, ...setOnly({ search, status, sort: sort || 'name' }) },
  });
  const isFiltered = search !== '' || status !== '';
  const mayAdd = can('credentials.write');
  const add = mayAdd && (
    <Button component={Link} href={`/c/${slug}/partners/new`} leftSection={<Plus size={18} />}>
      {text.partners.add}
    </Button>
  );
  return (
    <Page
      title={text.partners.title}
      tags={[<KindTag key="kind" kind={kind} />, <Beside key="beside" entry="partners" />]}
      action={listAction(list, isFiltered, add)}
    >
      <ListView
        name="partners"
        caption={text.partners.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        isFiltered={isFiltered}
        clear={() => change({ search: '', status: '' })}
        sorting={{ by: sort || 'name', change: (by) => change({ sort: by }) }}
        filters={
          <>
            <SearchFilter
              label={text.members.searchShort}
              placeholder={text.partners.search}
              value={search}
              change={(value) => change({ search: value })}
            />
            <ChoiceFilter
              label={text.partners.status}
              all={text.members.everyStatus}
              options={PARTNER_STATUSES.map((value) => ({ value, label: text.status[value] }))}
              value={status}
              change={(value) => change({ status: value })}
            />
          </>
        }
        empty={{
          icon: Handshake,
          title: text.partners.emptyTitle,
          text: mayAdd ? text.partners.empty : text.partners.emptyReader,
          action: add,
        }}
        none={{ title: text.partners.noneTitle, text: text.partners.noneFound }}
      />
    </Page>
  );
}

const isLive = ({ status }: Partner['credentials'][number]) => status === 'live' || status === 'expiring';

function usePartnerColumns(): readonly Column<Partner>[] {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  return [
    {
      key: 'name',
      title: text.partners.name,
      main: true,
      sort: 'name',
      plain: ({ name }) => name,
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/c/${slug}/partners/${id}`} className="row-link">
          {name}
        </Anchor>
      ),
    },
    {
      key: 'status',
      title: text.partners.status,
      tight: true,
      plain: ({ status }) => text.status[status],
      cell: ({ status }) => <StatusTag status={status} />,
    },
    {
      key: 'may',
      title: text.partners.may,
      clip: true,
      plain: ({ scopes }) => scopes.map((scope) => text.scopes[scope].short).join(', ') || text.partners.mayNothing,
      cell: ({ scopes }) => {
        if (scopes.length === 0) return <span className="quiet">{text.partners.mayNothing}</span>;
        const shown = scopes.slice(0, SCOPES_SHOWN).map((scope) => text.scopes[scope].short);
        const more = scopes.length - shown.length;
        return (
          <>
            {shown.join(', ')}
            {more > 0 && <span className="quiet"> {text.partners.more(more)}</span>}
          </>
        );
      },
    },
    {
      key: 'secrets',
      title: text.partners.secrets,
      clip: true,
      plain: ({ credentials }) => text.partners.liveSecrets(credentials.filter(isLive).length),
      cell: ({ credentials }) => {
        const live = credentials.filter(isLive);
        const ends = live.find(({ expires_at }) => expires_at)?.expires_at;
        return (
          <>
            {text.partners.liveSecrets(live.length)}
            {ends && <span className="quiet">, {text.partners.expires(format.relative(ends))}</span>}
          </>
        );
      },
    },
    {
      key: 'credit',
      title: text.partners.lastCredit,
      sort: 'credit',
      tight: true,
      plain: ({ last_credit_at }) => ({ at: last_credit_at }),
      cell: ({ last_credit_at }) =>
        last_credit_at ? <Time at={last_credit_at} /> : <span className="quiet">{text.when.never}</span>,
    },
    {
      key: 'last',
      title: text.partners.lastCall,
      sort: 'call',
      tight: true,
      plain: ({ last_call_at }) => ({ at: last_call_at }),
      cell: ({ last_call_at }) =>
        last_call_at ? <Time at={last_call_at} /> : <span className="quiet">{text.partners.neverCalled}</span>,
    },
    {
      key: 'added',
      title: text.partners.added,
      sort: 'added',
      tight: true,
      initially: false,
      plain: ({ created_at }) => ({ at: created_at }),
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
}
