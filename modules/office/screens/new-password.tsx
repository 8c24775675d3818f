/** A new password by the link of a mail. */
import { Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../console/src/api/call.ts';
import { useAction, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { isLongEnough, NewPasswordField } from '../../../console/src/parts/forms/new-password.tsx';
import { focusFirstError, showFieldErrors } from '../../../console/src/parts/page/failure.ts';
import { Notice } from '../../../console/src/parts/page/notice.tsx';
import { ActionFailed, LoadFailed } from '../../../console/src/parts/page/states.tsx';
import { Front } from '../../../console/src/parts/shell/front.tsx';

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
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (isLongEnough(value) ? null : text.field.tooShort) },
  });
  const action = useAction(
    async ({ password }: typeof form.values) => {
      await call('resetPassword', { body: { token, password } });
      setDone(true);
      await session.refetch();
    },
    (error) => showFieldErrors(form, error, text),
  );
  const toSignIn = (
    <Anchor component={Link} href="/">
      {text.forgottenMail.toSignIn}
    </Anchor>
  );
  if (done || !token || action.error?.code === 'setup_link_invalid') {
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
      <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
        <Stack gap="md">
          <NewPasswordField
            label={text.forgottenMail.password}
            {...form.getInputProps('password')}
            value={form.values.password}
          />
          <ActionFailed error={action.error} />
          <Button type="submit" size="md" fullWidth loading={action.busy} disabled={!session.data}>
            {text.forgottenMail.save}
          </Button>
        </Stack>
      </form>
    </Front>
  );
}
