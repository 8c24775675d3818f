/** Asks for a new password by mail. The answer tells nobody whether there is an account. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { focusFirstError, showFieldErrors } from '../../parts/page/failure.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';

export function ForgottenByMail() {
  const all = useText();
  const text = all.forgottenMail;
  const [asked, setAsked] = useState(false);
  const form = useForm({
    initialValues: { address: '' },
    validate: { address: (value) => (value.includes('@') ? null : all.field.email) },
  });
  const action = useAction(
    async ({ address }: typeof form.values) => {
      await call('requestPassword', { body: { email: address.trim() } });
      setAsked(true);
    },
    (error) => showFieldErrors(form, error, all),
  );
  if (asked) {
    return (
      <Notice tone="info" role="status">
        {text.asked}
      </Notice>
    );
  }
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Stack gap="sm">
        <strong>{text.title}</strong>
        <TextInput
          label={text.email}
          type="email"
          autoComplete="username"
          maxLength={254}
          {...form.getInputProps('address')}
        />
        <ActionFailed error={action.error} />
        <Button type="submit" variant="default" loading={action.busy}>
          {text.send}
        </Button>
      </Stack>
    </form>
  );
}
