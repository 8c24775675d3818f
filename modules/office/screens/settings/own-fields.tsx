/** The fields that a community defines for its members. */
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OWN_FIELD_KINDS, type OwnFieldKind } from '@timebank/contract/words';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/tag.tsx';
import type { MemberOwnField } from '../../../members/contract/member-file.ts';
import { ChangeField } from './change-field.tsx';

export function OwnFields() {
  const text = useText();
  const own = text.ownFields;
  const format = useFormat();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const fields = useRead('listMemberFields', { params: { slug } }).data?.data ?? [];
  const [removing, setRemoving] = useState<MemberOwnField>();
  const [changing, setChanging] = useState<MemberOwnField>();
  const remove = useAction(async (fieldNumber: number) => {
    await call('removeMemberField', { params: { slug, fieldNumber } });
    succeeded(own.removed);
    await refresh('listMemberFields', 'getMemberFile');
  });
  const mayChange = can('settings.write');
  const columns: Column<MemberOwnField>[] = [
    {
      key: 'name',
      title: own.name,
      main: true,
      cell: ({ name, is_quarter }) => (
        <span className="row-link">
          {name} {is_quarter && <Tag tone="quiet">{own.quarterTag}</Tag>}
        </span>
      ),
    },
    {
      key: 'kind',
      title: own.kind,
      cell: ({ kind, choices }) => (
        <>
          {own.kinds[kind]}
          {choices.length > 0 && <span className="quiet">: {format.list(choices)}</span>}
        </>
      ),
    },
    ...(mayChange
      ? [
          {
            key: 'remove',
            title: own.acts,
            quiet: true,
            cell: (field: MemberOwnField) => (
              <FieldActs field={field} change={() => setChanging(field)} remove={() => setRemoving(field)} />
            ),
          },
        ]
      : []),
  ];
  return (
    <Card title={own.title} lead={own.lead}>
      <Stack gap="md">
        {fields.length === 0 ? (
          <p className="quiet">{own.empty}</p>
        ) : (
          <DataTable caption={own.title} columns={columns} rows={fields} rowKey={({ number }) => number} />
        )}
        {mayChange && <AddField />}
      </Stack>
      {removing && (
        <Confirm
          title={own.removeTitle(removing.name)}
          go={own.remove}
          danger
          action={remove}
          args={[removing.number]}
          onClose={() => setRemoving(undefined)}
        >
          {own.removeText}
        </Confirm>
      )}
      {changing && <ChangeField field={changing} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function AddField() {
  const text = useText();
  const own = text.ownFields;
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const form = useForm({
    initialValues: { name: '', kind: 'text' as OwnFieldKind, choices: '' },
    validate: {
      name: (value) => (value.trim() ? null : text.field.required),
      choices: (value, { kind }) => (kind !== 'choice' || value.trim() ? null : text.field.required),
    },
  });
  const add = useAction(
    async ({ choices, ...given }: { name: string; kind: OwnFieldKind; choices: string }) => {
      const lines = choices.split('\n').map((line) => line.trim());
      const body = { ...given, ...(given.kind === 'choice' ? { choices: lines.filter(Boolean) } : {}) };
      await call('createMemberField', { params: { slug }, body });
      form.reset();
      succeeded(own.added);
      await refresh('listMemberFields', 'getMemberFile');
    },
    (error) => showFieldErrors(form, error, text),
  );
  return (
    <form onSubmit={form.onSubmit((values) => void add.run(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        <div className="field-row field-row-top">
          <TextInput label={own.name} maxLength={60} {...form.getInputProps('name')} />
          <Select
            label={own.kind}
            data={OWN_FIELD_KINDS.map((value) => ({ value, label: own.kinds[value] }))}
            {...form.getInputProps('kind')}
          />
        </div>
        {form.values.kind === 'choice' && (
          <Textarea
            label={own.choices}
            description={own.choicesHint}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('choices')}
          />
        )}
        <ActionFailed error={add.error} />
        <div>
          <Button type="submit" variant="default" loading={add.busy}>
            {own.add}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface FieldActsProps {
  field: MemberOwnField;
  change: () => void;
  remove: () => void;
}

function FieldActs({ field: { name }, change, remove }: FieldActsProps) {
  const own = useText().ownFields;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="subtle" size="xs" aria-label={own.changeLabel(name)} onClick={change}>
        {own.change}
      </Button>
      <Button variant="subtle" size="xs" aria-label={own.removeLabel(name)} onClick={remove}>
        {own.remove}
      </Button>
    </Group>
  );
}
