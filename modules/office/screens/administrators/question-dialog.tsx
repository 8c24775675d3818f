/** Inviting an administrator, and what is asked before one is changed. */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@timebank/contract/words';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Dialog } from '../../../../console/src/parts/page/dialog.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import { Code } from '../../../../console/src/parts/values/values.tsx';
import type { Administrator, Invitation } from '../../contract/communities.ts';

export type Question =
  | { kind: 'invite'; again?: Invitation }
  | { kind: 'withdraw'; invitation: Invitation }
  | { kind: 'role' | 'remove' | 'link'; person: Administrator };

interface DialogProps {
  readonly onLink: (link: MadeLink) => void;
  readonly onClose: () => void;
}

export function QuestionDialog({ question, onLink, onClose }: DialogProps & { question: Question }) {
  switch (question.kind) {
    case 'invite':
      return <Invite before={question.again} onLink={onLink} onClose={onClose} />;
    case 'withdraw':
      return <Withdraw invitation={question.invitation} onClose={onClose} />;
    case 'role':
      return <ChangeRole person={question.person} onClose={onClose} />;
    case 'remove':
      return <Remove person={question.person} onClose={onClose} />;
    case 'link':
      return <NewLink person={question.person} onLink={onLink} onClose={onClose} />;
  }
}

/** Reads again what a change of the administrators touches. */
function useReadAgain(): () => Promise<void> {
  return () => refresh('listAdministrators', 'listInvitations', 'getCommunity');
}

/** @param before the invitation that is sent again */
function Invite({ before, onLink, onClose }: DialogProps & { before: Invitation | undefined }) {
  const text = useText();
  const { slug } = useCommunity();
  const readAgain = useReadAgain();
  const [email, setEmail] = useState(before?.email ?? '');
  const [role, setRole] = useState<AdministratorRole>(before?.role ?? 'administrator');
  const [missing, setMissing] = useState(false);
  const invite = useAction(async () => {
    const { data } = await call('inviteAdministrator', { params: { slug }, body: { email: email.trim(), role } });
    onLink({ url: data.setup_url, expiresAt: data.expires_at });
    await readAgain();
  });
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
        <RoleChoice role={role} choose={setRole} />
      </Stack>
    </Confirm>
  );
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const text = useText();
  const { slug } = useCommunity();
  const readAgain = useReadAgain();
  const withdraw = useAction(async () => {
    await call('withdrawInvitation', { params: { slug, invitationId: invitation.id } });
    succeeded(text.administrators.withdrawn);
    await readAgain();
  });
  return (
    <Confirm
      title={text.administrators.withdrawTitle(invitation.email)}
      go={text.administrators.withdraw}
      danger
      action={withdraw}
      onClose={onClose}
    >
      {text.administrators.withdrawText}
    </Confirm>
  );
}

interface PersonProps {
  readonly person: Administrator;
  readonly onClose: () => void;
}

const nameOf = ({ name, email }: Administrator) => name || email;

function ChangeRole({ person, onClose }: PersonProps) {
  const text = useText();
  const { slug } = useCommunity();
  const readAgain = useReadAgain();
  const [role, setRole] = useState<AdministratorRole>(person.role);
  const changeRole = useAction(async () => {
    await call('changeAdministratorRole', { params: { slug, administratorId: person.id }, body: { role } });
    succeeded(text.administrators.roleChanged);
    await readAgain();
  });
  return (
    <Confirm
      title={text.administrators.roleTitle(nameOf(person))}
      go={text.act.save}
      action={changeRole}
      onClose={onClose}
    >
      <RoleChoice role={role} choose={setRole} />
    </Confirm>
  );
}

function Remove({ person, onClose }: PersonProps) {
  const text = useText();
  const { slug } = useCommunity();
  const readAgain = useReadAgain();
  const remove = useAction(async () => {
    await call('removeAdministrator', { params: { slug, administratorId: person.id } });
    succeeded(text.administrators.removed);
    await readAgain();
  });
  return (
    <Confirm
      title={text.administrators.removeTitle(nameOf(person))}
      go={text.administrators.remove}
      danger
      action={remove}
      onClose={onClose}
    >
      {text.administrators.removeText}
    </Confirm>
  );
}

function NewLink({ person, onLink, onClose }: PersonProps & DialogProps) {
  const text = useText();
  const { slug } = useCommunity();
  const readAgain = useReadAgain();
  const makeLink = useAction(async () => {
    const { data } = await call('createSetupLink', { params: { slug, administratorId: person.id } });
    onLink({ url: data.setup_url, expiresAt: data.expires_at });
    await readAgain();
  });
  return (
    <Confirm
      title={text.administrators.newLinkTitle(nameOf(person))}
      go={text.administrators.newLinkGo}
      action={makeLink}
      onClose={onClose}
    >
      {text.administrators.newLinkText}
    </Confirm>
  );
}

function RoleChoice({ role, choose }: { role: AdministratorRole; choose: (role: AdministratorRole) => void }) {
  const text = useText();
  const { has_partners } = useCommunity();
  return (
    <Radio.Group label={text.administrators.role} value={role} onChange={(value) => choose(value as AdministratorRole)}>
      <Stack gap="sm" mt="xs">
        {ADMINISTRATOR_ROLES.map((one) => (
          <Radio key={one} value={one} label={text.roles[one]} description={text.roleMeans[one](has_partners)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

// A set-up link, shown once.

export interface MadeLink {
  readonly url: string;
  readonly expiresAt: string;
}

export function LinkDialog({ link, onClose }: { link: MadeLink; onClose: () => void }) {
  const { text, format } = useLanguage();
  return (
    <Dialog locked onClose={onClose} title={text.administrators.linkTitle}>
      <Stack>
        <Text>{text.administrators.linkText(format.dateTime(link.expiresAt))}</Text>
        <Code block>{link.url}</Code>
        <Group justify="flex-end">
          <CopyButton primary value={link.url} thing={text.administrators.linkName} />
          <Button variant="default" onClick={onClose}>
            {text.administrators.linkDone}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
