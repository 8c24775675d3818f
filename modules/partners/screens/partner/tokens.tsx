/** The live access tokens of a partner, and their end: one by one, or all. */
import { Button, Text } from '@mantine/core';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useReadPages } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { actColumn, type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Arriving, Empty, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Code, Time } from '../../../../console/src/parts/values/values.tsx';
import type { Partner } from '../../contract/partners.ts';
import type { PartnerToken } from '../../contract/tokens.ts';
import { ScopeName } from '../parts/scopes.tsx';

const PER_PAGE = 10;

export function Tokens({ partner }: { partner: Partner }) {
  const { tokens: text } = useText().access;
  const { slug, can } = useCommunity();
  const params = { slug, partnerId: partner.id };
  const list = useReadPages('listPartnerTokens', { params, query: { per_page: PER_PAGE } });
  const [asking, setAsking] = useState<PartnerToken | 'all'>();
  const revoke = useAction(async (tokenId: string) => {
    await call('revokePartnerToken', { params: { ...params, tokenId } });
    succeeded(text.revoked);
    await refresh('listPartnerTokens');
  });
  const revokeAll = useAction(async () => {
    const { data } = await call('revokePartnerTokens', { params });
    succeeded(text.revokedAll(data.revoked));
    await refresh('listPartnerTokens');
  });
  const close = () => {
    setAsking(undefined);
    revoke.clear();
    revokeAll.clear();
  };
  const may = can('credentials.write');
  const { items } = list;
  return (
    <Card
      title={text.title}
      lead={text.lead}
      action={
        may &&
        items !== undefined &&
        items.length > 0 && (
          <Button variant="default" onClick={() => setAsking('all')}>
            {text.revokeAll}
          </Button>
        )
      }
    >
      <Arriving of={list} rows={2} />
      {items?.length === 0 && (
        <Empty icon={Ticket} title={text.emptyTitle}>
          {text.empty}
        </Empty>
      )}
      {items && items.length > 0 && <TokenTable tokens={items} revoke={may ? setAsking : undefined} />}
      {list.hasNextPage && (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {text.more}
        </Button>
      )}
      {asking === 'all' && (
        <Confirm title={text.revokeAllTitle} go={text.revokeAll} danger action={revokeAll} onClose={close}>
          {text.revokeAllText}
        </Confirm>
      )}
      {typeof asking === 'object' && (
        <Confirm title={text.revokeTitle} go={text.revoke} danger action={revoke} args={[asking.id]} onClose={close}>
          <Text>{text.revokeText(asking.id)}</Text>
        </Confirm>
      )}
    </Card>
  );
}

interface TokenTableProps {
  tokens: readonly PartnerToken[];
  revoke: ((token: PartnerToken) => void) | undefined;
}

function TokenTable({ tokens, revoke }: TokenTableProps) {
  const { tokens: text } = useText().access;
  const format = useFormat();
  const columns: Column<PartnerToken>[] = [
    {
      key: 'id',
      title: text.id,
      main: true,
      cell: ({ id, secret_hint, key_id }) => (
        <>
          <Code>{id}</Code>
          <div className="quiet">
            {text.by} {secret_hint ? text.bySecret(secret_hint) : text.byKey(key_id ?? '?')}
          </div>
        </>
      ),
    },
    {
      key: 'scopes',
      title: text.scopes,
      cell: ({ scopes }) => (
        <span className="scope-names">
          {scopes.map((scope) => (
            <ScopeName key={scope} scope={scope} />
          ))}
        </span>
      ),
    },
    { key: 'issued', title: text.issued, cell: ({ issued_at }) => <Time at={issued_at} /> },
    { key: 'expires', title: text.expires, cell: ({ expires_at }) => format.relative(expires_at) },
    ...(revoke
      ? [actColumn<PartnerToken>(text.revoke, ({ id }) => text.revokeThis(id), revoke, { danger: true })]
      : []),
  ];
  return <DataTable caption={text.title} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}
