/** Help for a person who cannot sign in: a link by mail where mail is on, and people. */

import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useWaysIn } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import { GUIDES } from '../../../../console/src/parts/values/guides.ts';

export default function Forgotten() {
  const { forgotten } = useText();
  const { forgotten_by_mail: byMail } = useWaysIn();
  return (
    <Stack gap="sm">
      {byMail && <ForgottenByMail />}
      <p>
        <strong>{forgotten.otherOwner}</strong> {forgotten.otherOwnerHow}
      </p>
      <p>
        <strong>{forgotten.soleOwner}</strong> {forgotten.soleOwnerHow}{' '}
        <Anchor href={GUIDES.accounts} target="_blank" rel="noreferrer">
          {forgotten.guide}
        </Anchor>
        .
      </p>
      <p>
        <strong>{forgotten.phone}</strong> {forgotten.phoneHow}
      </p>
    </Stack>
  );
}

// Asks for a new password by mail. The answer tells nobody whether there is an account.

function ForgottenByMail() {
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
