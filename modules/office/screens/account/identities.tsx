/** The link with the organisation's identity provider. */
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useRead, useRefresh, useWaysIn } from '../../../../console/src/api/hooks.ts';
import { failureOf, leaveForProvider } from '../../../../console/src/api/provider.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { Identity } from '../../contract/provider.ts';

export function IdentitiesCard() {
  const { identities: text } = useText();
  const { provider } = useWaysIn();
  const refresh = useRefresh();
  const list = useRead('listIdentities');
  const [removing, setRemoving] = useState<Identity>();
  const failed = failureOf(useHistoryState());
  const link = useAction(() => leaveForProvider('beginIdentity', '/account'));
  const unlink = useAction(async (identityId: number) => {
    await call('removeIdentity', { params: { identityId } });
    succeeded(text.unlinked);
    await refresh('listIdentities', 'getSession');
  });
  const all = list.data?.data;
  if (provider === null && !all?.length) return null;
  const name = provider ?? all?.[0]?.issuer ?? '';
  const nameOf = ({ current, issuer }: Identity) => (current && provider !== null ? provider : issuer);
  const columns: Column<Identity>[] = [
    { key: 'issuer', title: text.issuer, main: true, cell: (one) => <span className="row-link">{nameOf(one)}</span> },
    { key: 'subject', title: text.subject, cell: ({ subject }) => subject },
    { key: 'used', title: text.used, cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : text.neverUsed) },
    {
      key: 'unlink',
      title: text.unlink,
      quiet: true,
      end: true,
      cell: (one) => (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={text.unlinkThis(nameOf(one))}
          onClick={() => setRemoving(one)}
        >
          {text.unlink}
        </Button>
      ),
    },
  ];
  return (
    <Card title={text.title(name)} lead={text.lead(name)}>
      <Stack gap="md">
        <ActionFailed error={failed} />
        {list.error && !all && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
        {list.isPending && <Loading rows={1} />}
        {all && all.length > 0 && (
          <DataTable caption={text.title(name)} columns={columns} rows={all} rowKey={({ id }) => id} />
        )}
        {all?.some((one) => one.follows_claim) && <Text>{text.rolesFollow}</Text>}
        {all && provider !== null && !all.some(({ current }) => current) && (
          <>
            <Text>{text.linkHow(provider)}</Text>
            <div>
              <Button loading={link.busy} onClick={() => void link.run()}>
                {text.link}
              </Button>
            </div>
            <ActionFailed error={link.error} />
          </>
        )}
      </Stack>
      {removing && (
        <Confirm
          title={text.unlinkTitle(nameOf(removing))}
          go={text.unlink}
          danger
          action={unlink}
          args={[removing.id]}
          onClose={() => setRemoving(undefined)}
        >
          {text.unlinkText}
        </Confirm>
      )}
    </Card>
  );
}
