/** New keys for a partner: pasted, or where the partner publishes them. */
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import type { Partner } from '../../contract/partners.ts';
import { keyFault } from './key-fault.ts';

type Source = 'url' | 'jwks';
type NewKeys = { url: string } | { jwks: { keys: object[] } };

export function KeyForm({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
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
      args={[]}
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
      autosize
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
