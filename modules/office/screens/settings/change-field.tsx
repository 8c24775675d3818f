/** What changes of a field that a community defines for its members: its name, its choices, the mark of the quarter. */
import { Button, Checkbox, Fieldset, Input, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import type { MemberOwnField } from '../../../members/contract/member-file.ts';

interface Typed {
  readonly name: string;
  /** `was` is empty for a new one. */
  readonly choices: readonly { readonly name: string; readonly was: string }[];
  readonly is_quarter: boolean;
}

export function ChangeField({ field, onClose }: { field: MemberOwnField; onClose: () => void }) {
  const text = useText();
  const own = text.ownFields;
  const { slug } = useCommunity();
  const refresh = useRefresh();
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
