/** Who may use this console for this community, and for what. */
import { ActionIcon, Button, Menu, Radio, Stack, TextInput } from '@mantine/core';
import type { Administrator, Invitation } from '@timebank/contract/console';
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@timebank/contract/words';
import { EllipsisVertical, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh, useSession } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { type Column, DataTable } from '../parts/lists/table.tsx';
import { Confirm } from '../parts/page/confirm.tsx';
import { fieldText } from '../parts/page/failure.ts';
import { succeeded } from '../parts/page/notify.ts';
import { Page } from '../parts/page/page.tsx';
import { LoadFailed, Loading } from '../parts/page/states.tsx';
import { Tag } from '../parts/values/tag.tsx';
import { Time } from '../parts/values/time.tsx';
import { LinkDialog, type MadeLink } from './administrators/link-dialog.tsx';

type Question =
  | { kind: 'invite'; again?: Invitation }
  | { kind: 'withdraw'; invitation: Invitation }
  | { kind: 'role' | 'remove' | 'link'; person: Administrator };

export default function Administrators() {
  const text = useText();
  const { slug, can } = useCommunity();
  const list = useRead('listAdministrators', { params: { slug } });
  const invitations = useRead('listInvitations', { params: { slug } });
  const [question, setQuestion] = useState<Question>();
  const [link, setLink] = useState<MadeLink>();
  const may = can('administrators.write');
  const all = list.data?.data;
  return (
    <Page
      title={text.administrators.title}
      lead={text.administrators.lead}
      action={
        may && (
          <Button
            leftSection={<UserPlus size={18} aria-hidden="true" />}
            onClick={() => setQuestion({ kind: 'invite' })}
          >
            {text.administrators.add}
          </Button>
        )
      }
    >
      {list.error && !all && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading rows={3} />}
      {all && (
        <div className="card card-table">
          <PersonTable people={all} ask={may ? setQuestion : undefined} />
        </div>
      )}
      {invitations.data && invitations.data.data.length > 0 && (
        <InvitationTable invitations={invitations.data.data} ask={may ? setQuestion : undefined} />
      )}
      {question && <Questions question={question} onLink={setLink} onClose={() => setQuestion(undefined)} />}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Page>
  );
}

function PersonTable({
  people,
  ask,
}: {
  people: readonly Administrator[];
  ask: ((question: Question) => void) | undefined;
}) {
  const text = useText();
  const { administrator: me } = useSession();
  const columns: Column<Administrator>[] = [
    {
      key: 'person',
      title: text.administrators.person,
      main: true,
      cell: ({ id, name, email }) => (
        <>
          <span className="row">
            <span className="row-link">{name || email}</span>
            {id === me.id && <Tag tone="info">{text.administrators.you}</Tag>}
          </span>
          {name && <div className="quiet">{email}</div>}
        </>
      ),
    },
    { key: 'role', title: text.administrators.role, cell: ({ role }) => text.roles[role] },
    {
      key: 'app',
      title: text.administrators.app,
      cell: ({ totp_enabled }) => (
        <Tag tone={totp_enabled ? 'good' : 'quiet'}>
          {totp_enabled ? text.administrators.appOn : text.administrators.appOff}
        </Tag>
      ),
    },
    {
      key: 'last',
      title: text.administrators.lastSignIn,
      cell: ({ last_sign_in_at }) =>
        last_sign_in_at ? <Time at={last_sign_in_at} /> : <span className="quiet">{text.when.never}</span>,
    },
    ...(ask
      ? [
          {
            key: 'actions',
            title: text.act.details,
            quiet: true,
            end: true,
            cell: (person: Administrator) => (
              <RowMenu
                label={text.administrators.actions(person.name || person.email)}
                items={[
                  [text.administrators.changeRole, () => ask({ kind: 'role', person })],
                  [text.administrators.newLink, () => ask({ kind: 'link', person })],
                  [text.administrators.remove, () => ask({ kind: 'remove', person })],
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  return <DataTable caption={text.administrators.title} columns={columns} rows={people} rowKey={({ id }) => id} />;
}

/** What can be done with a row. */
function RowMenu({ label, items }: { label: string; items: readonly (readonly [string, () => void])[] }) {
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <EllipsisVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(([name, act]) => (
          <Menu.Item key={name} onClick={act}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function InvitationTable({
  invitations,
  ask,
}: {
  invitations: readonly Invitation[];
  ask: ((question: Question) => void) | undefined;
}) {
  const text = useText();
  const format = useFormat();
  const columns: Column<Invitation>[] = [
    {
      key: 'person',
      title: text.administrators.person,
      main: true,
      cell: ({ email }) => <span className="row-link">{email}</span>,
    },
    { key: 'role', title: text.administrators.role, cell: ({ role }) => text.roles[role] },
    { key: 'since', title: text.administrators.invitedOn, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'state',
      title: text.administrators.state,
      cell: ({ status, expires_at }) => (
        <>
          <Tag tone={status === 'pending' ? 'wait' : 'quiet'}>
            {status === 'pending' ? text.administrators.invitationPending : text.administrators.invitationExpired}
          </Tag>
          {status === 'pending' && (
            <div className="quiet">{text.administrators.invitedUntil(format.dateTime(expires_at))}</div>
          )}
        </>
      ),
    },
    ...(ask
      ? [
          {
            key: 'actions',
            title: text.act.details,
            quiet: true,
            end: true,
            cell: (invitation: Invitation) => (
              <RowMenu
                label={text.administrators.actions(invitation.email)}
                items={[
                  [text.administrators.inviteAgain, () => ask({ kind: 'invite', again: invitation })],
                  [text.administrators.withdraw, () => ask({ kind: 'withdraw', invitation })],
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{text.administrators.invitationsTitle}</h2>
      <p className="quiet section-lead">{text.administrators.invitationsLead}</p>
      <div className="card card-table">
        <DataTable
          caption={text.administrators.invitationsTitle}
          columns={columns}
          rows={invitations}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  );
}

function Questions({
  question,
  onLink,
  onClose,
}: {
  question: Question;
  onLink: (link: MadeLink) => void;
  onClose: () => void;
}) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const person = 'person' in question ? question.person : undefined;
  const before = question.kind === 'invite' ? question.again : undefined;
  const [email, setEmail] = useState(before?.email ?? '');
  const [role, setRole] = useState<AdministratorRole>(person?.role ?? before?.role ?? 'administrator');
  const [missing, setMissing] = useState(false);
  const again = () => refresh('listAdministrators', 'listInvitations', 'getCommunity');
  const target = { params: { slug, administratorId: person?.id ?? 0 } };
  const name = person ? person.name || person.email : '';

  const invite = useAction(async () => {
    const { data } = await call('inviteAdministrator', { params: { slug }, body: { email: email.trim(), role } });
    onLink({ url: data.setup_url, expiresAt: data.expires_at });
    await again();
  });
  const changeRole = useAction(async () => {
    await call('changeAdministratorRole', { ...target, body: { role } });
    succeeded(text.administrators.roleChanged);
    await again();
  });
  const remove = useAction(async () => {
    await call('removeAdministrator', target);
    succeeded(text.administrators.removed);
    await again();
  });
  const makeLink = useAction(async () => {
    const { data } = await call('createSetupLink', target);
    onLink({ url: data.setup_url, expiresAt: data.expires_at });
    await again();
  });

  const invitationId = question.kind === 'withdraw' ? question.invitation.id : 0;
  const withdraw = useAction(async () => {
    await call('withdrawInvitation', { params: { slug, invitationId } });
    succeeded(text.administrators.withdrawn);
    await again();
  });

  if (question.kind === 'withdraw') {
    return (
      <Confirm
        title={text.administrators.withdrawTitle(question.invitation.email)}
        go={text.administrators.withdraw}
        danger
        action={withdraw}
        args={[]}
        onClose={onClose}
      >
        {text.administrators.withdrawText}
      </Confirm>
    );
  }
  if (question.kind === 'remove') {
    return (
      <Confirm
        title={text.administrators.removeTitle(name)}
        go={text.administrators.remove}
        danger
        action={remove}
        args={[]}
        onClose={onClose}
      >
        {text.administrators.removeText}
      </Confirm>
    );
  }
  if (question.kind === 'link') {
    return (
      <Confirm
        title={text.administrators.newLinkTitle(name)}
        go={text.administrators.newLinkGo}
        action={makeLink}
        args={[]}
        onClose={onClose}
      >
        {text.administrators.newLinkText}
      </Confirm>
    );
  }
  const roles = (
    <Radio.Group
      label={text.administrators.role}
      value={role}
      onChange={(value) => setRole(value as AdministratorRole)}
    >
      <Stack gap="sm" mt="xs">
        {ADMINISTRATOR_ROLES.map((one) => (
          <Radio key={one} value={one} label={text.roles[one]} description={text.roleMeans[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
  if (question.kind === 'role') {
    return (
      <Confirm
        title={text.administrators.roleTitle(name)}
        go={text.act.save}
        action={changeRole}
        args={[]}
        onClose={onClose}
      >
        {roles}
      </Confirm>
    );
  }
  const fault = invite.error?.fields.find(({ field }) => field === 'email');
  const guarded = {
    ...invite,
    run: async () => {
      const empty = !/^\S+@\S+$/.test(email.trim());
      setMissing(empty);
      return empty ? false : await invite.run();
    },
  };
  return (
    <Confirm
      title={text.administrators.inviteTitle}
      go={text.administrators.inviteGo}
      action={guarded}
      args={[]}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          type="email"
          label={text.administrators.email}
          autoComplete="off"
          data-autofocus
          readOnly={before !== undefined}
          value={email}
          error={fault ? fieldText(fault, text) : missing ? text.field.email : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {roles}
      </Stack>
    </Confirm>
  );
}
