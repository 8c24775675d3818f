/** Asks for the password (and a code, where the account has one) or a passkey, or to sign in again, over whatever the person is doing; then it goes on. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { SignedIn } from '../../../desk/contract/session.ts';
import { call, setGuard } from '../../api/call.ts';
import { keepSession, useAction, useSession } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { Dialog } from '../page/dialog.tsx';
import { focusFirstError, showFieldErrors } from '../page/failure.ts';
import { ActionFailed } from '../page/states.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderWindowButton } from './provider-button.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface Question {
  readonly kind: 'sign-in' | 'confirm';
  readonly answer: (done: boolean) => void;
}

export function GuardDialogs() {
  const text = useText();
  const { administrator } = useSession();
  const [question, setQuestion] = useState<Question>();

  useEffect(() => {
    let open: { kind: Question['kind']; done: Promise<boolean> } | undefined;
    const ask = async (kind: Question['kind']): Promise<boolean> => {
      // Calls that are refused while the question is open wait for the same answer.
      while (open && open.kind !== kind) await open.done;
      if (!open) {
        const done = new Promise<boolean>((resolve) => {
          setQuestion({
            kind,
            answer: (ok) => {
              open = undefined;
              setQuestion(undefined);
              resolve(ok);
            },
          });
        });
        open = { kind, done };
      }
      return await open.done;
    };
    setGuard({ signIn: () => ask('sign-in'), confirmPassword: () => ask('confirm') });
    return () => setGuard(undefined);
  }, []);

  /** Goes on; for a passkey of another person the page starts over. */
  const resume = (answer: Question['answer']) => (session: SignedIn) => {
    if (session.administrator.id !== administrator.id) return window.location.assign('/console/');
    keepSession({ data: session });
    answer(true);
  };

  if (!question) return null;
  if (question.kind === 'confirm') {
    return <Confirmation answer={question.answer} onSession={resume(question.answer)} />;
  }
  return (
    <Dialog locked onClose={() => {}} title={text.signIn.endedTitle}>
      <Stack>
        <Text>{text.signIn.ended}</Text>
        <SignInForm email={administrator.email} to="beside" onDone={resume(question.answer)} />
        <Button variant="subtle" onClick={() => window.location.reload()}>
          {text.signIn.startAgain}
        </Button>
      </Stack>
    </Dialog>
  );
}

interface ConfirmationProps {
  readonly answer: (done: boolean) => void;
  /** A session that another way than the password has confirmed, or begun. */
  readonly onSession: (session: SignedIn) => void;
}

function Confirmation(props: ConfirmationProps) {
  const text = useText();
  const { administrator, ways_in: ways } = useSession();
  if (ways.local_accounts && administrator.has_password) return <ConfirmPassword {...props} />;
  const withPasskey = ways.local_accounts && administrator.has_passkey;
  const withProvider = ways.provider !== null && administrator.has_identity;
  return (
    <Dialog onClose={() => props.answer(false)} title={text.confirm.title}>
      <Stack>
        <Text>{withPasskey || withProvider ? text.confirm.lead : text.confirm.noWay}</Text>
        {withPasskey && <PasskeyButton label={text.confirm.withPasskey} onDone={props.onSession} />}
        {withProvider && <ProviderWindowButton confirms onDone={props.onSession} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => props.answer(false)}>
            {text.act.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function ConfirmPassword({ answer, onSession }: ConfirmationProps) {
  const text = useText();
  const { administrator } = useSession();
  const [withCode, setWithCode] = useState(administrator.totp_enabled);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value ? null : text.field.required),
      code: (value) => (!withCode || value.trim() ? null : text.field.required),
    },
  });
  const action = useAction(
    async ({ password, code }: typeof form.values) => {
      const typed = code.replace(/\s/g, '');
      const session = await call('confirmPassword', { body: withCode ? { password, code: typed } : { password } });
      keepSession(session);
      answer(true);
    },
    (error) => {
      if (error.code === 'code_required') {
        // Codes were switched on after this page was loaded.
        setWithCode(true);
      } else if (error.code === 'sign_in_failed') {
        const field = error.fields.some((fault) => fault.field === 'code') ? 'code' : 'password';
        form.setFieldError(field, field === 'code' ? text.confirm.codeFailed : text.confirm.failed);
        form.getInputNode(field)?.focus();
      } else showFieldErrors(form, error, text);
    },
  );
  const shownAtField = ['sign_in_failed', 'code_required', 'validation_failed'];
  const shown = action.error && !shownAtField.includes(action.error.code);
  return (
    <Dialog onClose={() => answer(false)} title={text.confirm.title}>
      <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
        <Stack>
          <Text>{text.confirm.lead}</Text>
          <input type="text" autoComplete="username" value={administrator.email} readOnly hidden />
          <PasswordField
            label={text.signIn.password}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          {withCode && (
            <>
              <Text>{text.confirm.codeLead}</Text>
              <TextInput
                label={text.confirm.code}
                autoComplete="one-time-code"
                classNames={{ input: 'code-input' }}
                {...form.getInputProps('code')}
              />
            </>
          )}
          {shown && <ActionFailed error={action.error} />}
          {administrator.has_passkey && <PasskeyButton label={text.confirm.withPasskey} onDone={onSession} />}
          {administrator.has_identity && <ProviderWindowButton confirms onDone={onSession} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => answer(false)}>
              {text.act.cancel}
            </Button>
            <Button type="submit" loading={action.busy}>
              {text.confirm.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
