/** The keys of a partner: registered, replaced, ended, and what the partner must use. */
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
// Imported here, so that the first screen does not load it.
import '@mantine/core/styles/Switch.css';
import { KeySquare } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Empty } from '../../../../console/src/parts/page/states.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { Partner } from '../../contract/partners.ts';
import { keyFault } from './key-fault.ts';
import { KeyForm } from './key-form.tsx';

type KeySet = NonNullable<Partner['keys']>;
type Rules = Partial<Pick<Partner, 'keys_only' | 'bound_tokens_only'>>;

export function Keys({ partner, hasSecret }: { partner: Partner; hasSecret: boolean }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'register' | 'end' | 'keys_only' | 'bound_tokens_only'>();
  const { keys } = partner;
  const params = { slug, partnerId: partner.id };
  const end = useAction(async () => {
    // Without keys, "keys only" would leave nothing that counts; the dialog says so.
    const body = { keys: null, ...(partner.keys_only ? { keys_only: false } : {}) };
    await call('setPartnerKeys', { params, body });
    succeeded(text.keys.ended);
    await refresh('getPartner', 'listPartners');
  });
  const rule = useAction(async (rules: Rules) => {
    await call('setPartnerKeys', { params, body: rules });
    succeeded(text.partner.saved);
    await refresh('getPartner', 'listPartners');
  });
  const may = can('credentials.write');
  const close = () => {
    setDialog(undefined);
    for (const action of [end, rule]) action.clear();
  };
  const register = <Button onClick={() => setDialog('register')}>{text.keys.register}</Button>;
  return (
    <Card
      title={text.keys.title}
      lead={text.keys.lead}
      action={
        may &&
        keys && (
          <Group gap="sm">
            <Button variant="default" onClick={() => setDialog('end')}>
              {text.keys.end}
            </Button>
            <Button onClick={() => setDialog('register')}>{text.keys.replace}</Button>
          </Group>
        )
      }
    >
      {keys ? (
        <KeysShown keys={keys} />
      ) : (
        <Empty icon={KeySquare} title={text.keys.emptyTitle} action={may && register}>
          {text.keys.empty}
        </Empty>
      )}
      <Stack gap="md" role="group" aria-label={text.keys.rules} mt="lg">
        <Switch
          label={text.keys.keysOnly}
          description={keys || partner.keys_only ? text.keys.keysOnlyMeans : text.keys.keysOnlyNeeds}
          checked={partner.keys_only}
          disabled={!may || (!keys && !partner.keys_only)}
          error={dialog ? undefined : keyFault(rule.error, 'keys_only', text)}
          onChange={() => (partner.keys_only ? void rule.run({ keys_only: false }) : setDialog('keys_only'))}
        />
        <Switch
          label={text.keys.bound}
          description={text.keys.boundMeans}
          checked={partner.bound_tokens_only}
          disabled={!may}
          error={dialog ? undefined : keyFault(rule.error, 'bound_tokens_only', text)}
          onChange={() =>
            partner.bound_tokens_only ? void rule.run({ bound_tokens_only: false }) : setDialog('bound_tokens_only')
          }
        />
        {!dialog && <ActionFailed error={rule.error} />}
      </Stack>
      {dialog === 'register' && <KeyForm partner={partner} onClose={close} />}
      {dialog === 'end' && (
        <Confirm title={text.keys.endTitle} go={text.keys.end} danger action={end} args={[]} onClose={close}>
          <Stack>
            <Text>{text.keys.endText(keys?.keys.length ?? 0)}</Text>
            {partner.keys_only && hasSecret && <Notice tone="wait">{text.keys.endKeysOnly}</Notice>}
            {!hasSecret && <Notice tone="wait">{text.keys.endLast}</Notice>}
          </Stack>
        </Confirm>
      )}
      {(dialog === 'keys_only' || dialog === 'bound_tokens_only') && (
        <Confirm
          title={dialog === 'keys_only' ? text.keys.keysOnlyTitle : text.keys.boundTitle}
          go={text.keys.switchOn}
          danger
          action={rule}
          args={[{ [dialog]: true }]}
          onClose={close}
        >
          <Stack>
            <Text>{dialog === 'keys_only' ? text.keys.keysOnlyText : text.keys.boundText}</Text>
            <FaultText fault={keyFault(rule.error, dialog, text)} />
          </Stack>
        </Confirm>
      )}
    </Card>
  );
}

function FaultText({ fault }: { fault: string | undefined }) {
  return fault ? <Text c="var(--mantine-color-error)">{fault}</Text> : null;
}

function KeysShown({ keys: { url, keys, fetched_at, error } }: { keys: KeySet }) {
  const text = useText();
  const faults: Readonly<Record<string, string>> = text.keys.faults;
  const columns: Column<KeySet['keys'][number]>[] = [
    {
      key: 'name',
      title: text.keys.name,
      main: true,
      cell: ({ kid }) => (kid === null ? <span className="quiet">{text.keys.unnamed}</span> : <Code>{kid}</Code>),
    },
    { key: 'algorithm', title: text.keys.algorithm, cell: ({ alg }) => alg },
    { key: 'thumbprint', title: text.keys.thumbprint, cell: ({ thumbprint }) => <Code>{thumbprint}</Code> },
  ];
  return (
    <Stack gap="md">
      {url !== null && (
        <Facts
          items={[
            [text.keys.url, <Code key="url">{url}</Code>],
            [text.keys.fetched, fetched_at ? <Time key="fetched" at={fetched_at} /> : text.when.never],
          ]}
        />
      )}
      {error !== null && (
        <Notice tone="wait" title={text.keys.unreadTitle}>
          {text.keys.unread(faults[error] ?? `${error}.`)}
        </Notice>
      )}
      <DataTable caption={text.keys.title} columns={columns} rows={keys} rowKey={({ thumbprint }) => thumbprint} />
    </Stack>
  );
}
