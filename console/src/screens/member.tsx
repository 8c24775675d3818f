/** One member and the parts of it. */
import { Button, Group, Tabs } from '@mantine/core';
import type { Member } from '@timebank/contract/console';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { ApiError, call } from '../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { Confirm } from '../parts/page/confirm.tsx';
import { Notice } from '../parts/page/notice.tsx';
import { succeeded } from '../parts/page/notify.ts';
import { Page } from '../parts/page/page.tsx';
import { LoadFailed, Loading } from '../parts/page/states.tsx';
import { MemberStatusTag } from '../parts/values/member-status.tsx';

const PARTS = {
  overview: lazy(() => import('./member/overview.tsx')),
  history: lazy(() => import('./member/history.tsx')),
  partners: lazy(() => import('./member/partners.tsx')),
  data: lazy(() => import('./member/data.tsx')),
} as const;
type Part = keyof typeof PARTS;

export default function MemberDetail() {
  const text = useText();
  const format = useFormat();
  const [, navigate] = useLocation();
  const { slug, can } = useCommunity();
  const { memberId = '', tab } = useParams<{ memberId: string; tab?: string }>();
  const found = useRead('getMember', { params: { slug, memberId } });
  const member = found.data?.data;
  const list = `/c/${slug}/members`;
  const back = { href: list, label: text.members.toList };
  const parts = (Object.keys(PARTS) as Part[]).filter((part) => part !== 'data' || can('members.write'));
  const part = parts.find((one) => one === tab) ?? 'overview';
  if (!member) {
    const missing = found.error instanceof ApiError && found.error.code === 'user_not_found';
    return (
      <Page title={missing ? text.members.notFound : text.members.title} back={back}>
        {found.error && !missing && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <Loading />}
      </Page>
    );
  }
  const Content = PARTS[part];
  const isErased = member.erased_at !== null;
  return (
    <Page
      title={member.name}
      tags={<MemberStatusTag status={member.status} />}
      back={back}
      action={can('members.write') && !isErased && <StatusActions member={member} />}
    >
      {member.erased_at ? (
        <Notice tone="info">{text.member.erasedNotice(format.day(member.erased_at.slice(0, 10)))}</Notice>
      ) : (
        member.status !== 'active' && (
          <Notice tone={member.status === 'left' ? 'info' : 'wait'} title={text.memberStatus[member.status]}>
            {text.memberStatusMeans[member.status]}
          </Notice>
        )
      )}
      <Tabs
        value={part}
        onChange={(next) => navigate(next === 'overview' ? `${list}/${memberId}` : `${list}/${memberId}/${next}`)}
        keepMounted={false}
      >
        <Tabs.List className="tabs-list" aria-label={text.member.tabsLabel}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {text.member.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map((one) => (
          <Tabs.Panel key={one} value={one} className="tab-panel">
            <Suspense fallback={<Loading />}>{one === part && <Content member={member} />}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

const QUESTIONS = { suspended: 'suspendTitle', left: 'leaveTitle' } as const;
const VERBS = { suspended: 'suspend', left: 'leave' } as const;

/** Lets the member take part, or not. */
function StatusActions({ member: { id, name, status } }: { member: Member }) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<'suspended' | 'left'>();
  const action = useAction(async (next: 'active' | 'suspended' | 'left') => {
    await call('setMemberStatus', { params: { slug, memberId: id }, body: { status: next } });
    succeeded(text.member.statusChanged);
    await refresh('getMember', 'listMembers', 'getOverview');
  });
  return (
    <Group gap="sm">
      {status !== 'left' && (
        <Button variant="default" onClick={() => setAsking('left')}>
          {text.member.leave}
        </Button>
      )}
      {status === 'active' ? (
        <Button variant="default" onClick={() => setAsking('suspended')}>
          {text.member.suspend}
        </Button>
      ) : (
        <Button loading={action.busy} onClick={() => void action.run('active')}>
          {status === 'pending' ? text.member.activate : text.member.reactivate}
        </Button>
      )}
      {asking && (
        <Confirm
          title={text.member[QUESTIONS[asking]](name)}
          go={text.member[VERBS[asking]]}
          danger
          action={action}
          args={[asking]}
          onClose={() => setAsking(undefined)}
        >
          {text.memberStatusMeans[asking]}
        </Confirm>
      )}
    </Group>
  );
}
