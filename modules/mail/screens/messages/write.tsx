/** A message: written, checked with whom it reaches, sent; and those that were sent lately. */

import { Button, Group, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Empty, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { languageChoices } from '../../../../console/src/parts/values/languages.ts';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { listedName } from '../../../../console/src/parts/values/values.tsx';
import type { MessageReach } from '../../contract/mail.ts';

const LOOK_EVERY_MS = 5000;
const EMPTY = { title: '', body: '', to: 'all', language: '', joinedFrom: '' };

/** Members that were chosen in their list. */
interface ChosenBefore {
  readonly messageTo?: readonly string[];
}

/** Checked and ready to be sent. */
interface CheckedMessage extends MessageReach {
  readonly form: string;
}

export default function WriteMessage() {
  const { can } = useCommunity();
  return (
    <div className="stack">
      {can('members.write') && <NewMessage />}
      <PastMessages />
    </div>
  );
}

function NewMessage() {
  const all = useText();
  const text = all.messages;
  const { code } = useLanguage();
  const { slug } = useCommunity();
  const [checked, setChecked] = useState<CheckedMessage>();
  const chosen = useHistoryState<ChosenBefore | null>()?.messageTo ?? [];
  const form = useForm({
    initialValues: chosen.length > 0 ? { ...EMPTY, to: 'chosen' } : EMPTY,
    validate: {
      title: (value) => (value.trim() ? null : all.field.required),
      body: (value) => (value.trim() ? null : all.field.required),
    },
  });
  const audience = () => {
    const { to, language, joinedFrom } = form.values;
    if (to === 'chosen') return { member_ids: [...chosen] };
    return to === 'all' ? {} : { language: language.trim() || null, joined_from: joinedFrom || null };
  };
  const check = useAction(
    async () => {
      const { data } = await call('previewMessage', { params: { slug }, body: audience() });
      setChecked({ ...data, form: crypto.randomUUID() });
    },
    (error) => showFieldErrors(form, error, all),
  );
  const send = useAction(
    async (ready: CheckedMessage) => {
      const { title, body } = form.values;
      await call('createMessage', { params: { slug }, body: { form: ready.form, title, body, ...audience() } });
      succeeded(text.sent);
      form.reset();
      setChecked(undefined);
      await refresh('listMessages', 'listLetters', 'getMail');
    },
    (error) => showFieldErrors(form, error, all),
  );
  const { dialog } = useKeepTyped(form.isDirty(), send.busy);
  const count = checked ? checked.by_mail + checked.by_letter : 0;
  if (checked) {
    return (
      <Card title={text.preview}>
        <Stack gap="md">
          <div className="message-preview">
            <strong>{form.values.title}</strong>
            {`\n\n${text.greeting}\n\n${form.values.body}`}
          </div>
          <p role="status">{count === 0 ? text.nobody : text.reach(checked.by_mail, checked.by_letter)}</p>
          {checked.not_agreed > 0 && <Notice tone="info">{text.notAgreed(checked.not_agreed)}</Notice>}
          <NotReached reach={checked} />
          <ActionFailed error={send.error} />
          <Group>
            {count > 0 && (
              <Button loading={send.busy} onClick={() => void send.run(checked)}>
                {text.send(count)}
              </Button>
            )}
            <Button variant="default" disabled={send.busy} onClick={() => setChecked(undefined)}>
              {text.change}
            </Button>
          </Group>
        </Stack>
        {dialog}
      </Card>
    );
  }
  return (
    <Card title={text.new}>
      <form className="form-column" onSubmit={form.onSubmit(() => void check.run(), focusFirstError(form))} noValidate>
        <Stack gap="md">
          <TextInput label={text.subject} maxLength={150} {...form.getInputProps('title')} />
          <Textarea
            label={text.body}
            description={text.bodyHint}
            minRows={6}
            maxRows={20}
            maxLength={10_000}
            {...form.getInputProps('body')}
          />
          <Radio.Group label={text.audience} {...form.getInputProps('to')}>
            <Stack gap="xs" mt="xs">
              {chosen.length > 0 && <Radio value="chosen" label={text.chosenAudience(chosen.length)} />}
              <Radio value="all" label={text.audiences.all} />
              <Radio value="some" label={text.audiences.some} />
            </Stack>
          </Radio.Group>
          <To href={`/c/${slug}/members?slips=1`}>{text.chooseInList}</To>
          {form.values.to === 'some' && (
            <>
              <Select
                label={text.language}
                placeholder={text.anyLanguage}
                clearable
                searchable
                data={languageChoices([], code)}
                {...form.getInputProps('language')}
                value={form.values.language || null}
                onChange={(value) => form.setFieldValue('language', value ?? '')}
              />
              <DayField label={text.joinedFrom} {...form.getInputProps('joinedFrom')} />
            </>
          )}
          <ActionFailed error={check.error} />
          <Group>
            <Button type="submit" loading={check.busy}>
              {text.check}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Card>
  );
}

function PastMessages() {
  const text = useText().messages;
  const format = useFormat();
  const found = useRead('listMessages', {}, { refetchInterval: LOOK_EVERY_MS });
  const messages = found.data?.data;
  if (!messages) return <Arriving of={found} />;
  if (messages.length === 0) {
    return (
      <Empty icon={Mail} title={text.none}>
        {text.noneText}
      </Empty>
    );
  }
  return (
    <Card title={text.past}>
      <Stack gap="lg">
        {messages.map((message) => (
          <section key={message.id}>
            <h3>{message.title}</h3>
            <p>{text.by(message.written_by, format.dateTime(message.created_at))}</p>
            <p>{text.progress(message.sent, message.waiting, message.to_print + message.printed, message.not_sent)}</p>
            <div className="message-preview">{message.body}</div>
          </section>
        ))}
      </Stack>
    </Card>
  );
}

// Whom no mail of a message reaches, each with the reason, and the way to letters for them.

function NotReached({ reach: { not_reached, more } }: { reach: MessageReach }) {
  const text = useText().messages;
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  if (not_reached.length === 0) return null;
  const letterTo = not_reached.map(({ member_id, name, external_id }) => ({
    id: member_id,
    name,
    hint: external_id ?? '',
    balanceHours: null,
  }));
  return (
    <section className="not-reached">
      <h3>{text.notReached}</h3>
      <p className="quiet">{text.notReachedText}</p>
      <ul>
        {not_reached.map(({ member_id, name, family_name, external_id, why }) => (
          <li key={member_id}>
            <To href={`/c/${slug}/members/${member_id}`}>{listedName(name, family_name)}</To>
            {external_id !== null && ` (${external_id})`}: {text.why[why]}
          </li>
        ))}
      </ul>
      {more && <p>{text.notReachedMore}</p>}
      <Button variant="default" onClick={() => navigate(`/c/${slug}/letters`, { state: { letterTo } })}>
        {text.toLetters}
      </Button>
    </section>
  );
}
