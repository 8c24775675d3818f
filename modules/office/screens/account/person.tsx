/** The person's name and address of sign-in. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../console/src/api/call.ts';
import { keepSession, useAction, useSession } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

export function PersonCard() {
  const text = useText();
  const client = useQueryClient();
  const { administrator, ways_in: ways } = useSession();
  const byPassword = ways.local_accounts && administrator.has_password;
  const form = useForm({
    initialValues: { name: administrator.name, email: administrator.email },
    validate: {
      name: (value) => (value.trim() ? null : text.field.required),
      email: (value) => (ADDRESS.test(value.trim()) ? null : text.field.email),
    },
  });
  const action = useAction(
    async (values: typeof form.values) => {
      const body = { name: values.name.trim(), email: values.email.trim() };
      const answer = await call('updateOwnAccount', { body });
      const { name, email } = answer.data.administrator;
      keepSession(client, answer);
      form.setInitialValues({ name, email });
      form.setValues({ name, email });
      succeeded(email === administrator.email || !byPassword ? text.person.saved : text.person.signInWith(email));
    },
    (error) => {
      showFieldErrors(form, error, text);
      if (error.code === 'state_conflict') form.setFieldError('email', text.person.taken);
    },
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const shown = action.error?.code === 'state_conflict' ? undefined : action.error;
  return (
    <Card title={text.person.title} lead={byPassword ? text.person.leadByPassword : text.person.lead}>
      <form
        className="form-column"
        onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))}
        noValidate
      >
        <Stack gap="md">
          <TextInput label={text.person.name} autoComplete="name" maxLength={200} {...form.getInputProps('name')} />
          <TextInput
            label={text.person.email}
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <ActionFailed error={shown} />
          <div>
            <Button type="submit" loading={action.busy}>
              {text.person.save}
            </Button>
          </div>
        </Stack>
      </form>
      {dialog}
    </Card>
  );
}
