/** One member and the parts of it. */

import { Anchor, Button, Group, Tabs } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { ApiError, call } from '../../../console/src/api/call.ts';
import { refresh, useAction, useCommunity, useRead, useReadPages } from '../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ReasonField } from '../../../console/src/parts/forms/reason-field.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { type Fact, Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Loading, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { To } from '../../../console/src/parts/values/to.tsx';
import { Phones } from '../../../console/src/parts/values/values.tsx';
import type { Member } from '../contract/members.ts';
import { HoldButton, HoldNotice, StandingTag } from './member/hold.tsx';
import type { MemberPartProps } from './member/part-props.ts';

const PARTS = {
  overview: lazy(() => import('./member/overview.tsx')),
  history: lazy(() => import('./member/history.tsx')),
  file: lazy(() => import('./member/file.tsx')),
  partners: lazy(() => import('./member/partners.tsx')),
  data: lazy(() => import('./member/data.tsx')),
} as const;
type Part = keyof typeof PARTS;
/** For those only who may change members. */
const OF_OFFICE: ReadonlySet<Part> = new Set(['data', 'file']);

function RetryAddress({ memberId }: { readonly memberId: string }) {
  const words = useText().messages;
  const { slug } = useCommunity();
  const action = useAction(async () => {
    await call('retryMemberEmail', { params: { slug, memberId } });
    await refresh('getMember', 'listMembers');
    succeeded(words.addressRetried);
  });
  return (
    <Group mt="xs">
      <Button variant="default" loading={action.busy} onClick={() => action.run()}>
        {words.retryAddress}
      </Button>
    </Group>
  );
}

export default function MemberDetail() {
  const { text, format } = useLanguage();
  const [, navigate] = useLocation();
  const { slug, can, has_partners } = useCommunity();
  const { memberId = '', tab } = useParams<{ memberId: string; tab?: string }>();
  const found = useRead('getMember', { params: { memberId } });
  const member = found.data?.data;
  const list = `/c/${slug}/members`;
  const { suffix } = useListState();
  const back = { href: `${list}${suffix}`, label: text.members.toList };
  const parts = (Object.keys(PARTS) as Part[]).filter(
    (part) => (!OF_OFFICE.has(part) || can('members.write')) && (part !== 'partners' || has_partners),
  );
  const part = parts.find((one) => one === tab) ?? 'overview';
  if (!member) {
    const missing = found.error instanceof ApiError && found.error.code === 'user_not_found';
    return (
      <Page title={missing ? text.members.notFound : text.members.title} back={back}>
        {!missing && <Arriving of={found} />}
      </Page>
    );
  }
  const Content = PARTS[part];
  const isErased = member.erased_at !== null;
  return (
    <Page
      title={member.name}
      tags={<StandingTag {...member} />}
      back={back}
      action={can('members.write') && !isErased && <StatusActions member={member} />}
    >
      {!isErased && <MemberHead member={member} />}
      {member.erased_at ? (
        <Notice tone="info">{text.member.erasedNotice(format.day(member.erased_at.slice(0, 10)))}</Notice>
      ) : (
        member.status !== 'active' && (
          <Notice tone={member.status === 'left' ? 'info' : 'wait'} title={text.memberStatus[member.status]}>
            {text.memberStatusMeans[member.status](has_partners)}
            {can('members.write') && <StatusReason memberId={member.id} />}
          </Notice>
        )
      )}
      {member.on_hold_since !== null && <HoldNotice key={member.on_hold_until} member={member} />}
      {member.email_is_bad && member.email !== null && (
        <Notice tone="wait" title={text.messages.badAddress(member.email)}>
          {text.messages.badAddressText}
          {can('members.write') && <RetryAddress memberId={member.id} />}
        </Notice>
      )}
      {suffix !== '' && <Neighbours memberId={memberId} />}
      <Tabs
        value={part}
        onChange={(next) => navigate(`${list}/${memberId}${next === 'overview' ? '' : `/${next}`}${suffix}`)}
        keepMounted={false}
      >
        <Tabs.List className="tabs-list" aria-label={text.member.tabsLabel}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one === 'file' ? text.memberFile.tab : text.member.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map((one) => (
          <Tabs.Panel key={one} value={one} className="tab-panel">
            <Suspense fallback={<Loading />}>{one === part && <Content key={member.id} member={member} />}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** Why the member has the status, and whether the person is another member. */
function StatusReason({ memberId }: { memberId: string }) {
  const text = useText().memberFile;
  const { slug } = useCommunity();
  const file = useRead('getMemberFile', { params: { memberId } }).data?.data;
  return (
    <>
      {file?.status_reason && <p>{text.reasonIs(file.status_reason)}</p>}
      {file?.same_as && (
        <p>
          {text.sameAs} <To href={`/c/${slug}/members/${file.same_as.id}`}>{file.same_as.name}</To>
        </p>
      )}
    </>
  );
}

const QUESTIONS = { suspended: 'suspendTitle', left: 'leaveTitle' } as const;
const VERBS = { suspended: 'suspend', left: 'leave' } as const;

/** Lets the member take part, or not. */
function StatusActions({ member }: { member: Member }) {
  const { id, name, status, balance_hours: hours, on_hold_since: onHoldSince } = member;
  const { text, format } = useLanguage();
  const { slug, has_partners } = useCommunity();
  const [asking, setAsking] = useState<'suspended' | 'left'>();
  const [reason, setReason] = useState('');
  const action = useAction(async (next: 'active' | 'suspended' | 'left', why: string) => {
    const body = { status: next, reason: why.trim() || null };
    await call('setMemberStatus', { params: { slug, memberId: id }, body });
    succeeded(text.member.statusChanged);
    await refresh('getMember', 'getMemberFile', 'listMembers', 'getOverview');
  });
  const isRefusal = status === 'pending' && asking === 'left';
  const close = () => {
    setAsking(undefined);
    setReason('');
  };
  return (
    <Group gap="sm">
      {status !== 'left' && (
        <Button variant="default" onClick={() => setAsking('left')}>
          {status === 'pending' ? text.memberFile.refuse : text.member.leave}
        </Button>
      )}
      {status === 'active' && onHoldSince === null && <HoldButton member={member} />}
      {status === 'active' ? (
        <Button variant="default" onClick={() => setAsking('suspended')}>
          {text.member.suspend}
        </Button>
      ) : (
        <Button loading={action.busy} onClick={() => void action.run('active', '')}>
          {status === 'pending' ? text.member.activate : text.member.reactivate}
        </Button>
      )}
      {asking && (
        <Confirm
          title={isRefusal ? text.memberFile.refuseTitle(name) : text.member[QUESTIONS[asking]](name)}
          go={isRefusal ? text.memberFile.refuse : text.member[VERBS[asking]]}
          danger
          action={action}
          args={[asking, reason]}
          onClose={close}
        >
          <p>{isRefusal ? text.memberFile.refuseText : text.memberStatusMeans[asking](has_partners)}</p>
          {asking === 'left' && hours !== 0 && <p>{text.member.hoursStay(format.hours(hours), hours < 0)}</p>}
          <ReasonField
            label={text.memberFile.reason}
            hint={text.memberFile.reasonHint}
            value={reason}
            change={setReason}
          />
        </Confirm>
      )}
    </Group>
  );
}

// Who the member is and how to reach the person, on every part of the page: what is wanted while somebody rings.

function MemberHead({ member }: MemberPartProps) {
  const { member: words, members } = useText();
  const format = useFormat();
  const { external_id: number, phone, second_phone, email, balance_hours, last_exchange_on: last } = member;
  const items: readonly Fact[] = [
    number && [words.number, number],
    [words.balance, <Hours key="balance" value={balance_hours} />],
    (phone || second_phone) && [words.phone, <Phones key="phones" phones={[phone, second_phone]} />],
    [words.lastExchange, last === null ? words.noExchange : format.day(last)],
    email && [
      members.email,
      <Anchor key="email" href={`mailto:${email}`}>
        {email}
      </Anchor>,
    ],
  ];
  return (
    <section className="card member-head" aria-label={words.head}>
      <Facts items={items} />
    </section>
  );
}

// The members before and after one, in the list that led here.

const LIST_STATE = ['search', 'status', 'sort'] as const;

/** The part of the address that says which list led here: `?status=pending&sort=joined`, or nothing. */
function useListState() {
  const [state] = useQueryState(LIST_STATE);
  const query = setOnly(state);
  const written = new URLSearchParams(query).toString();
  return { query, suffix: written === '' ? '' : `?${written}` };
}

/** Reads the same list. Who leaves it, as by being activated, keeps the place until another is opened. */
function Neighbours({ memberId }: { memberId: string }) {
  const text = useText().memberFile;
  const format = useFormat();
  const { slug } = useCommunity();
  const { query, suffix } = useListState();
  const { items } = useReadPages('listMembers', { query: { per_page: PER_PAGE, ...query } });
  const listed = items?.map(({ id }) => id);
  const [kept, setKept] = useState<readonly string[]>([]);
  const ids = listed?.includes(memberId) ? listed : kept;
  if (ids !== kept && ids.join() !== kept.join()) setKept(ids);
  const at = ids.indexOf(memberId);
  if (at === -1) return null;
  const goes = (id: string | undefined, label: string, icon: 'left' | 'right') => {
    const Icon = icon === 'left' ? ChevronLeft : ChevronRight;
    const drawn = <Icon size={16} />;
    const side = icon === 'left' ? { leftSection: drawn } : { rightSection: drawn };
    return id === undefined ? (
      <Button variant="subtle" size="xs" disabled {...side}>
        {label}
      </Button>
    ) : (
      <Button variant="subtle" size="xs" component={Link} href={`/c/${slug}/members/${id}${suffix}`} {...side}>
        {label}
      </Button>
    );
  };
  return (
    <Group gap="xs" justify="flex-end">
      {goes(ids[at - 1], text.previous, 'left')}
      <span className="quiet">{text.place(format.number(at + 1), format.number(ids.length))}</span>
      {goes(ids[at + 1], text.next, 'right')}
    </Group>
  );
}
