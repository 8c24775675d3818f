/** The fields that a community defines for its members. */
import { Button, Checkbox, Fieldset, Group, Input, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OWN_FIELD_KINDS, type OwnFieldKind } from '@timebank/contract/words';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Tag } from '../../../../console/src/parts/values/values.tsx';
import type { MemberOwnField } from '../../../members/contract/member-file.ts';

export function OwnFields() {
  const { text, format } = useLanguage();
  const own = text.ownFields;
  const { slug, can } = useCommunity();
  const fields = useRead('listMemberFields').data?.data ?? [];
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
  const sent = useActionForm(
    {
      initialValues: { name: '', kind: 'text' as OwnFieldKind, choices: '' },
      validate: {
        name: (value) => (value.trim() ? null : text.field.required),
        choices: (value, { kind }) => (kind !== 'choice' || value.trim() ? null : text.field.required),
      },
    },
    async ({ choices, ...given }, form) => {
      const lines = choices.split('\n').map((line) => line.trim());
      const body = { ...given, ...(given.kind === 'choice' ? { choices: lines.filter(Boolean) } : {}) };
      await call('createMemberField', { params: { slug }, body });
      form.reset();
    },
    { done: own.added, changes: ['listMemberFields', 'getMemberFile'] },
  );
  return (
    <ActionForm of={sent}>
      <div className="field-row field-row-top">
        <TextInput label={own.name} maxLength={60} {...sent.field('name')} />
        <Select
          label={own.kind}
          data={OWN_FIELD_KINDS.map((value) => ({ value, label: own.kinds[value] }))}
          {...sent.field('kind')}
        />
      </div>
      {sent.form.values.kind === 'choice' && (
        <Textarea
          label={own.choices}
          description={own.choicesHint}
          minRows={3}
          maxRows={12}
          {...sent.field('choices')}
        />
      )}
      <ActionFailed error={sent.action.error} />
      <div>
        <Button type="submit" variant="default" loading={sent.action.busy}>
          {own.add}
        </Button>
      </div>
    </ActionForm>
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

// What changes of a field that a community defines for its members: its name, its choices, the mark of the quarter.

interface Typed {
  readonly name: string;
  /** `was` is empty for a new one. */
  readonly choices: readonly { readonly name: string; readonly was: string }[];
  readonly is_quarter: boolean;
}

function ChangeField({ field, onClose }: { field: MemberOwnField; onClose: () => void }) {
  const text = useText();
  const own = text.ownFields;
  const { slug } = useCommunity();
  const hasChoices = field.kind === 'choice';
  const form = useForm<Typed>({
    initialValues: {
      name: field.name,
      choices: field.choices.map((name) => ({ name, was: name })),
      is_quarter: field.is_quarter,
    },
    validate: { name: (value) => (value.trim() ? null : text.field.required) },
  });
  const action = useAction(
    async ({ name, choices, is_quarter }: Typed) => {
      const kept = choices.filter((choice) => choice.name.trim() !== '');
      const list = kept.map((choice) => ({ name: choice.name, was: choice.was || null }));
      const body = { name, ...(hasChoices ? { choices: list, is_quarter } : {}) };
      await call('updateMemberField', { params: { slug, fieldNumber: field.number }, body });
      succeeded(own.changed);
      await refresh('listMemberFields', 'getMemberFile');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const run = async (values: Typed) => (form.validate().hasErrors ? false : await action.run(values));
  return (
    <Confirm
      title={own.changeTitle(field.name)}
      go={own.save}
      action={{ ...action, run }}
      args={[form.values]}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={own.name}
          description={own.nameHint}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {hasChoices && (
          <>
            <Fieldset variant="unstyled" legend={own.choices}>
              <Stack gap="xs">
                <p className="quiet">{own.choicesChangeHint}</p>
                {form.values.choices.map(({ was }, at) => (
                  <TextInput
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines stay where they are, an emptied one too
                    key={at}
                    aria-label={was === '' ? own.choiceNew : own.choiceOf(was)}
                    maxLength={100}
                    autoComplete="off"
                    {...form.getInputProps(`choices.${at}.name`)}
                  />
                ))}
                {form.errors.choices && <Input.Error>{form.errors.choices}</Input.Error>}
                <div>
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => form.insertListItem('choices', { name: '', was: '' })}
                  >
                    {own.choiceAdd}
                  </Button>
                </div>
              </Stack>
            </Fieldset>
            <Checkbox
              label={own.quarter}
              description={own.quarterHint}
              {...form.getInputProps('is_quarter', { type: 'checkbox' })}
            />
          </>
        )}
      </Stack>
    </Confirm>
  );
}
