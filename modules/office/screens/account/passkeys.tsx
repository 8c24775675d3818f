/** The passkeys with which one signs in. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { browserOf } from '@timebank/contract/browser-name';
import { useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { call, refresh, useAction, useRead, useSession, useWaysIn } from '../../../../console/src/api/hooks.ts';
import { addPasskey, passkeySupport } from '../../../../console/src/api/passkeys.ts';
import { failureOf, leaveForProvider } from '../../../../console/src/api/provider.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { actColumn, type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Dialog } from '../../../../console/src/parts/page/dialog.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Time } from '../../../../console/src/parts/values/values.tsx';
import type { Passkey } from '../../contract/passkeys.ts';
import type { Identity } from '../../contract/provider.ts';

const NAME_MAX = 100;

export function PasskeysCard() {
  const text = useText();
  const { administrator } = useSession();
  const list = useRead('listPasskeys');
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const changed = () => refresh('listPasskeys', 'getSession');
  const remove = useAction(async (passkeyId: number) => {
    await call('removePasskey', { params: { passkeyId } });
    succeeded(text.passkeys.removed);
    await changed();
  });
  const support = passkeySupport();
  const all = list.data?.data;
  const columns: Column<Passkey>[] = [
    {
      key: 'name',
      title: text.passkeys.name,
      main: true,
      cell: ({ name }) => <span className="row-link">{name}</span>,
    },
    { key: 'added', title: text.passkeys.added, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'used',
      title: text.passkeys.used,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : text.passkeys.neverUsed),
    },
    actColumn<Passkey>(text.passkeys.remove, ({ name }) => text.passkeys.removeThis(name), setRemoving),
  ];
  return (
    <Card title={text.passkeys.title} lead={text.passkeys.lead}>
      <Stack gap="md">
        <Arriving of={list} rows={1} />
        {all && all.length > 0 && (
          <DataTable caption={text.passkeys.title} columns={columns} rows={all} rowKey={({ id }) => id} />
        )}
        {all && all.length > 0 && !administrator.totp_enabled && administrator.has_password && (
          <Text>{text.passkeys.passwordAlone}</Text>
        )}
        {support === 'yes' ? (
          <div>
            <Button variant={all && all.length > 0 ? 'default' : 'filled'} onClick={() => setAdding(true)}>
              {text.passkeys.add}
            </Button>
          </div>
        ) : (
          <Notice tone="info">{support === 'address' ? text.passkeys.byAddress : text.passkeys.unsupported}</Notice>
        )}
      </Stack>
      {adding && <AddPasskey onDone={changed} onClose={() => setAdding(false)} />}
      {removing && (
        <Confirm
          title={text.passkeys.removeTitle(removing.name)}
          go={text.passkeys.remove}
          danger
          action={remove}
          args={[removing.id]}
          onClose={() => setRemoving(undefined)}
        >
          {text.passkeys.removeText}
        </Confirm>
      )}
    </Card>
  );
}

function AddPasskey({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const text = useText();
  const { administrator } = useSession();
  const [name, setName] = useState(() => {
    const { browser, system } = browserOf(navigator.userAgent);
    return browser && system ? text.account.browserOn(browser, system) : '';
  });
  const [fault, setFault] = useState<string>();
  const add = useAction(async () => {
    await addPasskey(administrator, name.trim());
    succeeded(text.passkeys.done);
    onClose();
    await onDone();
  });
  return (
    <Dialog onClose={onClose} title={text.passkeys.add}>
      <form
        className="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setFault(name.trim() ? undefined : text.field.required);
          if (name.trim()) void add.run();
        }}
      >
        <Text>{text.passkeys.how}</Text>
        <TextInput
          label={text.passkeys.name}
          description={text.passkeys.nameHint}
          maxLength={NAME_MAX}
          data-autofocus
          value={name}
          error={fault}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <ActionFailed error={add.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.act.cancel}
          </Button>
          <Button type="submit" loading={add.busy}>
            {text.passkeys.go}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

// The link with the organisation's identity provider.

export function IdentitiesCard() {
  const { identities: text } = useText();
  const { provider } = useWaysIn();
  const list = useRead('listIdentities');
  const [removing, setRemoving] = useState<Identity>();
  const failed = failureOf(useHistoryState());
  const link = useAction(() => leaveForProvider('beginIdentity', '/account'));
  const unlink = useAction(async (identityId: number) => {
    await call('removeIdentity', { params: { identityId } });
    succeeded(text.unlinked);
    await refresh('listIdentities', 'getSession');
  });
  const all = list.data?.data;
  if (provider === null && !all?.length) return null;
  const name = provider ?? all?.[0]?.issuer ?? '';
  const nameOf = ({ current, issuer }: Identity) => (current && provider !== null ? provider : issuer);
  const columns: Column<Identity>[] = [
    { key: 'issuer', title: text.issuer, main: true, cell: (one) => <span className="row-link">{nameOf(one)}</span> },
    { key: 'subject', title: text.subject, cell: ({ subject }) => subject },
    { key: 'used', title: text.used, cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : text.neverUsed) },
    actColumn<Identity>(text.unlink, (one) => text.unlinkThis(nameOf(one)), setRemoving),
  ];
  return (
    <Card title={text.title(name)} lead={text.lead(name)}>
      <Stack gap="md">
        <ActionFailed error={failed} />
        <Arriving of={list} rows={1} />
        {all && all.length > 0 && (
          <DataTable caption={text.title(name)} columns={columns} rows={all} rowKey={({ id }) => id} />
        )}
        {all?.some((one) => one.follows_claim) && <Text>{text.rolesFollow}</Text>}
        {all && provider !== null && !all.some(({ current }) => current) && (
          <>
            <Text>{text.linkHow(provider)}</Text>
            <div>
              <Button loading={link.busy} onClick={() => void link.run()}>
                {text.link}
              </Button>
            </div>
            <ActionFailed error={link.error} />
          </>
        )}
      </Stack>
      {removing && (
        <Confirm
          title={text.unlinkTitle(nameOf(removing))}
          go={text.unlink}
          danger
          action={unlink}
          args={[removing.id]}
          onClose={() => setRemoving(undefined)}
        >
          {text.unlinkText}
        </Confirm>
      )}
    </Card>
  );
}
