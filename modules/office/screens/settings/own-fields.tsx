/** The fields that a community defines for its members. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OWN_FIELD_KINDS, type OwnFieldKind } from '@timebank/contract/words';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText, focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { MemberOwnField } from '../../../members/contract/member-file.ts';

export function OwnFields() {
  const text = useText();
  const own = text.ownFields;
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const fields = useRead('listMemberFields', { params: { slug } }).data?.data ?? [];
  const [removing, setRemoving] = useState<MemberOwnField>();
  const [renaming, setRenaming] = useState<MemberOwnField>();
  const form = useForm({
    initialValues: { name: '', kind: 'text' as OwnFieldKind },
    validate: { name: (value) => (value.trim() ? null : text.field.required) },
  });
  const add = useAction(
    async (body: { name: string; kind: OwnFieldKind }) => {
      await call('createMemberField', { params: { slug }, body });
      form.reset();
      succeeded(own.added);
      await refresh('listMemberFields', 'getMemberFile');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const remove = useAction(async (fieldNumber: number) => {
    await call('removeMemberField', { params: { slug, fieldNumber } });
    succeeded(own.removed);
    await refresh('listMemberFields', 'getMemberFile');
  });
  const mayChange = can('settings.write');
  const columns: Column<MemberOwnField>[] = [
    { key: 'name', title: own.name, main: true, cell: ({ name }) => <span className="row-link">{name}</span> },
    { key: 'kind', title: own.kind, cell: ({ kind }) => own.kinds[kind] },
    ...(mayChange
      ? [
          {
            key: 'remove',
            title: own.acts,
            quiet: true,
            cell: (field: MemberOwnField) => (
              <FieldActs field={field} rename={() => setRenaming(field)} remove={() => setRemoving(field)} />
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
        {mayChange && (
          <form onSubmit={form.onSubmit((values) => void add.run(values), focusFirstError(form))} noValidate>
            <Stack gap="md">
              <div className="field-row field-row-top">
                <TextInput label={own.name} maxLength={60} {...form.getInputProps('name')} />
                <Select
                  label={own.kind}
                  allowDeselect={false}
                  data={OWN_FIELD_KINDS.map((value) => ({ value, label: own.kinds[value] }))}
                  {...form.getInputProps('kind')}
                />
              </div>
              <ActionFailed error={add.error} />
              <div>
                <Button type="submit" variant="default" loading={add.busy}>
                  {own.add}
                </Button>
              </div>
            </Stack>
          </form>
        )}
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
      {renaming && <RenameField field={renaming} onClose={() => setRenaming(undefined)} />}
    </Card>
  );
}

function FieldActs({
  field: { name },
  rename,
  remove,
}: {
  field: MemberOwnField;
  rename: () => void;
  remove: () => void;
}) {
  const own = useText().ownFields;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="subtle" size="xs" aria-label={own.renameLabel(name)} onClick={rename}>
        {own.rename}
      </Button>
      <Button variant="subtle" size="xs" aria-label={own.removeLabel(name)} onClick={remove}>
        {own.remove}
      </Button>
    </Group>
  );
}

/** Another name; the values stay as they are. */
function RenameField({ field, onClose }: { field: MemberOwnField; onClose: () => void }) {
  const text = useText();
  const own = text.ownFields;
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [name, setName] = useState(field.name);
  const [missing, setMissing] = useState(false);
  const action = useAction(async () => {
    await call('updateMemberField', { params: { slug, fieldNumber: field.number }, body: { name } });
    succeeded(own.renamed);
    await refresh('listMemberFields', 'getMemberFile');
  });
  const fault = action.error?.fields.find((one) => one.field === 'name');
  const run = async () => {
    setMissing(name.trim() === '');
    return name.trim() === '' ? false : await action.run();
  };
  return (
    <Confirm
      title={own.renameTitle(field.name)}
      go={own.rename}
      action={{ ...action, error: fault ? undefined : action.error, run }}
      args={[]}
      onClose={onClose}
    >
      <TextInput
        label={own.name}
        description={own.renameHint}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        value={name}
        error={missing ? text.field.required : fault && fieldText(fault, text)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Confirm>
  );
}
