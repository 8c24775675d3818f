/** A new member. */

import { Button, Group, Radio, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Likeness } from '@timebank/contract/words';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, refresh, useCommunity } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { useActionForm, useStillHere } from '../../../console/src/parts/forms/action-form.tsx';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { ButtonTo, To } from '../../../console/src/parts/values/to.tsx';
import type { LikeMember } from '../contract/member-pairs.ts';
import {
  joinedName,
  MemberFields,
  type MemberValues,
  memberBody,
  memberRules,
  NEW_MEMBER,
} from './parts/member-fields.tsx';

export default function MemberNew() {
  const text = useText();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const isHere = useStillHere();
  const [status, setStatus] = useState<'active' | 'pending'>('active');
  const [added, setAdded] = useState(0);
  const { form, action, submit } = useActionForm<MemberValues, [next: boolean]>(
    { initialValues: newMember(), validate: memberRules(text) },
    async (values, form, next) => {
      const { data } = await call('createMember', { params: { slug }, body: { ...memberBody(values), status } });
      succeeded(text.member.created(data.name));
      await refresh('listMembers', 'getOverview');
      if (!isHere()) return;
      if (!next) return navigate(`/c/${slug}/members/${data.id}`, { replace: true });
      form.reset();
      setAdded((count) => count + 1);
      window.scrollTo(0, 0);
      document.querySelector<HTMLInputElement>('main form input')?.focus();
    },
  );
  const likes = useLikeMembers(form.values);
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const list = `/c/${slug}/members`;
  return (
    <Page
      title={text.member.newTitle}
      lead={text.member.newLead}
      back={{ href: list, label: text.members.toList }}
      narrow
    >
      <form onSubmit={submit(false)} noValidate>
        <div className="stack">
          <Card title={text.member.who}>
            <MemberFields form={form} beside={(by) => <LikeNote by={by} likes={likes} />} />
          </Card>
          <Card title={text.member.start}>
            <Radio.Group
              value={status}
              onChange={(value) => setStatus(value as typeof status)}
              aria-label={text.member.start}
            >
              <Stack gap="sm">
                <Radio value="active" label={text.member.startNow} />
                <Radio value="pending" label={text.member.startLater} />
              </Stack>
            </Radio.Group>
          </Card>
          <ActionFailed error={action.error} />
          <Group justify="flex-end" className="form-actions">
            <p className="quiet form-count" role="status">
              {added > 0 && text.member.added(added)}
            </p>
            <ButtonTo href={list}>{text.act.cancel}</ButtonTo>
            <Button variant="default" loading={action.busy} onClick={() => submit(true)()}>
              {text.member.createNext}
            </Button>
            <Button type="submit" loading={action.busy}>
              {text.member.create}
            </Button>
          </Group>
        </div>
      </form>
      {dialog}
    </Page>
  );
}

/** Most members join on the day they are entered. */
function newMember(): MemberValues {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return { ...NEW_MEMBER, joined_on: today };
}

// Members like the one who is being typed: said beside the field, before anything is saved.

const TYPED_AFTER_MS = 300;
const SHOWN = 3;

/** Members with the same name, address or number as what is typed. */
function useLikeMembers(values: MemberValues): readonly LikeMember[] {
  const { slug } = useCommunity();
  const typed = JSON.stringify({
    name: (values.name.trim() || joinedName(values)).slice(0, 200),
    ...{ email: values.email, phone: values.phone, second_phone: values.second_phone },
    ...{ street: values.street, postal_code: values.postal_code, place: values.place },
  });
  const [asked] = useDebouncedValue(typed, TYPED_AFTER_MS);
  const body = JSON.parse(asked) as Record<string, string>;
  const found = useQuery({
    queryKey: ['findLikeMembers', slug, asked],
    queryFn: ({ signal }) => call('findLikeMembers', { params: { slug }, body, signal }),
    enabled: Object.values(body).some((one) => one.trim() !== ''),
  });
  return asked === typed ? (found.data?.data ?? []) : [];
}

/** @param by the field that it stands beside */
function LikeNote({ by, likes }: { by: Likeness; likes: readonly LikeMember[] }) {
  const { likeMembers } = useText();
  const { slug } = useCommunity();
  const same = likes.filter((one) => one.by.includes(by)).slice(0, SHOWN);
  return (
    <div role="status" className="same-name">
      {same.length > 0 && (
        <Notice tone="wait" title={likeMembers[by]}>
          {same.map(({ member: { id, name, external_id, email, phone } }) => (
            <div key={id}>
              <To href={`/c/${slug}/members/${id}`}>
                {[name, external_id ?? phone ?? email].filter(Boolean).join(', ')}
              </To>
            </div>
          ))}
        </Notice>
      )}
    </div>
  );
}
