/** The passkeys with which one signs in. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { browserOf } from '@timebank/contract/browser-name';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useRead, useRefresh, useSession } from '../../../../console/src/api/hooks.ts';
import { addPasskey, passkeySupport } from '../../../../console/src/api/passkeys.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Dialog } from '../../../../console/src/parts/page/dialog.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { Passkey } from '../../contract/passkeys.ts';

const NAME_MAX = 100;

export function PasskeysCard() {
  const text = useText();
  const refresh = useRefresh();
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
    {
      key: 'remove',
      title: text.passkeys.remove,
      quiet: true,
      end: true,
      cell: (passkey) => (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={text.passkeys.removeThis(passkey.name)}
          onClick={() => setRemoving(passkey)}
        >
          {text.passkeys.remove}
        </Button>
      ),
    },
  ];
  return (
    <Card title={text.passkeys.title} lead={text.passkeys.lead}>
      <Stack gap="md">
        {list.error && !all && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
        {list.isPending && <Loading rows={1} />}
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
