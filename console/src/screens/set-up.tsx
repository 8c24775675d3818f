/** The one-time link: name and password, then one is in. */
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { SetupLink } from '@timebank/contract/console';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api.ts';
import { keepSession, useAction, useRead } from '../hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { focusFirstError, showFieldErrors } from '../parts/failure.ts';
import { Front } from '../parts/front.tsx';
import { isLongEnough, NewPasswordField } from '../parts/new-password.tsx';
import { Notice } from '../parts/notice.tsx';
import { ActionFailed, LoadFailed, Loading } from '../parts/states.tsx';

export default function SetUp() {
  const text = useText();
  // The token stands behind the #, so that no server or proxy logs it, and leaves the address at once.
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  useEffect(() => {
    if (token) window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  // Sets the cookie that the first request's CSRF token belongs to.
  const session = useRead('getSession', {}, { staleTime: Number.POSITIVE_INFINITY });
  const [link, setLink] = useState<SetupLink>();
  const reading = useAction(async () => {
    setLink((await call('readSetupLink', { body: { token } })).data);
  });
  const ready = session.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as soon as there is a session to read it with
  useEffect(() => {
    if (token && ready) void reading.run();
  }, [token, ready]);

  if (!token || reading.error?.code === 'setup_link_invalid') {
    return (
      <Front title={text.setUp.badTitle}>
        <Stack>
          <Notice tone="wait">{token ? text.setUp.bad : text.setUp.missing}</Notice>
          <Anchor component={Link} href="/">
            {text.setUp.toSignIn}
          </Anchor>
        </Stack>
      </Front>
    );
  }
  const failed = session.error ?? reading.error;
  if (failed) {
    const retry = () => void (session.error ? session.refetch() : reading.run());
    return (
      <Front title={text.setUp.title}>
        <LoadFailed error={failed} retry={retry} />
      </Front>
    );
  }
  if (!link) {
    return (
      <Front title={text.setUp.title} lead={text.setUp.checking}>
        <Loading rows={3} />
      </Front>
    );
  }
  const reset = link.purpose === 'reset';
  return (
    <Front
      title={reset ? text.setUp.titleReset : text.setUp.title}
      lead={reset ? text.setUp.leadReset(link.community) : text.setUp.lead(link.community)}
    >
      <SetUpForm link={link} token={token} />
    </Front>
  );
}

function SetUpForm({ link, token }: { link: SetupLink; token: string }) {
  const text = useText();
  const format = useFormat();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const form = useForm({
    initialValues: { name: link.name, password: '' },
    validate: {
      name: (value) => (value.trim() ? null : text.field.required),
      password: (value) => (isLongEnough(value) ? null : text.field.tooShort),
    },
  });
  const action = useAction(
    async ({ name, password }: typeof form.values) => {
      const session = await call('setUp', { body: { token, name: name.trim(), password } });
      keepSession(client, session);
      navigate('/', { replace: true });
    },
    (error) => showFieldErrors(form, error, text),
  );
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        {link.purpose === 'reset' && <Notice tone="info">{text.setUp.resetMeans}</Notice>}
        <TextInput label={text.setUp.email} value={link.email} readOnly autoComplete="username" />
        <TextInput
          label={text.setUp.name}
          description={text.setUp.nameHint}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <NewPasswordField
          label={text.setUp.password}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <ActionFailed error={action.error} />
        <Button type="submit" size="md" fullWidth loading={action.busy}>
          {text.setUp.submit}
        </Button>
        <Text size="sm" c="dimmed">
          {text.setUp.until(format.dateTime(link.expires_at))}
        </Text>
      </Stack>
    </form>
  );
}
