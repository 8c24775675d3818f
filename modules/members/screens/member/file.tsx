/** The office's file of a member: notes, the community's own fields, and checks. */
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { SaveActions } from '../../../../console/src/parts/forms/save-actions.tsx';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import type { MemberFile } from '../../contract/member-file.ts';
import { Deputies } from './deputies.tsx';
import type { MemberPartProps } from './part-props.ts';

interface FileProps extends MemberPartProps {
  readonly file: MemberFile;
}

export default function File({ member }: MemberPartProps) {
  const { slug } = useCommunity();
  const found = useRead('getMemberFile', { params: { slug, memberId: member.id } });
  const file = found.data?.data;
  if (!file) {
    return found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading />;
  }
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
  const refresh = useRefresh();
  const form = useForm({
    initialValues: { notes: file.notes ?? '', emergency_contact: file.emergency_contact ?? '' },
  });
  const action = useAction(
    async (values: { notes: string; emergency_contact: string }) => {
      const body = { notes: values.notes.trim() || null, emergency_contact: values.emergency_contact.trim() || null };
      await call('updateMember', { params: { slug, memberId: member.id }, body });
      form.resetDirty(values);
      succeeded(text.member.saved);
      await refresh('getMemberFile', 'getMember');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const disabled = member.erased_at !== null;
  return (
    <Card title={text.memberFile.notesTitle} lead={text.memberFile.notesLead}>
      <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
        <Stack gap="md">
          <Textarea
            label={text.memberFile.emergency}
            description={text.memberFile.emergencyHint}
            autosize
            minRows={1}
            maxLength={500}
            disabled={disabled}
            {...form.getInputProps('emergency_contact')}
          />
          <Textarea
            label={text.memberFile.notes}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={5000}
            disabled={disabled}
            {...form.getInputProps('notes')}
          />
          <ActionFailed error={action.error} />
          {!disabled && <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} />}
        </Stack>
      </form>
      {dialog}
    </Card>
  );
}

function OwnFields({ member, file }: FileProps) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const initial = Object.fromEntries(file.own_fields.map(({ number, value }) => [`f${number}`, value ?? '']));
  const form = useForm<Record<string, string>>({ initialValues: initial });
  const fields = useRead('listMemberFields', { params: { slug } }).data?.data ?? [];
  const action = useAction(async (given: Record<string, string>) => {
    const values = file.own_fields
      .filter(({ number, value }) => (given[`f${number}`] ?? '').trim() !== (value ?? ''))
      .map(({ number }) => ({ number, value: (given[`f${number}`] ?? '').trim() || null }));
    await call('setMemberOwnFields', { params: { slug, memberId: member.id }, body: { values } });
    form.resetDirty(given);
    succeeded(text.member.saved);
    await refresh('getMemberFile');
  });
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const disabled = member.erased_at !== null;
  return (
    <Card title={text.memberFile.ownTitle} lead={text.memberFile.ownLead}>
      <form onSubmit={form.onSubmit((values) => void action.run(values))} noValidate>
        <Stack gap="md">
          {file.own_fields.map(({ number, name, kind }) => {
            const field = `f${number}`;
            const shared = { label: name, disabled, ...form.getInputProps(field) };
            if (kind === 'text' || kind === 'date') {
              return (
                <TextInput key={field} maxLength={500} {...shared} {...(kind === 'date' ? { type: 'date' } : {})} />
              );
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
          <ActionFailed error={action.error} />
          {!disabled && <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} />}
        </Stack>
      </form>
      {dialog}
    </Card>
  );
}

type Check = MemberFile['checks'][number];

function Checks({ member, file }: FileProps) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
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
    {
      key: 'remove',
      title: text.memberFile.remove,
      quiet: true,
      cell: ({ id, kind }) => (
        <Button
          variant="subtle"
          size="xs"
          aria-label={text.memberFile.removeLabel(kind)}
          onClick={() => void remove.run(id)}
        >
          {text.memberFile.remove}
        </Button>
      ),
    },
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
  const refresh = useRefresh();
  const empty = { kind: '', checked_by: '', checked_on: today, expires_on: '' };
  const form = useForm({
    initialValues: empty,
    validate: {
      kind: (value) => (value.trim() ? null : text.field.required),
      checked_by: (value) => (value.trim() ? null : text.field.required),
      checked_on: (value) => (value ? null : text.field.required),
    },
  });
  const action = useAction(
    async ({ expires_on, ...values }: typeof empty) => {
      const body = { ...values, expires_on: expires_on || null };
      await call('addMemberCheck', { params: { slug, memberId }, body });
      form.reset();
      succeeded(text.memberFile.recorded);
      await refresh('getMemberFile');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const hint = { inputWrapperOrder: ['label', 'input', 'description', 'error'] as const };
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        <div className="field-row field-row-top">
          <TextInput
            label={text.memberFile.kind}
            description={text.memberFile.kindHint}
            inputWrapperOrder={[...hint.inputWrapperOrder]}
            maxLength={100}
            {...form.getInputProps('kind')}
          />
          <TextInput label={text.memberFile.checkedBy} maxLength={200} {...form.getInputProps('checked_by')} />
        </div>
        <div className="field-row field-row-top">
          <DayField label={text.memberFile.checkedOn} {...form.getInputProps('checked_on')} />
          <DayField
            label={text.memberFile.expiresOn}
            description={text.memberFile.expiresHint}
            {...form.getInputProps('expires_on')}
          />
        </div>
        <ActionFailed error={action.error} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={action.busy}>
            {text.memberFile.record}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
