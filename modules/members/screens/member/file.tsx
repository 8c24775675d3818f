/** The office's file of a member: notes, the community's own fields, and checks. */
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { actColumn, type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/values.tsx';
import type { MemberFile } from '../../contract/member-file.ts';
import { Deputies } from './deputies.tsx';
import type { MemberPartProps } from './part-props.ts';

interface FileProps extends MemberPartProps {
  readonly file: MemberFile;
}

export default function File({ member }: MemberPartProps) {
  const found = useRead('getMemberFile', { params: { memberId: member.id } });
  const file = found.data?.data;
  if (!file) return <Arriving of={found} />;
  return (
    <div className="stack">
      <Notes key={`notes ${member.id}`} member={member} file={file} />
      {file.own_fields.length > 0 && <OwnFields key={`own ${member.id}`} member={member} file={file} />}
      <Checks key={`checks ${member.id}`} member={member} file={file} />
      {member.erased_at === null && <Deputies key={`deputies ${member.id}`} member={member} />}
    </div>
  );
}

function Notes({ member, file }: FileProps) {
  const text = useText();
  const { slug } = useCommunity();
  const sent = useActionForm(
    { initialValues: { notes: file.notes ?? '', emergency_contact: file.emergency_contact ?? '' } },
    async (values) => {
      const body = { notes: values.notes.trim() || null, emergency_contact: values.emergency_contact.trim() || null };
      await call('updateMember', { params: { slug, memberId: member.id }, body });
      return values;
    },
    { done: text.member.saved, changes: ['getMemberFile', 'getMember'], disabled: member.erased_at !== null },
  );
  return (
    <Card title={text.memberFile.notesTitle} lead={text.memberFile.notesLead}>
      <ActionForm of={sent} saves>
        <Textarea
          label={text.memberFile.emergency}
          description={text.memberFile.emergencyHint}
          minRows={1}
          maxLength={500}
          {...sent.field('emergency_contact')}
        />
        <Textarea label={text.memberFile.notes} minRows={3} maxRows={12} maxLength={5000} {...sent.field('notes')} />
      </ActionForm>
    </Card>
  );
}

function OwnFields({ member, file }: FileProps) {
  const text = useText();
  const { slug } = useCommunity();
  const initial = Object.fromEntries(file.own_fields.map(({ number, value }) => [`f${number}`, value ?? '']));
  const sent = useActionForm<Record<string, string>>(
    { initialValues: initial },
    async (given) => {
      const values = file.own_fields
        .filter(({ number, value }) => (given[`f${number}`] ?? '').trim() !== (value ?? ''))
        .map(({ number }) => ({ number, value: (given[`f${number}`] ?? '').trim() || null }));
      await call('setMemberOwnFields', { params: { slug, memberId: member.id }, body: { values } });
      return given;
    },
    { done: text.member.saved, changes: ['getMemberFile'], disabled: member.erased_at !== null },
  );
  const { form } = sent;
  const fields = useRead('listMemberFields').data?.data ?? [];
  return (
    <Card title={text.memberFile.ownTitle} lead={text.memberFile.ownLead}>
      <ActionForm of={sent} saves>
        {file.own_fields.map(({ number, name, kind }) => {
          const field = `f${number}`;
          const shared = { label: name, ...sent.field(field) };
          if (kind === 'text' || kind === 'date') {
            return <TextInput key={field} maxLength={500} {...shared} {...(kind === 'date' ? { type: 'date' } : {})} />;
          }
          return (
            <Select
              key={field}
              {...shared}
              clearable
              placeholder={text.memberFile.none}
              data={
                kind === 'yes_no'
                  ? [
                      { value: 'yes', label: text.memberFile.yes },
                      { value: 'no', label: text.memberFile.no },
                    ]
                  : [...(fields.find((one) => one.number === number)?.choices ?? [])]
              }
              value={form.values[field] || null}
              onChange={(value) => form.setFieldValue(field, value ?? '')}
            />
          );
        })}
      </ActionForm>
    </Card>
  );
}

type Check = MemberFile['checks'][number];

function Checks({ member, file }: FileProps) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const today = new Date().toISOString().slice(0, 10);
  const remove = useAction(async (checkId: number) => {
    await call('removeMemberCheck', { params: { slug, memberId: member.id, checkId } });
    succeeded(text.memberFile.removed);
    await refresh('getMemberFile');
  });
  const columns: Column<Check>[] = [
    {
      key: 'kind',
      title: text.memberFile.kind,
      main: true,
      cell: ({ kind }) => <span className="row-link">{kind}</span>,
    },
    { key: 'by', title: text.memberFile.checkedBy, cell: ({ checked_by }) => checked_by },
    { key: 'on', title: text.memberFile.checkedOn, tight: true, cell: ({ checked_on }) => format.day(checked_on) },
    {
      key: 'until',
      title: text.memberFile.expiresOn,
      tight: true,
      cell: ({ expires_on }) => {
        if (expires_on === null) return <span className="quiet">{text.memberFile.forever}</span>;
        const day = format.day(expires_on);
        return expires_on < today ? <Tag tone="bad">{text.memberFile.expired(day)}</Tag> : day;
      },
    },
    actColumn<Check>(
      text.memberFile.remove,
      ({ kind }) => text.memberFile.removeLabel(kind),
      ({ id }) => void remove.run(id),
      { size: 'xs' },
    ),
  ];
  return (
    <Card title={text.memberFile.checksTitle} lead={text.memberFile.checksLead}>
      <Stack gap="md">
        {file.checks.length === 0 ? (
          <p className="quiet">{text.memberFile.checksEmpty}</p>
        ) : (
          <DataTable
            caption={text.memberFile.checksTitle}
            columns={columns}
            rows={file.checks}
            rowKey={({ id }) => id}
          />
        )}
        <ActionFailed error={remove.error} />
        {member.erased_at === null && <NewCheck memberId={member.id} today={today} />}
      </Stack>
    </Card>
  );
}

function NewCheck({ memberId, today }: { memberId: string; today: string }) {
  const text = useText();
  const { slug } = useCommunity();
  const empty = { kind: '', checked_by: '', checked_on: today, expires_on: '' };
  const sent = useActionForm(
    {
      initialValues: empty,
      validate: {
        kind: (value) => (value.trim() ? null : text.field.required),
        checked_by: (value) => (value.trim() ? null : text.field.required),
        checked_on: (value) => (value ? null : text.field.required),
      },
    },
    async ({ expires_on, ...values }, form) => {
      await call('addMemberCheck', { params: { slug, memberId }, body: { ...values, expires_on: expires_on || null } });
      form.reset();
    },
    { done: text.memberFile.recorded, changes: ['getMemberFile'] },
  );
  return (
    <ActionForm of={sent}>
      <div className="field-row field-row-top">
        <TextInput
          label={text.memberFile.kind}
          description={text.memberFile.kindHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          {...sent.field('kind')}
        />
        <TextInput label={text.memberFile.checkedBy} maxLength={200} {...sent.field('checked_by')} />
      </div>
      <div className="field-row field-row-top">
        <DayField label={text.memberFile.checkedOn} {...sent.field('checked_on')} />
        <DayField
          label={text.memberFile.expiresOn}
          description={text.memberFile.expiresHint}
          {...sent.field('expires_on')}
        />
      </div>
      <ActionFailed error={sent.action.error} />
      <Group justify="flex-end">
        <Button type="submit" variant="default" loading={sent.action.busy}>
          {text.memberFile.record}
        </Button>
      </Group>
    </ActionForm>
  );
}
