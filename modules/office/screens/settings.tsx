/** The community's own rules. */

import {
  Button,
  Group,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
  Stack,
  TextInput,
} from '@mantine/core';
import { HOURS_FORMS, STEPS_MINUTES, VISIBILITIES } from '@timebank/contract/words';
import { useState } from 'react';
import { call, queries, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../console/src/parts/forms/action-form.tsx';
import { HoursField } from '../../../console/src/parts/forms/hours-field.tsx';
import { hoursFault, hoursShown, hoursTyped } from '../../../console/src/parts/forms/hours-text.ts';
import { More } from '../../../console/src/parts/forms/more.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { CommunityRates } from '../../../console/src/parts/rates/rates-card.tsx';
import { languageChoices } from '../../../console/src/parts/values/languages.ts';
import { ButtonTo, To } from '../../../console/src/parts/values/to.tsx';
import type { CommunitySettings } from '../contract/settings.ts';
import { OwnFields } from './settings/own-fields.tsx';
import { ListingRules, PageRules } from './settings/page-rules.tsx';

/** '' means no limit. */
interface Values {
  name: string;
  exchange_step_minutes: string;
  hours_as: CommunitySettings['hours_as'];
  time_zone: string;
  lower_balance_hours: string;
  upper_balance_hours: string;
  default_visibility: CommunitySettings['default_visibility'];
  languages: string[];
}

export default function Settings() {
  const text = useText();
  const { kind, can, has_partners } = useCommunity();
  const found = useRead('getCommunitySettings');
  const settings = found.data?.data;
  return (
    <Page title={text.settings.title} lead={text.settings.lead} narrow>
      <Arriving of={found} />
      {settings && <SettingsForm settings={settings} />}
      {settings && <PageRules />}
      {settings && <ListingRules />}
      {settings && <CommunityRates />}
      {settings && <OwnFields />}
      {settings && !has_partners && can('credentials.write') && <FirstPartner />}
      {settings && kind === 'sandbox' && can('settings.write') && <SandboxReset />}
    </Page>
  );
}

/** The one way to partners until there is the first. */
function FirstPartner() {
  const { nav, partners, settings } = useText();
  const { slug } = useCommunity();
  return (
    <Card title={nav.partners} lead={settings.firstPartner}>
      <Group>
        <ButtonTo href={`/c/${slug}/partners/new`}>{partners.add}</ButtonTo>
      </Group>
    </Card>
  );
}

/** The reset of a sandbox: everything but the partners becomes as it was in the beginning. */
function SandboxReset() {
  const text = useText();
  const { slug, name } = useCommunity();
  const [asking, setAsking] = useState(false);
  const action = useAction(async () => {
    await call('resetCommunity', { params: { slug } });
    succeeded(text.settings.resetDone);
    await queries.invalidateQueries();
  });
  return (
    <Card title={text.settings.sandbox} lead={text.settings.sandboxText}>
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          {text.settings.reset}
        </Button>
      </Group>
      {asking && (
        <Confirm
          title={text.settings.resetTitle(name)}
          go={text.settings.reset}
          danger
          action={action}
          onClose={() => setAsking(false)}
        >
          {text.settings.resetText}
        </Confirm>
      )}
    </Card>
  );
}

function SettingsForm({ settings }: { settings: CommunitySettings }) {
  const { text, format } = useLanguage();
  const { slug, can, has_partners } = useCommunity();
  const stored = valuesOf(settings, format);
  const disabled = !can('settings.write');
  const sent = useActionForm(
    { initialValues: stored, validate: rules(text, format, stored) },
    async (values) => {
      const before = bodyOf(stored, format);
      const changes = Object.entries(bodyOf(values, format)).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
      );
      const { data } = await call('updateCommunitySettings', { params: { slug }, body: Object.fromEntries(changes) });
      return valuesOf(data, format);
    },
    { done: text.settings.saved, changes: ['getCommunitySettings', 'getOverview', 'getSession'], disabled },
  );
  const { form } = sent;
  const { default_visibility } = form.values;
  return (
    <ActionForm of={sent} saves gap="cards">
      {disabled && <Notice tone="info">{text.settings.readOnly}</Notice>}
      <Card>
        <TextInput label={text.settings.name} maxLength={200} {...sent.field('name')} />
      </Card>
      <Card title={text.settings.time}>
        <Stack gap="md">
          <TimeZones stored={settings.time_zone} {...sent.field('time_zone')} />
          <More hasFault={Boolean(form.errors.exchange_step_minutes || form.errors.hours_as)}>
            <Select
              label={text.settings.step}
              description={text.settings.stepHint}
              data={STEPS_MINUTES.map((minutes) => ({
                value: String(minutes),
                label: text.settings.stepOption(minutes),
              }))}
              {...sent.field('exchange_step_minutes')}
            />
            <Select
              label={text.settings.hoursAs}
              data={HOURS_FORMS.map((value) => ({ value, label: text.settings.hoursForms[value] }))}
              {...sent.field('hours_as')}
            />
          </More>
        </Stack>
      </Card>
      <Card title={text.settings.limits} lead={text.settings.limitsLead}>
        <Stack gap="md">
          <HoursField
            label={text.settings.lower}
            description={text.settings.lowerHint}
            {...sent.field('lower_balance_hours')}
          />
          <HoursField
            label={text.settings.upper}
            description={text.settings.upperHint}
            {...sent.field('upper_balance_hours')}
          />
        </Stack>
      </Card>
      {has_partners && (
        <Card title={text.settings.visibility} lead={text.settings.visibilityLead}>
          <Select
            aria-label={text.settings.visibility}
            description={text.visibilityMeans[default_visibility]}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={VISIBILITIES.map((value) => ({ value, label: text.visibility[value] }))}
            {...sent.field('default_visibility')}
          />
          {default_visibility !== settings.default_visibility && (
            <Notice tone="wait" role="status">
              {text.settings.visibilityChange(settings.members_on_default)}
            </Notice>
          )}
        </Card>
      )}
      <Card title={text.settings.languages}>
        <Languages stored={settings.languages} {...sent.field('languages')} />
      </Card>
      {can('audit.read') && (
        <Card title={text.settings.administrators} lead={text.settings.administratorsText}>
          <To href={`/c/${slug}/administrators`}>{text.nav.administrators}</To>
        </Card>
      )}
    </ActionForm>
  );
}

function Languages({ stored, ...props }: MultiSelectProps & { readonly stored: readonly string[] }) {
  const { code, text } = useLanguage();
  return (
    <MultiSelect
      aria-label={text.settings.languages}
      description={text.settings.languagesHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      hidePickedOptions
      selectFirstOptionOnChange
      nothingFoundMessage={text.settings.languagesNone}
      data={languageChoices([...stored], code)}
      {...props}
    />
  );
}

/** Those that the browser knows, and the stored one. */
function TimeZones({ stored, ...props }: SelectProps & { readonly stored: string }) {
  const text = useText();
  return (
    <Select
      label={text.settings.timeZone}
      description={text.settings.timeZoneHint}
      searchable
      data={[...new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')])]}
      {...props}
    />
  );
}

function valuesOf(settings: CommunitySettings, format: Format): Values {
  return {
    name: settings.name,
    exchange_step_minutes: String(settings.exchange_step_minutes),
    hours_as: settings.hours_as,
    time_zone: settings.time_zone,
    lower_balance_hours: hoursShown(settings.lower_balance_hours, format),
    upper_balance_hours: hoursShown(settings.upper_balance_hours, format),
    default_visibility: settings.default_visibility,
    languages: [...settings.languages],
  };
}

function bodyOf(values: Values, format: Format) {
  return {
    name: values.name.trim(),
    exchange_step_minutes: Number(values.exchange_step_minutes),
    hours_as: values.hours_as,
    time_zone: values.time_zone,
    lower_balance_hours: hoursTyped(values.lower_balance_hours, format),
    upper_balance_hours: hoursTyped(values.upper_balance_hours, format),
    default_visibility: values.default_visibility,
    languages: values.languages,
  };
}

function rules(text: Texts, format: Format, stored: Values) {
  type Limit = 'lower_balance_hours' | 'upper_balance_hours';
  const within = (name: Limit, fits: (value: number) => boolean, message: string) => (typed: string) => {
    // A command may have stored more decimals than a field takes.
    if (typed === stored[name]) return null;
    const value = hoursTyped(typed, format);
    return hoursFault(typed, text, format) ?? (value === null || fits(value) ? null : message);
  };
  return {
    name: (value: string) => (value.trim() ? null : text.field.required),
    lower_balance_hours: within('lower_balance_hours', (value) => value <= 0, text.settings.negative),
    upper_balance_hours: within('upper_balance_hours', (value) => value > 0, text.settings.positive),
    languages: (value: readonly string[]) => (value.length > 0 ? null : text.field.required),
  };
}
