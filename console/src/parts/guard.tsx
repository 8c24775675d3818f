/** Asks for the password, or to sign in again, over whatever the person is doing; then it goes on. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, setGuard } from '../api.ts';
import { keepSession, useAction, useSession } from '../hooks.ts';
import { useText } from '../i18n/text.ts';
import { PasswordField } from './bits.tsx';
import { focusFirstError, showFieldErrors } from './failure.ts';
import { SignInForm } from './sign-in-form.tsx';
import { ActionFailed } from './states.tsx';

interface Question {
  readonly kind: 'sign-in' | 'confirm';
  readonly answer: (done: boolean) => void;
}

export function GuardDialogs() {
  const text = useText();
  const client = useQueryClient();
  const { administrator } = useSession();
  const [question, setQuestion] = useState<Question>();

  useEffect(() => {
    let open: { kind: Question['kind']; done: Promise<boolean> } | undefined;
    const ask = async (kind: Question['kind']): Promise<boolean> => {
      // Calls that are refused while the question stands wait for the same answer.
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

  if (!question) return null;
  if (question.kind === 'confirm') return <ConfirmPassword answer={question.answer} />;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={text.signIn.endedTitle}
      centered
    >
      <Stack>
        <Text>{text.signIn.ended}</Text>
        <SignInForm
          email={administrator.email}
          onDone={(session) => {
            keepSession(client, { data: session });
            question.answer(true);
          }}
        />
        <Button variant="subtle" onClick={() => window.location.reload()}>
          {text.signIn.startAgain}
        </Button>
      </Stack>
    </Modal>
  );
}

function ConfirmPassword({ answer }: { answer: (done: boolean) => void }) {
  const text = useText();
  const client = useQueryClient();
  const { administrator } = useSession();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : text.field.required) },
  });
  const action = useAction(
    async ({ password }: typeof form.values) => {
      const session = await call('confirmPassword', { body: { password } });
      keepSession(client, session);
      answer(true);
    },
    (error) => {
      if (error.code === 'sign_in_failed') {
        form.setFieldError('password', text.confirm.failed);
        form.getInputNode('password')?.focus();
      } else showFieldErrors(form, error, text);
    },
  );
  const shown = action.error && !['sign_in_failed', 'validation_failed'].includes(action.error.code);
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={text.confirm.title}
      centered
      closeButtonProps={{ 'aria-label': text.act.close }}
    >
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
          {shown && <ActionFailed error={action.error} />}
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
    </Modal>
  );
}
