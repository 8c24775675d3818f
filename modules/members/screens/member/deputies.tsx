/** Who acts for the member on the members' pages: recorded, ended, and a printed way in for those who are no members. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { DEPUTY_HOWS, type DeputyHow } from '@timebank/contract/words';
import { useState } from 'react';
import type { MemberDeputy } from '../../../../console/desk/contract/deputies.ts';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { type Choice, NOBODY } from '../../../../console/src/parts/forms/party.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, succeeded } from '../../../../console/src/parts/page/states.tsx';
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
  const found = useRead('listMemberDeputies', { params: { memberId: member.id } });
  const rows = found.data?.data;
  if (!rows) return <Arriving of={found} />;
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
  const { text, format } = useLanguage();
  const words = text.deputies;
  const { slug } = useCommunity();
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
  const { text, format } = useLanguage();
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
  const [who, setWho] = useState<Choice>(NOBODY);
  const today = new Date().toISOString().slice(0, 10);
  const sent = useActionForm<NewValues>(
    {
      initialValues: { name: '', email: '', agreed_on: today, how: 'paper' },
      validate: { name: (value) => (who.party || value.trim() ? null : words.either) },
    },
    async ({ name, email, agreed_on, how }, form) => {
      const person = who.party ? { member: who.party.id } : { name: name.trim(), email: email.trim() || null };
      await call('appointMemberDeputy', { params: { slug, memberId }, body: { ...person, agreed_on, how } });
      form.reset();
      setWho(NOBODY);
    },
    { done: words.recorded, changes: ['listMemberDeputies'] },
  );
  const options = OFFICE_HOWS.map((value) => ({ value, label: words.hows[value] ?? value }));
  return (
    <ActionForm of={sent}>
      <div className="field-row field-row-top">
        <AccountPicker label={words.member} value={who} onChange={setWho} onAnswer={setWho} />
        {!who.party && (
          <TextInput
            label={words.personName}
            description={words.personNameHint}
            maxLength={200}
            {...sent.field('name')}
          />
        )}
      </div>
      {!who.party && (
        <TextInput label={words.email} description={words.emailHint} type="email" {...sent.field('email')} />
      )}
      <div className="field-row field-row-top">
        <Select label={words.how} data={options} {...sent.field('how')} />
        <DayField label={words.agreedOn} {...sent.field('agreed_on')} />
      </div>
      <ActionFailed error={sent.action.error} />
      <Group justify="flex-end">
        <Button type="submit" variant="default" loading={sent.action.busy}>
          {words.submit}
        </Button>
      </Group>
    </ActionForm>
  );
}
