/** A webhook endpoint of a partner, added or changed. */
import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiError, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import type { Partner } from '../../contract/partners.ts';
import type { PartnerSubscription } from '../../contract/webhooks.ts';
import { useHandover } from '../parts/secret-context.tsx';
import { offeredKinds } from './event-kinds.ts';

const ALL = '*';

type Field = 'target_url' | 'description' | 'event_types';

interface EndpointFormProps {
  partner: Partner;
  /** Undefined: a new one. */
  endpoint?: PartnerSubscription['subscription'];
  onClose: () => void;
}

export function EndpointForm({ partner, endpoint, onClose }: EndpointFormProps) {
  const text = useText().webhooks;
  const form = useEndpoint(partner, endpoint);
  return (
    <Confirm
      title={endpoint ? text.editTitle : text.addTitle}
      go={endpoint ? text.editGo : text.addGo}
      action={form.action}
      onClose={onClose}
    >
      <Stack>
        {form.fault('body') && <Notice tone="bad">{form.fault('body')}</Notice>}
        <TextInput
          ref={form.urlField}
          label={text.url}
          description={text.urlHint}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={form.url}
          error={form.fault('target_url')}
          onChange={(event) => form.setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={text.description}
          description={text.descriptionHint}
          value={form.description}
          error={form.fault('description')}
          onChange={(event) => form.setDescription(event.currentTarget.value)}
        />
        <Kinds partner={partner} kinds={form.kinds} choose={form.setKinds} fault={form.fault('event_types')} />
      </Stack>
    </Confirm>
  );
}

interface KindsProps {
  partner: Partner;
  kinds: readonly string[];
  choose: (kinds: readonly string[]) => void;
  fault: string | undefined;
}

function Kinds({ partner, kinds, choose, fault }: KindsProps) {
  const text = useText().webhooks;
  const { scopes: scopeTexts } = useText();
  const format = useFormat();
  const { offered, missing } = offeredKinds(partner.scopes, kinds);
  const all = kinds.includes(ALL);
  return (
    <>
      <Radio.Group
        label={text.which}
        value={all ? 'all' : 'some'}
        onChange={(value) => choose(value === 'all' ? [ALL] : offered)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={text.whichAll} />
          <Radio value="some" label={text.whichSome} disabled={offered.length === 0} />
        </Stack>
      </Radio.Group>
      {!all && (
        <Checkbox.Group aria-label={text.whichSome} value={[...kinds]} onChange={choose} error={fault}>
          <Stack gap="xs" pl="lg">
            {offered.map((kind) => (
              <Checkbox key={kind} value={kind} label={text.kindNames[kind]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {missing.length > 0 && (
        <Text size="sm" c="dimmed">
          {text.notOffered(format.list(missing.map((scope) => scopeTexts[scope].name)))}
        </Text>
      )}
    </>
  );
}

/** The form's values, their faults, and the call. */
function useEndpoint(partner: Partner, endpoint: PartnerSubscription['subscription'] | undefined) {
  const all = useText();
  const text = all.webhooks;
  const { slug } = useCommunity();
  const { hand } = useHandover();
  const [, navigate] = useLocation();
  const [url, setUrl] = useState(endpoint?.target_url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [kinds, setKinds] = useState<readonly string[]>(endpoint?.event_types ?? [ALL]);
  const [own, setOwn] = useState<Partial<Record<Field, string>>>({});
  const urlField = useRef<HTMLInputElement>(null);
  const focusUrl = () => requestAnimationFrame(() => urlField.current?.focus());
  const params = { slug, partnerId: partner.id };

  const save = useAction(
    async () => {
      const typed = { target_url: url.trim(), description: description.trim() };
      // In the order of the list, whatever the order of the ticks.
      const event_types = [...kinds] as ('*' | keyof Texts['webhooks']['kindNames'])[];
      if (endpoint) {
        const on = { ...params, subscriptionId: endpoint.id };
        await call('updatePartnerSubscription', { params: on, body: { ...typed, event_types } });
        succeeded(text.saved);
        await refresh('getPartnerSubscription', 'listPartnerSubscriptions', 'listPartnerDeliveries');
      } else {
        const { data } = await call('createPartnerSubscription', { params, body: { ...typed, event_types } });
        hand({ ...data, partner });
        navigate(`/c/${slug}/partners/${partner.id}/secret`);
        void refresh('listPartnerSubscriptions');
      }
    },
    (error) => {
      if (error.fields.some(({ field }) => field === 'target_url')) focusUrl();
    },
  );
  const run = async () => {
    save.clear();
    const faults: Partial<Record<Field, string>> = {
      ...(url.trim() === '' ? { target_url: text.faults.required } : {}),
      ...(kinds.length === 0 ? { event_types: text.whichNone } : {}),
    };
    setOwn(faults);
    if (faults.target_url) focusUrl();
    return Object.keys(faults).length === 0 && (await save.run());
  };
  const typing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setOwn({});
      save.clear();
    };
  return {
    ...{ url, description, kinds, urlField },
    ...{ setUrl: typing(setUrl), setDescription: typing(setDescription), setKinds: typing(setKinds) },
    action: { ...save, run },
    fault: (field: Field | 'body') => (field === 'body' ? undefined : own[field]) ?? faultOf(save.error, field, all),
  };
}

/** The faults of one field in the person's language. */
function faultOf(error: ApiError | undefined, field: Field | 'body', all: Texts): string | undefined {
  const text = all.webhooks;
  const known: Readonly<Record<string, string>> = { ...text.faults, max_subscriptions: text.tooMany };
  const messages = (error?.fields ?? []).flatMap((fault) =>
    fault.field.split('.')[0] === field ? [known[fault.code] ?? fieldText(fault, all)] : [],
  );
  return messages.length > 0 ? messages.join(' ') : undefined;
}
