/** A new password by the link of a mail. */

import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../console/src/parts/forms/action-form.tsx';
import { isLongEnough, NewPasswordField } from '../../../console/src/parts/forms/password-field.tsx';
import { ActionFailed, LoadFailed, Notice } from '../../../console/src/parts/page/states.tsx';
import { Front } from '../../../console/src/parts/shell/front.tsx';
import { To } from '../../../console/src/parts/values/to.tsx';

export default function NewPassword() {
  const text = useText();
  // The token comes behind the #, so that no server or proxy logs it, and leaves the address at once.
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  useEffect(() => {
    if (token) window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  // Sets the cookie that the first request's CSRF token belongs to.
  const session = useRead('getSession', {}, { staleTime: Number.POSITIVE_INFINITY });
  const [done, setDone] = useState(false);
  const sent = useActionForm(
    {
      initialValues: { password: '' },
      validate: { password: (value) => (isLongEnough(value) ? null : text.field.tooShort) },
    },
    async ({ password }) => {
      await call('resetPassword', { body: { token, password } });
      setDone(true);
      await session.refetch();
    },
  );
  const toSignIn = <To href="/">{text.forgottenMail.toSignIn}</To>;
  if (done || !token || sent.action.error?.code === 'setup_link_invalid') {
    return (
      <Front title={text.forgottenMail.newTitle}>
        <Stack>
          <Notice tone={done ? 'good' : 'wait'} role="status">
            {done ? text.forgottenMail.done : text.forgottenMail.bad}
          </Notice>
          {toSignIn}
        </Stack>
      </Front>
    );
  }
  return (
    <Front title={text.forgottenMail.newTitle} lead={text.forgottenMail.newLead} foot={toSignIn}>
      {session.error && <LoadFailed error={session.error} retry={() => void session.refetch()} />}
      <ActionForm of={sent}>
        <NewPasswordField
          label={text.forgottenMail.password}
          {...sent.field('password')}
          value={sent.form.values.password}
        />
        <ActionFailed error={sent.action.error} />
        <Button type="submit" size="md" fullWidth loading={sent.action.busy} disabled={!session.data}>
          {text.forgottenMail.save}
        </Button>
      </ActionForm>
    </Front>
  );
}
