/** Help for a person who cannot sign in: a link by mail where mail is on, and people. */

import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, useWaysIn } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { ActionFailed, Notice } from '../../../../console/src/parts/page/states.tsx';
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
  const sent = useActionForm(
    {
      initialValues: { address: '' },
      validate: { address: (value) => (value.includes('@') ? null : all.field.email) },
    },
    async ({ address }) => {
      await call('requestPassword', { body: { email: address.trim() } });
      setAsked(true);
    },
  );
  if (asked) {
    return (
      <Notice tone="info" role="status">
        {text.asked}
      </Notice>
    );
  }
  return (
    <ActionForm of={sent} gap="sm">
      <strong>{text.title}</strong>
      <TextInput label={text.email} type="email" autoComplete="username" maxLength={254} {...sent.field('address')} />
      <ActionFailed error={sent.action.error} />
      <Button type="submit" variant="default" loading={sent.action.busy}>
        {text.send}
      </Button>
    </ActionForm>
  );
}
