import { Anchor, Button, TextInput } from '@mantine/core';
import type { Partner } from '@timebank/contract/console';
import { Handshake, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { type Column, DataTable } from '../parts/lists/table.tsx';
import { Page } from '../parts/page/page.tsx';
import { Empty, LoadFailed, Loading } from '../parts/page/states.tsx';
import { KindTag } from '../parts/values/kind-tag.tsx';
import { StatusTag } from '../parts/values/partner-status.tsx';
import { Time } from '../parts/values/time.tsx';

/** From this many on one looks for a partner by typing. */
const SEARCH_FROM = 8;
const SCOPES_SHOWN = 3;

export default function Partners() {
  const text = useText();
  const { slug, kind, can } = useCommunity();
  const list = useRead('listPartners', { params: { slug } });
  const [search, setSearch] = useState('');
  const mayAdd = can('credentials.write');
  const add = mayAdd && (
    <Button component={Link} href={`/c/${slug}/partners/new`} leftSection={<Plus size={18} aria-hidden="true" />}>
      {text.partners.add}
    </Button>
  );
  const all = list.data?.data;
  const found = all?.filter(({ name }) => name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  return (
    <Page
      title={text.partners.title}
      lead={text.partners.lead}
      tags={<KindTag kind={kind} />}
      action={all && all.length > 0 ? add : undefined}
    >
      {list.error && !all && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {all?.length === 0 && (
        <Empty icon={Handshake} title={text.partners.emptyTitle} action={add}>
          {mayAdd ? text.partners.empty : text.partners.emptyReader}
        </Empty>
      )}
      {all && all.length >= SEARCH_FROM && (
        <TextInput
          className="search"
          aria-label={text.partners.search}
          placeholder={text.partners.search}
          leftSection={<Search size={16} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {all && all.length > 0 && found?.length === 0 && <p className="quiet">{text.partners.noneFound}</p>}
      {found && found.length > 0 && <PartnerTable partners={found} />}
    </Page>
  );
}

function PartnerTable({ partners }: { partners: readonly Partner[] }) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const columns: Column<Partner>[] = [
    {
      key: 'name',
      title: text.partners.name,
      main: true,
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/c/${slug}/partners/${id}`} className="row-link">
          {name}
        </Anchor>
      ),
    },
    { key: 'status', title: text.partners.status, tight: true, cell: ({ status }) => <StatusTag status={status} /> },
    {
      key: 'may',
      title: text.partners.may,
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
      cell: ({ credentials }) => {
        const live = credentials.filter(({ status }) => status === 'live' || status === 'expiring');
        const ends = live.find(({ expires_at }) => expires_at)?.expires_at;
        return (
          <>
            {text.partners.liveSecrets(live.length)}
            {ends && <div className="quiet">{text.partners.expires(format.relative(ends))}</div>}
          </>
        );
      },
    },
    {
      key: 'last',
      title: text.partners.lastCall,
      cell: ({ last_call_at }) =>
        last_call_at ? <Time at={last_call_at} /> : <span className="quiet">{text.partners.neverCalled}</span>,
    },
  ];
  return (
    <div className="card card-table">
      <DataTable caption={text.partners.title} columns={columns} rows={partners} rowKey={({ id }) => id} />
    </div>
  );
}
