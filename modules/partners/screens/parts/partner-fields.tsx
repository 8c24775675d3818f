/** The fields of a partner's settings, for a new one and for changes. */
import { Checkbox, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, call, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { HoursField } from '../../../../console/src/parts/forms/hours-field.tsx';
import { Tag } from '../../../../console/src/parts/values/values.tsx';
import { addressFaults, addressLines, type PartnerForm } from './partner-form.ts';
import { SCOPE_GROUPS, type Scope, ScopeName } from './scopes.tsx';

const CHECK_AFTER_MS = 400;

type Part = { form: PartnerForm; disabled?: boolean };

export function NameField({ form, disabled }: Part) {
  const text = useText();
  return (
    <TextInput
      label={text.newPartner.name}
      description={text.newPartner.nameHint}
      maxLength={200}
      disabled={disabled ?? false}
      {...form.getInputProps('name')}
    />
  );
}

/** @param reach how many addresses there are to see */
export function ScopeFields({ form, disabled, reach }: Part & { reach: ReactNode }) {
  const text = useText();
  const { scopes } = form.values;
  const warnings = text.scopeWarn as Readonly<Partial<Record<Scope, string>>>;
  const toggle = (scope: Scope, on: boolean) =>
    form.setFieldValue('scopes', on ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <Stack gap="lg">
      {(Object.keys(SCOPE_GROUPS) as (keyof typeof SCOPE_GROUPS)[]).map((group) => (
        <fieldset key={group} className="fieldset">
          <legend>{text.scopeGroups[group]}</legend>
          <Stack gap="xs">
            {SCOPE_GROUPS[group].map((scope) => (
              <Checkbox.Card
                key={scope}
                className="choice"
                aria-label={text.scopes[scope].name}
                aria-describedby={`scope-${scope}`}
                checked={scopes.includes(scope)}
                onChange={(on) => toggle(scope, on)}
                disabled={disabled ?? false}
              >
                <Checkbox.Indicator />
                <span className="choice-text">
                  <span className="choice-name">
                    {text.scopes[scope].name}
                    <ScopeName scope={scope} />
                    {warnings[scope] && <Tag tone="wait">{warnings[scope]}</Tag>}
                  </span>
                  <span className="choice-hint" id={`scope-${scope}`}>
                    {text.scopes[scope].can}
                    {scope === 'users.pii' && reach}
                    {scope === 'users.pii' && scopes.includes(scope) && !scopes.includes('users.read') && (
                      <strong> {text.newPartner.piiNeedsRead}</strong>
                    )}
                  </span>
                </span>
              </Checkbox.Card>
            ))}
          </Stack>
        </fieldset>
      ))}
      {form.errors.scopes && <p className="form-error">{form.errors.scopes}</p>}
    </Stack>
  );
}

const NUMBER = { hideControls: true, allowNegative: false, allowedDecimalSeparators: ['.', ','] };

export function CapFields({ form, disabled }: Part) {
  const text = useText();
  const off = !form.values.scopes.includes('wallet.write');
  const hours = { disabled: disabled || off };
  return (
    <Stack gap="md">
      {off && <Text c="dimmed">{text.newPartner.limitsOff}</Text>}
      <div className="field-row field-row-top">
        <HoursField
          {...hours}
          label={text.newPartner.maxCredit}
          description={text.newPartner.maxCreditHint}
          {...form.getInputProps('max_credit_hours')}
        />
        <HoursField
          {...hours}
          label={text.newPartner.maxMemberDay}
          description={text.newPartner.noCapHint}
          placeholder={text.newPartner.noCap}
          {...form.getInputProps('max_member_day_hours')}
        />
        <HoursField
          {...hours}
          label={text.newPartner.maxPartnerDay}
          description={text.newPartner.noCapHint}
          placeholder={text.newPartner.noCap}
          {...form.getInputProps('max_partner_day_hours')}
        />
      </div>
    </Stack>
  );
}

export function RateField({ form, disabled }: Part) {
  const text = useText();
  return (
    <NumberInput
      {...NUMBER}
      allowDecimal={false}
      className="field-short"
      label={text.newPartner.rate}
      description={text.newPartner.rateHint}
      disabled={disabled ?? false}
      {...form.getInputProps('rate_limit_per_minute')}
    />
  );
}

/** Checked while it is typed: each line at fault is named, and what will be kept is shown. */
export function AddressField({ form, disabled }: Part) {
  const text = useText();
  const { slug } = useCommunity();
  const typed = form.values.allowed_addresses;
  const [settled] = useDebouncedValue(typed, CHECK_AFTER_MS);
  const [kept, setKept] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    const entries = addressLines(settled).map(({ entry }) => entry);
    setFault(undefined);
    setKept([]);
    if (entries.length === 0) return;
    const stop = new AbortController();
    const request = { params: { slug }, body: { allowed_addresses: entries }, signal: stop.signal, quiet: true };
    call('checkAddresses', request).then(
      ({ data }) => setKept(data.allowed_addresses),
      (error) => {
        // Failures of the connection show when the form is sent.
        if (error instanceof ApiError) setFault(addressFaults(error, settled, text));
      },
    );
    return () => stop.abort();
  }, [settled, slug, text]);

  const { error, ...props } = form.getInputProps('allowed_addresses');
  return (
    <div>
      <Textarea
        label={text.newPartner.addresses}
        description={text.newPartner.addressesHint}
        placeholder={text.newPartner.addressesExample}
        minRows={2}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        disabled={disabled ?? false}
        error={error ?? fault}
        {...props}
      />
      {kept.length > 0 && !fault && (
        <p className="kept" aria-live="polite">
          {text.newPartner.addressesStored(kept.length)} <span className="mono">{kept.join(', ')}</span>
        </p>
      )}
    </div>
  );
}

// Whom to ask about a partner, and a note: the community's own.

export function ContactFields({ form, disabled = false }: { form: PartnerForm; disabled?: boolean }) {
  const { contact: text } = useText().access;
  return (
    <Stack gap="md">
      <TextInput
        label={text.name}
        description={text.nameHint}
        autoComplete="off"
        maxLength={200}
        disabled={disabled}
        {...form.getInputProps('contact_name')}
      />
      <div className="field-row field-row-top">
        <TextInput
          label={text.email}
          type="email"
          autoComplete="off"
          maxLength={254}
          disabled={disabled}
          {...form.getInputProps('contact_email')}
        />
        <TextInput
          label={text.phone}
          type="tel"
          autoComplete="off"
          maxLength={50}
          disabled={disabled}
          {...form.getInputProps('contact_phone')}
        />
      </div>
      <Textarea
        label={text.note}
        description={text.noteHint}
        minRows={2}
        maxRows={12}
        maxLength={2000}
        disabled={disabled}
        {...form.getInputProps('note')}
      />
    </Stack>
  );
}

// How many e-mail addresses the permission opens, and by whose choice.

export function EmailReach({ partnerId }: { partnerId?: number }) {
  const { reach: text } = useText().access;
  const format = useFormat();
  const query = partnerId === undefined ? {} : { partner_id: String(partnerId) };
  const { data } = useRead('getEmailReach', { query }, { staleTime: MINUTE_MS });
  if (!data) return null;
  const { shown, members, default_visibility } = data.data;
  return (
    <>
      {' '}
      {text.now(format.number(shown), format.number(members))}{' '}
      {default_visibility === 'listed_with_email' ? text.shared : text.notShared}
    </>
  );
}
