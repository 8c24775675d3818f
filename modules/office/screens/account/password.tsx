import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../console/src/api/call.ts';
import { keepSession, useAction, useRefresh, useSession } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { isLongEnough, NewPasswordField } from '../../../../console/src/parts/forms/new-password.tsx';
import { PasswordField } from '../../../../console/src/parts/forms/password-field.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';

export function PasswordCard() {
  const text = useText();
  const client = useQueryClient();
  const refresh = useRefresh();
  const { administrator } = useSession();
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value ? null : text.field.required),
      new_password: (value) => (isLongEnough(value) ? null : text.field.tooShort),
    },
  });
  const action = useAction(
    async (body: typeof form.values) => {
      keepSession(client, await call('changePassword', { body }));
      form.reset();
      succeeded(text.account.changed);
      await refresh('listSessions');
    },
    (error) => {
      showFieldErrors(form, error, text);
      if (error.fields.some(({ field }) => field === 'current_password')) {
        form.setFieldError('current_password', text.account.currentWrong);
      }
    },
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  return (
    <Card title={text.account.passwordTitle} lead={text.account.passwordLead}>
      <form
        className="form-column"
        onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))}
        noValidate
      >
        <Stack gap="md">
          <input type="text" autoComplete="username" value={administrator.email} readOnly hidden />
          <PasswordField
            label={text.account.current}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <NewPasswordField
            label={text.account.next}
            {...form.getInputProps('new_password')}
            value={form.values.new_password}
          />
          <ActionFailed error={action.error} />
          <div>
            <Button type="submit" loading={action.busy}>
              {text.account.change}
            </Button>
          </div>
        </Stack>
      </form>
      {dialog}
    </Card>
  );
}
