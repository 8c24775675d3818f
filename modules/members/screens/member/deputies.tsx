/** Who acts for the member on the members' pages: recorded, ended, and a printed way in for those who are no members. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DEPUTY_HOWS, type DeputyHow } from '@timebank/contract/words';
import { useState } from 'react';
import type { MemberDeputy } from '../../../../console/desk/contract/deputies.ts';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { type Choice, NOBODY } from '../../../../console/src/parts/forms/party.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Paper } from '../../../../console/src/parts/paper/paper.tsx';
import { QrCode } from '../../../../console/src/parts/values/qr-code.tsx';
import type { Member } from '../../contract/members.ts';

/** A way in, to be printed. */
interface Letter {
  readonly name: string;
  readonly code: string;
  readonly url: string;
  readonly expires_at: string;
}

/** The office agrees by one of these; `pages` is the member's own way. */
const OFFICE_HOWS = DEPUTY_HOWS.filter((how) => how !== 'pages');

export function Deputies({ member }: { member: Pick<Member, 'id' | 'name' | 'status'> }) {
  const text = useText();
  const words = text.deputies;
  const { slug } = useCommunity();
  const found = useRead('listMemberDeputies', { params: { slug, memberId: member.id } });
  const rows = found.data?.data;
  if (!rows) return found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading />;
  return (
    <Card title={words.title} lead={words.lead}>
      <Stack gap="md">
        {rows.length === 0 ? <p className="quiet">{words.empty}</p> : <Listed memberId={member.id} rows={rows} />}
        {member.status === 'active' && <NewDeputy memberId={member.id} />}
      </Stack>
    </Card>
  );
}

function Listed({ memberId, rows }: { memberId: string; rows: readonly MemberDeputy[] }) {
  const text = useText();
  const words = text.deputies;
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [letter, setLetter] = useState<Letter>();
  const end = useAction(async (deputyId: string) => {
    await call('endMemberDeputy', { params: { slug, memberId, deputyId } });
    succeeded(words.ended);
    await refresh('listMemberDeputies');
  });
  const write = useAction(async (deputyId: string) => {
    const { data } = await call('writeMemberLetters', { params: { slug }, body: { members: [deputyId] } });
    setLetter(data.letters[0]);
  });
  const columns: Column<MemberDeputy>[] = [
    {
      key: 'name',
      title: words.name,
      main: true,
      cell: ({ name, member, email }) => (
        <span className="row-link">
          {name} {member === null && <span className="quiet">{email ?? words.noMember}</span>}
        </span>
      ),
    },
    { key: 'how', title: words.how, cell: ({ how, agreed_on }) => `${words.hows[how]}, ${format.day(agreed_on)}` },
    {
      key: 'until',
      title: words.until,
      tight: true,
      cell: ({ ended_at }) => (ended_at === null ? words.acts : format.day(ended_at.slice(0, 10))),
    },
    {
      key: 'acts',
      title: words.end,
      quiet: true,
      cell: ({ id, name, member, ended_at }) =>
        ended_at === null && (
          <Group gap="xs" wrap="nowrap">
            {member === null && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={words.letterLabel(name)}
                onClick={() => void write.run(id)}
              >
                {words.letter}
              </Button>
            )}
            <Button variant="subtle" size="xs" aria-label={words.endLabel(name)} onClick={() => void end.run(id)}>
              {words.end}
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <>
      <DataTable caption={words.title} columns={columns} rows={[...rows]} rowKey={({ id }) => id} />
      <ActionFailed error={end.error ?? write.error} />
      {letter && <DeputyLetter letter={letter} onClose={() => setLetter(undefined)} />}
    </>
  );
}

function DeputyLetter({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const text = useText();
  const format = useFormat();
  return (
    <Paper title={text.deputies.letter} onClose={onClose}>
      <article className="paper-letter">
        <h2>{letter.name}</h2>
        <div className="paper-letter-way-in">
          <QrCode value={letter.url} label={text.letters.square} />
          <div>
            <p className="paper-letter-code">{letter.code}</p>
            <p>{letter.url.replace(/\/enter\?.*$/, '/letter')}</p>
            <p>{text.letters.openUntil(format.day(letter.expires_at.slice(0, 10)))}</p>
          </div>
        </div>
      </article>
    </Paper>
  );
}

interface NewValues {
  readonly name: string;
  readonly email: string;
  readonly agreed_on: string;
  readonly how: Exclude<DeputyHow, 'pages'>;
}

function NewDeputy({ memberId }: { memberId: string }) {
  const text = useText();
  const words = text.deputies;
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [who, setWho] = useState<Choice>(NOBODY);
  const today = new Date().toISOString().slice(0, 10);
  const form = useForm<NewValues>({
    initialValues: { name: '', email: '', agreed_on: today, how: 'paper' },
    validate: { name: (value) => (who.party || value.trim() ? null : words.either) },
  });
  const action = useAction(
    async ({ name, email, agreed_on, how }: NewValues) => {
      const person = who.party ? { member: who.party.id } : { name: name.trim(), email: email.trim() || null };
      await call('appointMemberDeputy', { params: { slug, memberId }, body: { ...person, agreed_on, how } });
      form.reset();
      setWho(NOBODY);
      succeeded(words.recorded);
      await refresh('listMemberDeputies');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const options = OFFICE_HOWS.map((value) => ({ value, label: words.hows[value] ?? value }));
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        <div className="field-row field-row-top">
          <AccountPicker label={words.member} value={who} onChange={setWho} onAnswer={setWho} />
          {!who.party && (
            <TextInput
              label={words.personName}
              description={words.personNameHint}
              maxLength={200}
              {...form.getInputProps('name')}
            />
          )}
        </div>
        {!who.party && (
          <TextInput label={words.email} description={words.emailHint} type="email" {...form.getInputProps('email')} />
        )}
        <div className="field-row field-row-top">
          <Select label={words.how} data={options} {...form.getInputProps('how')} />
          <DayField label={words.agreedOn} {...form.getInputProps('agreed_on')} />
        </div>
        <ActionFailed error={action.error} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={action.busy}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
