/** The one-time link: an invitation, accepted with an account or by creating one; or a new start for a lost account. */

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { SignedIn } from '../../../console/desk/contract/session.ts';
import { call, keepSession, useAction, useRead, useWaysIn } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../console/src/parts/forms/action-form.tsx';
import { isLongEnough, NewPasswordField } from '../../../console/src/parts/forms/password-field.tsx';
import { ActionFailed, LoadFailed, Loading, Notice } from '../../../console/src/parts/page/states.tsx';
import { Front } from '../../../console/src/parts/shell/front.tsx';
import { ProviderButton } from '../../../console/src/parts/shell/provider-button.tsx';
import { SignInForm } from '../../../console/src/parts/shell/sign-in-form.tsx';
import { To } from '../../../console/src/parts/values/to.tsx';
import type { SetupLink } from '../contract/set-up.ts';

export default function SetUp() {
  const text = useText();
  // The token comes behind the #, so that no server or proxy logs it, and leaves the address at once.
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  /** Of the community that the link leads to; links of before have none. */
  const [slug] = useState(() => new URLSearchParams(window.location.search).get('community') ?? '');
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
          <To href="/">{text.setUp.toSignIn}</To>
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
  if (link.purpose === 'reset' || !link.role) {
    return (
      <Front title={text.setUp.titleReset} lead={text.setUp.leadReset(link.community)}>
        <SetUpForm link={link} token={token} slug={slug} />
      </Front>
    );
  }
  const state = session.data?.data;
  return (
    <Front title={text.setUp.title} lead={text.setUp.lead(link.community, text.roles[link.role])}>
      {state?.signed_in ? (
        <Accept
          signedInAs={state.administrator.email || state.administrator.name}
          link={link}
          token={token}
          slug={slug}
        />
      ) : (
        <NewOrKnown link={link} token={token} slug={slug} />
      )}
    </Front>
  );
}

interface LinkProps {
  readonly link: SetupLink;
  readonly token: string;
  readonly slug: string;
}

/** Where a person comes in: the community that was just joined, and not the one that was looked at before. */
const homeOf = ({ communities }: SignedIn, slug: string) =>
  communities.some((one) => one.slug === slug) ? `/c/${slug}` : '/';

/** For a person who is signed in: accept with this account, or sign out to use another one. */
function Accept({ signedInAs, link, token, slug }: LinkProps & { signedInAs: string }) {
  const text = useText();
  const [, navigate] = useLocation();
  const accept = useAction(async () => {
    const session = await call('acceptInvitation', { body: { token } });
    keepSession(session);
    navigate(homeOf(session.data, slug), { replace: true });
  });
  const leave = useAction(async () => keepSession(await call('signOut')));
  const isOther = signedInAs !== link.email;
  return (
    <Stack gap="md">
      {isOther ? (
        <Notice tone="wait">{text.setUp.otherAccount(signedInAs, link.email)}</Notice>
      ) : (
        <Text>{text.setUp.signedInAs(signedInAs)}</Text>
      )}
      <ActionFailed error={accept.error ?? leave.error} />
      <Button size="md" fullWidth loading={accept.busy} onClick={() => void accept.run()}>
        {text.setUp.accept}
      </Button>
      {isOther && (
        <Button size="md" fullWidth variant="default" loading={leave.busy} onClick={() => void leave.run()}>
          {text.setUp.signOut}
        </Button>
      )}
    </Stack>
  );
}

/**
 * For a person who is not signed in: sign in to an existing account, or create one. It is asked first: the link does not say
 * whether the address has an account, and a person who has one would choose a second password.
 */
function NewOrKnown({ link, token, slug }: LinkProps) {
  const text = useText();
  const [hasAccount, setHasAccount] = useState<boolean>();
  const { local_accounts: hasPasswords } = useWaysIn();
  const to = `/set-up?community=${encodeURIComponent(slug)}#${encodeURIComponent(token)}`;
  if (!hasPasswords) return <ProviderButton to={to} />;
  if (hasAccount === undefined) {
    return (
      <Stack gap="md">
        <Button size="md" fullWidth onClick={() => setHasAccount(false)}>
          {text.setUp.newHere}
        </Button>
        <Button size="md" fullWidth variant="default" onClick={() => setHasAccount(true)}>
          {text.setUp.haveAccount}
        </Button>
        <ProviderButton to={to} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {hasAccount ? (
        <>
          <Text>{text.setUp.signInAndAccept}</Text>
          <SignInForm email={link.email} to={to} onDone={(session) => keepSession({ data: session })} />
        </>
      ) : (
        <>
          <SetUpForm link={link} token={token} slug={slug} />
          <ProviderButton to={to} />
        </>
      )}
      <Anchor component="button" type="button" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? text.setUp.noAccount : text.setUp.haveAccount}
      </Anchor>
    </Stack>
  );
}

function SetUpForm({ link, token, slug }: LinkProps) {
  const { text, format } = useLanguage();
  const [, navigate] = useLocation();
  const sent = useActionForm(
    {
      initialValues: { name: link.name, password: '' },
      validate: {
        name: (value) => (value.trim() ? null : text.field.required),
        password: (value) => (isLongEnough(value) ? null : text.field.tooShort),
      },
    },
    async ({ name, password }) => {
      const session = await call('setUp', { body: { token, name: name.trim(), password } });
      keepSession(session);
      navigate(homeOf(session.data, slug), { replace: true });
    },
  );
  return (
    <ActionForm of={sent}>
      {link.purpose === 'reset' && <Notice tone="info">{text.setUp.resetMeans}</Notice>}
      <TextInput label={text.setUp.email} value={link.email} readOnly autoComplete="username" />
      <TextInput
        label={text.setUp.name}
        description={text.setUp.nameHint}
        autoComplete="name"
        {...sent.field('name')}
      />
      <NewPasswordField label={text.setUp.password} {...sent.field('password')} value={sent.form.values.password} />
      <ActionFailed error={sent.action.error} />
      <Button type="submit" size="md" fullWidth loading={sent.action.busy}>
        {text.setUp.submit}
      </Button>
      <Text size="sm" c="dimmed">
        {text.setUp.until(format.dateTime(link.expires_at))}
      </Text>
    </ActionForm>
  );
}
