/** A membership on hold: put so until a day, given another day, and ended. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { ActionFailed, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { MemberStatusTag } from '../../../../console/src/parts/values/member-status.tsx';
import { Tag } from '../../../../console/src/parts/values/values.tsx';
import type { Member, MemberSummary } from '../../contract/members.ts';

type Hold = Pick<MemberSummary, 'status' | 'on_hold_since' | 'on_hold_until'>;

/** The status, or until when a member who takes part is on hold. */
export function StandingTag({ status, on_hold_since: since, on_hold_until: until }: Hold) {
  const text = useText().member;
  const format = useFormat();
  if (since === null) return <MemberStatusTag status={status} />;
  return <Tag tone="wait">{text.onHold(until === null ? undefined : format.day(until))}</Tag>;
}

const readAgain = () => refresh('getMember', 'listMembers', 'listCommunityListings', 'getOverview');

/** Puts a membership on hold, or changes the day. */
export function HoldButton({ member }: { readonly member: Member }) {
  const { id, name, on_hold_since: since, on_hold_until: before } = member;
  const text = useText();
  const { slug } = useCommunity();
  const [isAsking, setAsking] = useState(false);
  const [until, setUntil] = useState(before ?? '');
  const action = useAction(async (day: string) => {
    await call('beginMemberHold', { params: { slug, memberId: id }, body: { until: day || null } });
    succeeded(text.member.holdSaved);
    await readAgain();
  });
  const fault = action.error?.fields.find(({ field }) => field === 'until');
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {since === null ? text.member.hold : text.member.holdChange}
      </Button>
      {isAsking && (
        <Confirm
          title={since === null ? text.member.holdTitle(name) : text.member.holdChange}
          go={since === null ? text.member.hold : text.act.save}
          action={fault ? { ...action, error: undefined } : action}
          args={[until]}
          onClose={() => setAsking(false)}
        >
          <p>{text.member.holdMeans}</p>
          <DayField
            label={text.member.holdUntil}
            description={text.member.holdUntilHint}
            value={until}
            error={fault && (fault.code === 'out_of_range' ? text.member.holdDay : fieldText(fault, text))}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </>
  );
}

/** Over the page of a member on hold. */
export function HoldNotice({ member }: { readonly member: Member }) {
  const { text, format } = useLanguage();
  const { slug, can } = useCommunity();
  const { id, on_hold_until: until } = member;
  const action = useAction(async () => {
    await call('endMemberHold', { params: { slug, memberId: id } });
    succeeded(text.member.holdEnded);
    await readAgain();
  });
  return (
    <Notice tone="wait" title={text.member.onHold(until === null ? undefined : format.day(until))}>
      {text.member.holdMeans}
      {can('members.write') && (
        <Group mt="xs">
          <Button variant="default" loading={action.busy} onClick={() => void action.run()}>
            {text.member.holdEnd}
          </Button>
          <HoldButton member={member} />
        </Group>
      )}
      <ActionFailed error={action.error} />
    </Notice>
  );
}
