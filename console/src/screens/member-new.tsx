/** A new member. */
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useRefresh } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { MemberFields, type MemberValues, memberBody, memberRules, NEW_MEMBER } from '../parts/forms/member-fields.tsx';
import { focusFirstError, showFieldErrors } from '../parts/page/failure.ts';
import { succeeded } from '../parts/page/notify.ts';
import { Card, Page } from '../parts/page/page.tsx';
import { ActionFailed } from '../parts/page/states.tsx';

export default function MemberNew() {
  const text = useText();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const [status, setStatus] = useState<'active' | 'pending'>('active');
  const form = useForm<MemberValues>({ initialValues: NEW_MEMBER, validate: memberRules(text) });
  const action = useAction(
    async (values: MemberValues) => {
      const { data } = await call('createMember', { params: { slug }, body: { ...memberBody(values), status } });
      succeeded(text.member.created(data.name));
      navigate(`/c/${slug}/members/${data.id}`, { replace: true });
      await refresh('listMembers', 'getOverview');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const list = `/c/${slug}/members`;
  return (
    <Page
      title={text.member.newTitle}
      lead={text.member.newLead}
      back={{ href: list, label: text.members.toList }}
      narrow
    >
      <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
        <div className="stack">
          <Card title={text.member.who}>
            <MemberFields form={form} />
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
            <Button variant="default" component={Link} href={list}>
              {text.act.cancel}
            </Button>
            <Button type="submit" loading={action.busy}>
              {text.member.create}
            </Button>
          </Group>
        </div>
      </form>
    </Page>
  );
}
