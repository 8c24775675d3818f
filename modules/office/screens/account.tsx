/** One's own account: authenticator app, passkeys, identity provider, password, name, sessions. */

import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { browserOf } from '@timebank/contract/browser-name';
import { ADMINISTRATOR_MAIL_KINDS, type AdministratorMailKind } from '@timebank/contract/words';
import { ALERT_PERMISSIONS } from '../../../console/desk/contract/routes.ts';
import type { SessionItem } from '../../../console/desk/contract/session.ts';
import { call, keepSession, refresh, useAction, useRead, useSession } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../console/src/parts/forms/action-form.tsx';
import { isLongEnough, NewPasswordField, PasswordField } from '../../../console/src/parts/forms/password-field.tsx';
import { actColumn, type Column, DataTable } from '../../../console/src/parts/lists/table.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Tag, Time } from '../../../console/src/parts/values/values.tsx';
import { IdentitiesCard, PasskeysCard } from './account/passkeys.tsx';
import { TotpCard } from './account/totp.tsx';

export default function Account() {
  const text = useText();
  const { administrator, ways_in: ways } = useSession();
  const byPassword = ways.local_accounts && administrator.has_password;
  return (
    <Page title={text.account.title} lead={text.account.lead(administrator.email)} narrow>
      {byPassword && <TotpCard />}
      {ways.local_accounts && <PasskeysCard />}
      <IdentitiesCard />
      {byPassword && <PasswordCard />}
      <PersonCard />
      <AlertsCard />
      <SessionsCard />
    </Page>
  );
}

// The person's name and address of sign-in.

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

function PersonCard() {
  const text = useText();
  const { administrator, ways_in: ways } = useSession();
  const byPassword = ways.local_accounts && administrator.has_password;
  const sent = useActionForm(
    {
      initialValues: { name: administrator.name, email: administrator.email },
      validate: {
        name: (value) => (value.trim() ? null : text.field.required),
        email: (value) => (ADDRESS.test(value.trim()) ? null : text.field.email),
      },
    },
    async (values) => {
      const body = { name: values.name.trim(), email: values.email.trim() };
      const answer = await call('updateOwnAccount', { body });
      const { name, email } = answer.data.administrator;
      keepSession(answer);
      succeeded(email === administrator.email || !byPassword ? text.person.saved : text.person.signInWith(email));
      return { name, email };
    },
    {
      onError: (error, form) => {
        if (error.code === 'state_conflict') form.setFieldError('email', text.person.taken);
      },
    },
  );
  const { error, busy } = sent.action;
  const shown = error?.code === 'state_conflict' ? undefined : error;
  return (
    <Card title={text.person.title} lead={byPassword ? text.person.leadByPassword : text.person.lead}>
      <ActionForm of={sent} keeps className="form-column">
        <TextInput label={text.person.name} autoComplete="name" maxLength={200} {...sent.field('name')} />
        <TextInput
          label={text.person.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          {...sent.field('email')}
        />
        <ActionFailed error={shown} />
        <div>
          <Button type="submit" loading={busy}>
            {text.person.save}
          </Button>
        </div>
      </ActionForm>
    </Card>
  );
}

function PasswordCard() {
  const text = useText();
  const { administrator } = useSession();
  const sent = useActionForm(
    {
      initialValues: { current_password: '', new_password: '' },
      validate: {
        current_password: (value) => (value ? null : text.field.required),
        new_password: (value) => (isLongEnough(value) ? null : text.field.tooShort),
      },
    },
    async (body, form) => {
      keepSession(await call('changePassword', { body }));
      form.reset();
    },
    {
      done: text.account.changed,
      changes: ['listSessions'],
      onError: ({ fields }, form) => {
        if (fields.some(({ field }) => field === 'current_password')) {
          form.setFieldError('current_password', text.account.currentWrong);
        }
      },
    },
  );
  return (
    <Card title={text.account.passwordTitle} lead={text.account.passwordLead}>
      <ActionForm of={sent} keeps className="form-column">
        <input type="text" autoComplete="username" value={administrator.email} readOnly hidden />
        <PasswordField
          label={text.account.current}
          autoComplete="current-password"
          {...sent.field('current_password')}
        />
        <NewPasswordField
          label={text.account.next}
          {...sent.field('new_password')}
          value={sent.form.values.new_password}
        />
        <ActionFailed error={sent.action.error} />
        <div>
          <Button type="submit" loading={sent.action.busy}>
            {text.account.change}
          </Button>
        </div>
      </ActionForm>
    </Card>
  );
}

// What a person wants to be alerted to by mail.

const OF_PARTNERS: ReadonlySet<AdministratorMailKind> = new Set(['webhooks', 'keys']);

function AlertsCard() {
  const text = useText().alertMail;
  const { administrator, communities, preferences, ways_in: ways } = useSession();
  const { mails } = preferences;
  const action = useAction(async (kind: AdministratorMailKind, wanted: boolean) => {
    const others = mails.filter((one) => one !== kind);
    await call('updatePreferences', { body: { mails: wanted ? [...others, kind] : others } });
    await refresh('getSession');
    succeeded(text.saved);
  });
  const shown = ADMINISTRATOR_MAIL_KINDS.filter((kind) =>
    kind === 'backup'
      ? administrator.is_operator
      : communities.some(
          ({ permissions, has_partners }) =>
            permissions.includes(ALERT_PERMISSIONS[kind]) && (has_partners || !OF_PARTNERS.has(kind)),
        ),
  );
  return (
    <Card title={text.title} lead={text.lead(administrator.email)}>
      <Stack gap="md">
        {!ways.forgotten_by_mail && <Notice tone="info">{text.off}</Notice>}
        {shown.map((kind) => (
          <Checkbox
            key={kind}
            label={text.alerts[kind][0]}
            description={text.alerts[kind][1]}
            checked={mails.includes(kind)}
            disabled={action.busy}
            onChange={(event) => void action.run(kind, event.currentTarget.checked)}
          />
        ))}
        <ActionFailed error={action.error} />
      </Stack>
    </Card>
  );
}

function SessionsCard() {
  const text = useText();
  const list = useRead('listSessions');
  const end = useAction(async (sessionId: number) => {
    await call('revokeSession', { params: { sessionId } });
    succeeded(text.account.ended);
    await refresh('listSessions');
  });
  const others = useAction(async () => {
    const { data } = await call('revokeOtherSessions');
    succeeded(text.account.othersEnded(data.revoked));
    await refresh('listSessions');
  });
  const all = list.data?.data;
  const nameOf = (session: SessionItem) => {
    const { browser, system } = browserOf(session.user_agent);
    return browser && system ? text.account.browserOn(browser, system) : (browser ?? text.account.unknownBrowser);
  };
  const columns: Column<SessionItem>[] = [
    {
      key: 'browser',
      title: text.account.browser,
      main: true,
      cell: (session) => (
        <span className="row">
          <span className="row-link">{nameOf(session)}</span>
          {session.current && <Tag tone="info">{text.account.thisOne}</Tag>}
        </span>
      ),
    },
    { key: 'address', title: text.account.address, cell: ({ address }) => address },
    { key: 'seen', title: text.account.lastSeen, cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
    { key: 'began', title: text.account.began, cell: ({ created_at }) => <Time at={created_at} /> },
    actColumn<SessionItem>(
      text.account.end,
      (session) => text.account.endThis(nameOf(session)),
      ({ id }) => void end.run(id),
      { hidden: ({ current }) => current },
    ),
  ];
  return (
    <Card
      title={text.account.sessionsTitle}
      lead={all?.length === 1 ? text.account.onlyThis : text.account.sessionsLead}
      action={
        all &&
        all.length > 1 && (
          <Button variant="default" loading={others.busy} onClick={() => void others.run()}>
            {text.account.endOthers}
          </Button>
        )
      }
    >
      <ActionFailed error={end.error ?? others.error} />
      <Arriving of={list} rows={2} />
      {all && <DataTable caption={text.account.sessionsTitle} columns={columns} rows={all} rowKey={({ id }) => id} />}
    </Card>
  );
}
