import { Button } from '@mantine/core';
import { browserOf } from '@timebank/contract/browser-name';
import type { SessionItem } from '../../../../console/desk/contract/session.ts';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';

export function SessionsCard() {
  const text = useText();
  const refresh = useRefresh();
  const list = useRead('listSessions');
  const end = useAction(async (sessionId: number) => {
    await call('revokeSession', { params: { sessionId } });
    succeeded(text.account.ended);
    await refresh('listSessions');
  });
  const others = useAction(async () => {
    const { data } = await call('revokeOtherSessions');
    succeeded(text.account.othersEnded(data.revoked));
    await refresh('listSessions');
  });
  const all = list.data?.data;
  const nameOf = (session: SessionItem) => {
    const { browser, system } = browserOf(session.user_agent);
    return browser && system ? text.account.browserOn(browser, system) : (browser ?? text.account.unknownBrowser);
  };
  const columns: Column<SessionItem>[] = [
    {
      key: 'browser',
      title: text.account.browser,
      main: true,
      cell: (session) => (
        <span className="row">
          <span className="row-link">{nameOf(session)}</span>
          {session.current && <Tag tone="info">{text.account.thisOne}</Tag>}
        </span>
      ),
    },
    { key: 'address', title: text.account.address, cell: ({ address }) => address },
    { key: 'seen', title: text.account.lastSeen, cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
    { key: 'began', title: text.account.began, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'end',
      title: text.account.end,
      quiet: true,
      end: true,
      cell: (session) =>
        !session.current && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={text.account.endThis(nameOf(session))}
            onClick={() => void end.run(session.id)}
          >
            {text.account.end}
          </Button>
        ),
    },
  ];
  return (
    <Card
      title={text.account.sessionsTitle}
      lead={all?.length === 1 ? text.account.onlyThis : text.account.sessionsLead}
      action={
        all &&
        all.length > 1 && (
          <Button variant="default" loading={others.busy} onClick={() => void others.run()}>
            {text.account.endOthers}
          </Button>
        )
      }
    >
      <ActionFailed error={end.error ?? others.error} />
      {list.error && !all && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading rows={2} />}
      {all && <DataTable caption={text.account.sessionsTitle} columns={columns} rows={all} rowKey={({ id }) => id} />}
    </Card>
  );
}
