/** The organisation's identity provider, or e-mail and password, then the code where the account asks for one. */
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SignedIn } from '../../../desk/contract/session.ts';
import { type ApiError, call, useAction, useWaysIn } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { focusFirstError, showFieldErrors } from '../page/failure.ts';
import { ActionFailed } from '../page/states.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButton, ProviderWindowButton } from './provider-button.tsx';

interface SignInProps {
  readonly email?: string;
  /** The path below /console to which the identity provider leads back; `beside`: it opens in a window of its own. */
  readonly to?: string | 'beside';
  readonly onDone: (session: SignedIn) => void;
}

export function SignInForm(props: SignInProps) {
  const { local_accounts: hasPasswords } = useWaysIn();
  const [path] = useLocation();
  const { to = path + window.location.search, onDone } = props;
  return (
    <Stack gap="md">
      {hasPasswords && <PasswordForm {...props} />}
      {to === 'beside' ? <ProviderWindowButton confirms={false} onDone={onDone} /> : <ProviderButton to={to} />}
    </Stack>
  );
}

function PasswordForm({ email, onDone }: SignInProps) {
  const text = useText();
  const [step, setStep] = useState<'password' | 'app' | 'recovery'>('password');
  const code = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { email: email ?? '', password: '', code: '' },
    validate: {
      email: (value) => (value.trim() ? null : text.field.required),
      password: (value) => (value ? null : text.field.required),
      code: (value) => (step === 'password' || value.trim() ? null : text.field.required),
    },
  });
  const refused = (error: ApiError) => {
    if (error.code === 'code_required') {
      setStep('app');
    } else if (error.code === 'sign_in_failed' && step !== 'password') {
      form.setFieldError('code', step === 'app' ? text.signIn.codeFailed : text.signIn.recoveryFailed);
      code.current?.focus();
    } else {
      showFieldErrors(form, error, text);
    }
  };
  const action = useAction(async (values: typeof form.values) => {
    const typed = values.code.replace(/\s/g, '');
    const body = { email: values.email.trim(), password: values.password };
    const answer = await call('signIn', { body: step === 'password' ? body : { ...body, code: typed } });
    onDone(answer.data);
  }, refused);
  useEffect(() => {
    if (step !== 'password') code.current?.focus();
  }, [step]);

  const { error } = action;
  const shown = error && !['code_required', 'validation_failed'].includes(error.code) ? error : undefined;
  const choose = (next: typeof step) => {
    setStep(next);
    form.setFieldValue('code', '');
    form.clearErrors();
    action.clear();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        {step === 'password' ? (
          <>
            <TextInput
              label={text.signIn.email}
              type="email"
              autoComplete="username"
              readOnly={email !== undefined}
              {...form.getInputProps('email')}
            />
            <PasswordField
              label={text.signIn.password}
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          </>
        ) : (
          <>
            <Text>{step === 'app' ? text.signIn.codeLead : text.signIn.recoveryLead}</Text>
            <TextInput
              key={step}
              ref={code}
              label={step === 'app' ? text.signIn.code : text.signIn.recovery}
              inputMode={step === 'app' ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              classNames={{ input: 'code-input' }}
              {...form.getInputProps('code')}
            />
          </>
        )}
        {shown?.code === 'sign_in_failed' ? (
          step === 'password' && (
            <p className="form-error" role="alert">
              {text.signIn.failed}
            </p>
          )
        ) : (
          <ActionFailed error={shown} />
        )}
        {step === 'password' && shown?.code === 'rate_limited' && (
          <Anchor component="button" type="button" ta="left" onClick={() => choose('app')}>
            {text.signIn.passWithCode}
          </Anchor>
        )}
        <Button type="submit" size="md" fullWidth loading={action.busy}>
          {text.signIn.submit}
        </Button>
        {step === 'password' && <PasskeyButton label={text.signIn.withPasskey} onDone={onDone} />}
        {step !== 'password' && (
          <Stack gap={6} align="flex-start">
            <Anchor component="button" type="button" onClick={() => choose(step === 'app' ? 'recovery' : 'app')}>
              {step === 'app' ? text.signIn.useRecovery : text.signIn.useApp}
            </Anchor>
            <Anchor component="button" type="button" onClick={() => choose('password')}>
              {text.signIn.startAgain}
            </Anchor>
          </Stack>
        )}
      </Stack>
    </form>
  );
}
