/** The keys of a partner: registered, replaced, ended, and what the partner must use. */
import { Button, Group, Radio, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { KeySquare } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { type ApiError, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Texts, useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Empty, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Code, Time } from '../../../../console/src/parts/values/values.tsx';
import type { Partner } from '../../contract/partners.ts';
import '@mantine/core/styles/Switch.css';

type KeySet = NonNullable<Partner['keys']>;
type Rules = Partial<Pick<Partner, 'keys_only' | 'bound_tokens_only'>>;

export function Keys({ partner, hasSecret }: { partner: Partner; hasSecret: boolean }) {
  const text = useText();
  const { slug, can } = useCommunity();
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
        <Confirm title={text.keys.endTitle} go={text.keys.end} danger action={end} onClose={close}>
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

// The faults of the keys that were sent, in the person's language.

type Field = 'url' | 'jwks' | 'keys_only' | 'bound_tokens_only';

/** The faults of one field as one text; those of single keys name their place. */
function keyFault(error: ApiError | undefined, field: Field, { keys }: Texts): string | undefined {
  const faults: Readonly<Record<string, string>> = keys.faults;
  const messages = (error?.fields ?? []).flatMap((fault) => {
    const [, , , position] = fault.field.split('.');
    if (fieldOf(fault.field) === 'keys_only' && field === 'keys_only') return [keys.keysOnlyNeeds];
    // "Either this or that" belongs to the field that is shown.
    if (fault.field !== 'keys' && fieldOf(fault.field) !== field) return [];
    const reason = faults[fault.code] ?? keys.otherFault;
    return [position === undefined ? reason : keys.keyFault(Number(position) + 1, reason)];
  });
  return messages.length > 0 ? messages.join(' ') : undefined;
}

/** `keys.jwks.keys.1` is about `jwks`. */
function fieldOf(path: string): string | undefined {
  const [first, second] = path.split('.');
  return first === 'keys' ? second : first;
}

// New keys for a partner: pasted, or where the partner publishes them.

type Source = 'url' | 'jwks';
type NewKeys = { url: string } | { jwks: { keys: object[] } };

function KeyForm({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const text = useText();
  const { slug } = useCommunity();
  const [source, setSource] = useState<Source>(partner.keys && partner.keys.url === null ? 'jwks' : 'url');
  const [url, setUrl] = useState(partner.keys?.url ?? '');
  const [pasted, setPasted] = useState('');
  const [own, setOwn] = useState<string>();
  const urlField = useRef<HTMLInputElement>(null);
  const jwksField = useRef<HTMLTextAreaElement>(null);
  const focus = () => {
    const field: RefObject<HTMLElement | null> = source === 'url' ? urlField : jwksField;
    requestAnimationFrame(() => field.current?.focus());
  };
  const action = useAction(
    async (keys: NewKeys) => {
      await call('setPartnerKeys', { params: { slug, partnerId: partner.id }, body: { keys } });
      succeeded(text.keys.registered);
      await refresh('getPartner', 'listPartners');
    },
    (error) => {
      if (error.code === 'validation_failed') focus();
    },
  );
  const guarded = {
    ...action,
    run: async () => {
      action.clear();
      const keys = source === 'url' ? urlOf(url) : jwksOf(pasted);
      if (keys) return await action.run(keys);
      const typed = source === 'url' ? url : pasted;
      setOwn(typed.trim() === '' ? text.field.required : text.keys.notKeySet);
      focus();
      return false;
    },
  };
  const forget = () => {
    setOwn(undefined);
    action.clear();
  };
  return (
    <Confirm
      title={partner.keys ? text.keys.replaceTitle : text.keys.registerTitle}
      go={partner.keys ? text.keys.replace : text.keys.register}
      action={guarded}
      onClose={onClose}
    >
      <Stack>
        {partner.keys && <Notice tone="wait">{text.keys.replaceText}</Notice>}
        <SourceChoice
          source={source}
          choose={(value) => {
            setSource(value);
            forget();
          }}
        />
        {source === 'url' ? (
          <UrlField
            field={urlField}
            value={url}
            error={own ?? keyFault(action.error, 'url', text)}
            change={(value) => {
              setUrl(value);
              forget();
            }}
          />
        ) : (
          <JwksField
            field={jwksField}
            value={pasted}
            error={own ?? keyFault(action.error, 'jwks', text)}
            change={(value) => {
              setPasted(value);
              forget();
            }}
          />
        )}
      </Stack>
    </Confirm>
  );
}

function SourceChoice({ source, choose }: { source: Source; choose: (source: Source) => void }) {
  const text = useText();
  return (
    <Radio.Group label={text.keys.from} value={source} onChange={(value) => choose(value as Source)}>
      <Stack gap="xs" mt="xs">
        {(['url', 'jwks'] as const).map((one) => (
          <Radio key={one} value={one} label={text.keys.sources[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface FieldProps<Element> {
  readonly field: RefObject<Element | null>;
  readonly value: string;
  readonly error: string | undefined;
  readonly change: (value: string) => void;
}

function UrlField({ field, value, error, change }: FieldProps<HTMLInputElement>) {
  const text = useText();
  return (
    <TextInput
      ref={field}
      label={text.keys.urlLabel}
      description={text.keys.urlHint}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function JwksField({ field, value, error, change }: FieldProps<HTMLTextAreaElement>) {
  const text = useText();
  return (
    <Textarea
      ref={field}
      label={text.keys.jwksLabel}
      description={text.keys.jwksHint}
      placeholder={'{"keys": [{"kty": "EC", "crv": "P-256", …}]}'}
      minRows={5}
      maxRows={14}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function urlOf(typed: string): NewKeys | undefined {
  const url = typed.trim();
  return url === '' ? undefined : { url };
}

/** Checks the outer form only; the service judges the keys. */
function jwksOf(pasted: string): NewKeys | undefined {
  try {
    const jwks: unknown = JSON.parse(pasted);
    const keys = (jwks as { keys?: unknown } | null)?.keys;
    const isKeySet = Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
    return isKeySet ? { jwks: jwks as { keys: object[] } } : undefined;
  } catch {
    return undefined;
  }
}
