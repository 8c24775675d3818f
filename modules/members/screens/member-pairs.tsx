/** Members who may be one person. */
import { Anchor, Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, refresh, useAction, useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { type Column, DataTable, LoadMore } from '../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Empty, succeeded } from '../../../console/src/parts/page/states.tsx';
import { MemberStatusTag } from '../../../console/src/parts/values/member-status.tsx';
import type { MemberPair } from '../contract/member-pairs.ts';
import type { MemberSummary } from '../contract/members.ts';

const REFRESHED = ['listMemberPairs', 'listMembers', 'getMember', 'getMemberFile', 'listMemberTransfers'] as const;

export default function MemberPairs() {
  const text = useText();
  const { slug } = useCommunity();
  const [asking, setAsking] = useState<MemberPair>();
  const list = useReadPages('listMemberPairs', { query: { per_page: 50 } });
  const differ = useAction(async ({ first, second }: MemberPair) => {
    const body = { member_id: first.id, other_id: second.id, decision: 'different' as const };
    await call('decideMemberPair', { params: { slug }, body });
    succeeded(text.likeMembers.noted);
    await refresh('listMemberPairs');
  });
  const columns: Column<MemberPair>[] = [
    {
      key: 'pair',
      title: text.likeMembers.pair,
      main: true,
      cell: ({ first, second }) => (
        <Stack gap="xs">
          <Entry member={first} />
          <Entry member={second} />
        </Stack>
      ),
    },
    {
      key: 'alike',
      title: text.likeMembers.alike,
      cell: ({ by }) => by.map((one) => text.likeMembers.by[one]).join(', '),
    },
    {
      key: 'acts',
      title: text.likeMembers.question,
      quiet: true,
      cell: (pair) => (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-label={text.likeMembers.same_label(pair.first.name, pair.second.name)}
            onClick={() => setAsking(pair)}
          >
            {text.likeMembers.same}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={text.likeMembers.different_label(pair.first.name, pair.second.name)}
            disabled={differ.busy}
            onClick={() => void differ.run(pair)}
          >
            {text.likeMembers.different}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Page
      title={text.likeMembers.title}
      lead={text.likeMembers.lead}
      back={{ href: `/c/${slug}/members`, label: text.members.toList }}
    >
      <Arriving of={list} />
      <ActionFailed error={differ.error} />
      {list.items?.length === 0 && (
        <Empty icon={Users} title={text.likeMembers.empty}>
          {text.likeMembers.emptyText}
        </Empty>
      )}
      {list.items && list.items.length > 0 && (
        <Card>
          <DataTable
            caption={text.likeMembers.title}
            columns={columns}
            rows={list.items}
            rowKey={({ first, second }) => `${first.id} ${second.id}`}
          />
        </Card>
      )}
      <LoadMore of={list} />
      {asking && <Join pair={asking} onClose={() => setAsking(undefined)} />}
    </Page>
  );
}

function Entry({ member }: { member: MemberSummary }) {
  const { id, name, external_id, email, phone, place, status, balance_hours } = member;
  const text = useText().likeMembers;
  const format = useFormat();
  const { slug } = useCommunity();
  return (
    <div>
      <Group gap="xs">
        <Anchor component={Link} href={`/c/${slug}/members/${id}`} className="row-link">
          {name}
        </Anchor>
        {status !== 'active' && <MemberStatusTag status={status} />}
      </Group>
      <span className="quiet">
        {text.stays(
          [external_id, phone].filter(Boolean).join(' · '),
          [email, place].filter(Boolean).join(' · '),
          format.hours(balance_hours),
        )}
      </span>
    </div>
  );
}

interface JoinProps {
  pair: MemberPair;
  onClose: () => void;
}

/**
 * Asks which of the two stays; the one whose membership has not ended comes first. Where both hold one opening balance
 * from one file, also whether it was entered twice; the balance afterwards is said only once that is known.
 */
function Join({ pair: { first, second, joined_hours, same_opening }, onClose }: JoinProps) {
  const text = useText().likeMembers;
  const format = useFormat();
  const { slug } = useCommunity();
  const may = [first, second].filter(({ status }) => status !== 'left');
  const [stays, setStays] = useState(may[0]?.id ?? first.id);
  const [opening, setOpening] = useState<'mistake' | 'right'>();
  const [reason, setReason] = useState(text.openingReason as string);
  const afterwards = opening === 'mistake' && same_opening ? same_opening.joined_hours : joined_hours;
  const action = useAction(async (member_id: string) => {
    const other_id = member_id === first.id ? second.id : first.id;
    const said = opening && { opening, ...(opening === 'mistake' ? { reason } : {}) };
    await call('decideMemberPair', { params: { slug }, body: { member_id, other_id, decision: 'same', ...said } });
    succeeded(text.joined);
    await refresh(...REFRESHED);
  });
  return (
    <Confirm
      title={text.question}
      go={text.join}
      action={action}
      args={[stays]}
      disabled={same_opening !== null && (!opening || (opening === 'mistake' && reason.trim() === ''))}
      onClose={onClose}
    >
      <Radio.Group value={stays} onChange={setStays} aria-label={text.question}>
        <Stack gap="sm">
          {may.map(({ id, name, external_id, email, balance_hours }) => (
            <Radio
              key={id}
              value={id}
              label={text.stays(name, external_id ?? email ?? '', format.hours(balance_hours))}
            />
          ))}
        </Stack>
      </Radio.Group>
      <p>{text.questionText}</p>
      {same_opening && (
        <Radio.Group
          value={opening ?? ''}
          onChange={(value) => setOpening(value as 'mistake' | 'right')}
          label={text.openingQuestion(format.hours(same_opening.hours), same_opening.file_name)}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="mistake" label={text.openingMistake(format.hours(same_opening.hours))} />
            <Radio value="right" label={text.openingRight} />
          </Stack>
        </Radio.Group>
      )}
      {opening === 'mistake' && (
        <TextInput
          label={text.openingReasonLabel}
          value={reason}
          maxLength={500}
          required
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {(same_opening === null || opening) && (
        <p role="status">
          <strong>{text.afterwards(format.hours(afterwards))}</strong>
        </p>
      )}
    </Confirm>
  );
}
