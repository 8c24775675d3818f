/** A new partner: who it is, what it may, and how much. */

import { Button, Group, Radio, Stack } from '@mantine/core';
import { PARTNER_PRESETS, type PartnerPreset } from '@timebank/contract/words';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, refresh, useCommunity } from '../../../console/src/api/hooks.ts';
import { type Format, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { useActionForm } from '../../../console/src/parts/forms/action-form.tsx';
import { hoursShown, hoursTyped } from '../../../console/src/parts/forms/hours-text.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice } from '../../../console/src/parts/page/states.tsx';
import { ButtonTo } from '../../../console/src/parts/values/to.tsx';
import { KindTag } from '../../../console/src/parts/values/values.tsx';
import {
  AddressField,
  CapFields,
  ContactFields,
  EmailReach,
  NameField,
  RateField,
  ScopeFields,
} from './parts/partner-fields.tsx';
import {
  addressLines,
  NEW_PARTNER,
  type PartnerValues,
  partnerRules,
  settingsOf,
  showAddressFaults,
} from './parts/partner-form.ts';
import { Abilities } from './parts/scopes.tsx';
import { useHandover } from './parts/secret-context.tsx';

const PRESETS = [...(Object.keys(PARTNER_PRESETS) as PartnerPreset[]), 'own'] as const;
const isPreset = (word: string): word is PartnerPreset => Object.hasOwn(PARTNER_PRESETS, word);

interface Caps {
  readonly max_credit_hours: number | null;
  readonly max_member_day_hours: number | null;
  readonly max_partner_day_hours: number | null;
}

/** What holds for a partner without a preset. */
const UNCHOSEN: Caps = { max_credit_hours: 1000, max_member_day_hours: null, max_partner_day_hours: null };

function capsShown(caps: Caps, format: Format) {
  return {
    max_credit_hours: hoursShown(caps.max_credit_hours, format),
    max_member_day_hours: hoursShown(caps.max_member_day_hours, format),
    max_partner_day_hours: hoursShown(caps.max_partner_day_hours, format),
  };
}

export default function PartnerNew() {
  const { text, format } = useLanguage();
  const access = useText().access;
  const { slug, name, kind } = useCommunity();
  const [, navigate] = useLocation();
  const { hand } = useHandover();
  const [status, setStatus] = useState<'active' | 'pending'>('active');
  const sent = useActionForm<PartnerValues>(
    { initialValues: NEW_PARTNER, validate: partnerRules(text, format) },
    async (values) => {
      const { max_credit_hours, max_member_day_hours, max_partner_day_hours, ...settings } = settingsOf(values, format);
      const caps = { max_credit_hours, max_member_day_hours, max_partner_day_hours };
      const body = { ...settings, ...(values.scopes.includes('wallet.write') ? caps : {}), status };
      const created = await call('createPartner', { params: { slug }, body });
      hand(created.data);
      navigate(`/c/${slug}/partners/${created.data.partner.id}/secret`, { replace: true });
      void refresh('listPartners', 'getCommunity', 'getSession');
    },
    { onError: (error, form) => showAddressFaults(form, error, text) },
  );
  const { form, action } = sent;
  const [preset, setPreset] = useState<string>('own');
  const choosePreset = (chosen: string) => {
    setPreset(chosen);
    if (!isPreset(chosen)) return form.setValues({ scopes: [], ...capsShown(UNCHOSEN, format) });
    const { scopes, ...caps } = PARTNER_PRESETS[chosen];
    form.setValues({ scopes: [...scopes], ...capsShown(caps, format) });
  };
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const list = `/c/${slug}/partners`;
  return (
    <Page
      title={text.newPartner.title}
      lead={text.newPartner.lead(name)}
      tags={<KindTag kind={kind} />}
      back={{ href: list, label: text.partner.toList }}
    >
      <form className="with-aside" onSubmit={sent.submit()} noValidate>
        <div className="stack">
          {kind === 'sandbox' && <Notice tone="info" title={text.kind.sandboxMeans} />}
          <Card title={text.newPartner.who}>
            <NameField form={form} />
          </Card>
          <Card title={text.newPartner.preset} lead={text.newPartner.presetLead}>
            <Radio.Group value={preset} onChange={choosePreset} aria-label={text.newPartner.preset}>
              <Stack gap="sm">
                {PRESETS.map((one) => (
                  <Radio
                    key={one}
                    value={one}
                    label={text.newPartner.presets[one].label}
                    description={text.newPartner.presets[one].hint}
                  />
                ))}
              </Stack>
            </Radio.Group>
          </Card>
          <Card title={text.newPartner.may} lead={text.newPartner.mayHint}>
            <ScopeFields form={form} reach={<EmailReach />} />
          </Card>
          <Card title={text.newPartner.limits}>
            <CapFields form={form} />
          </Card>
          <Card title={text.newPartner.where}>
            <Stack gap="md">
              <AddressField form={form} />
              <RateField form={form} />
            </Stack>
          </Card>
          <Card title={access.contact.title} lead={access.contact.lead}>
            <ContactFields form={form} />
          </Card>
          <Card title={text.newPartner.start}>
            <Radio.Group
              value={status}
              onChange={(value) => setStatus(value as typeof status)}
              aria-label={text.newPartner.start}
            >
              <Stack gap="sm">
                <Radio value="active" label={text.newPartner.startNow} description={text.newPartner.startNowHint} />
                <Radio
                  value="pending"
                  label={text.newPartner.startLater}
                  description={text.newPartner.startLaterHint}
                />
              </Stack>
            </Radio.Group>
          </Card>
        </div>
        <aside className="aside" aria-label={text.newPartner.summary}>
          <Card title={text.newPartner.summary}>
            <Summary values={form.values} />
          </Card>
          <ActionFailed error={action.error} />
          <Group justify="flex-end" className="form-actions">
            <ButtonTo href={list}>{text.act.cancel}</ButtonTo>
            <Button type="submit" loading={action.busy}>
              {text.newPartner.submit}
            </Button>
          </Group>
          <p className="quiet">{text.newPartner.next}</p>
        </aside>
      </form>
      {dialog}
    </Page>
  );
}

/** The choices, in whole sentences. */
function Summary({ values }: { values: PartnerValues }) {
  const { text, format } = useLanguage();
  const { scopes } = values;
  if (scopes.length === 0) return <p className="quiet">{text.newPartner.summaryNone}</p>;
  const hours = (typed: string) => {
    const value = hoursTyped(typed, format);
    return value === null ? '–' : format.hours(value);
  };
  const rate = Number(values.rate_limit_per_minute);
  const lines = [
    ...(scopes.includes('wallet.write')
      ? [
          text.newPartner.summaryCaps(hours(values.max_credit_hours)),
          ...(values.max_member_day_hours === ''
            ? []
            : [text.newPartner.summaryMemberDay(hours(values.max_member_day_hours))]),
          ...(values.max_partner_day_hours === ''
            ? []
            : [text.newPartner.summaryPartnerDay(hours(values.max_partner_day_hours))]),
        ]
      : []),
    text.newPartner.summaryFrom(addressLines(values.allowed_addresses).length),
    rate === 0 ? text.newPartner.summaryNoRate : text.newPartner.summaryRate(format.number(rate)),
  ];
  return (
    <>
      <p>{text.newPartner.summaryCan}</p>
      <Abilities scopes={scopes} />
      <ul className="plain-list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
