/** The administrators of this community, and their roles. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { EllipsisVertical, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useCommunity, useRead, useSession } from '../../../console/src/api/hooks.ts';
import { type Texts, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../console/src/parts/lists/table.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving } from '../../../console/src/parts/page/states.tsx';
import { TakeOut } from '../../../console/src/parts/paper/take-out.tsx';
import { Beside } from '../../../console/src/parts/shell/beside.tsx';
import { Tag, Time } from '../../../console/src/parts/values/values.tsx';
import type { Administrator, Invitation } from '../contract/communities.ts';
import { LinkDialog, type MadeLink, type Question, QuestionDialog } from './administrators/question-dialog.tsx';

export default function Administrators() {
  const text = useText();
  const { can } = useCommunity();
  const list = useRead('listAdministrators');
  const invitations = useRead('listInvitations');
  const [question, setQuestion] = useState<Question>();
  const [link, setLink] = useState<MadeLink>();
  const may = can('administrators.write');
  const all = list.data?.data;
  return (
    <Page
      title={text.administrators.title}
      lead={text.administrators.lead}
      tags={<Beside entry="administrators" />}
      action={
        may && (
          <Button leftSection={<UserPlus size={18} />} onClick={() => setQuestion({ kind: 'invite' })}>
            {text.administrators.add}
          </Button>
        )
      }
    >
      <Arriving of={list} rows={3} />
      {all && <PersonTable people={all} ask={may ? setQuestion : undefined} />}
      {invitations.data && invitations.data.data.length > 0 && (
        <InvitationTable invitations={invitations.data.data} ask={may ? setQuestion : undefined} />
      )}
      {question && <QuestionDialog question={question} onLink={setLink} onClose={() => setQuestion(undefined)} />}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Page>
  );
}

interface PersonTableProps {
  people: readonly Administrator[];
  ask: ((question: Question) => void) | undefined;
}

function PersonTable({ people, ask }: PersonTableProps) {
  const text = useText();
  const { administrator: me } = useSession();
  const columns: Column<Administrator>[] = [
    {
      key: 'person',
      title: text.administrators.person,
      main: true,
      plain: ({ name, email }) => [name, email].filter(Boolean).join(', '),
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
    {
      key: 'role',
      title: text.administrators.role,
      plain: ({ role }) => text.roles[role],
      cell: ({ role }) => text.roles[role],
    },
    {
      key: 'app',
      title: text.administrators.app,
      plain: ({ totp_enabled }) => (totp_enabled ? text.administrators.appOn : text.administrators.appOff),
      cell: ({ totp_enabled }) => (
        <Tag tone={totp_enabled ? 'good' : 'quiet'}>
          {totp_enabled ? text.administrators.appOn : text.administrators.appOff}
        </Tag>
      ),
    },
    {
      key: 'last',
      title: text.administrators.lastSignIn,
      plain: ({ last_sign_in_at }) => ({ at: last_sign_in_at }),
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
  return (
    <>
      <div className="take-out">
        <TakeOut
          title={text.administrators.title}
          columns={columns}
          readAll={async () => ({ rows: people, isWhole: true })}
        />
      </div>
      <div className="card card-table">
        <DataTable caption={text.administrators.title} columns={columns} rows={people} rowKey={({ id }) => id} />
      </div>
    </>
  );
}

/** The acts on a row. */
function RowMenu({ label, items }: { label: string; items: readonly (readonly [string, () => void])[] }) {
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <EllipsisVertical size={18} />
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

/** What became of the mail with the link, and why it did not go out. */
const mailText = ({ mail }: Invitation, { messages }: Texts): string =>
  mail === null
    ? ''
    : [messages.states[mail.state], mail.error && messages.errors[mail.error]].filter(Boolean).join(': ');

interface InvitationTableProps {
  invitations: readonly Invitation[];
  ask: ((question: Question) => void) | undefined;
}

function InvitationTable({ invitations, ask }: InvitationTableProps) {
  const { text, format } = useLanguage();
  const columns: Column<Invitation>[] = [
    {
      key: 'person',
      title: text.administrators.person,
      main: true,
      plain: ({ email }) => email,
      cell: ({ email }) => <span className="row-link">{email}</span>,
    },
    {
      key: 'role',
      title: text.administrators.role,
      plain: ({ role }) => text.roles[role],
      cell: ({ role }) => text.roles[role],
    },
    {
      key: 'since',
      title: text.administrators.invitedOn,
      plain: ({ created_at }) => ({ at: created_at }),
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'mail',
      title: text.administrators.invitationMail,
      plain: (invitation) => mailText(invitation, text),
      cell: (invitation) => mailText(invitation, text) || <span className="quiet">–</span>,
    },
    {
      key: 'state',
      title: text.administrators.state,
      plain: ({ status }) =>
        status === 'pending' ? text.administrators.invitationPending : text.administrators.invitationExpired,
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
    <div>
      <h2>{text.administrators.invitationsTitle}</h2>
      <p className="quiet section-lead">{text.administrators.invitationsLead}</p>
      <div className="take-out">
        <TakeOut
          title={text.administrators.invitationsTitle}
          columns={columns}
          readAll={async () => ({ rows: invitations, isWhole: true })}
        />
      </div>
      <div className="card card-table">
        <DataTable
          caption={text.administrators.invitationsTitle}
          columns={columns}
          rows={invitations}
          rowKey={({ id }) => id}
        />
      </div>
    </div>
  );
}
