/** The settings of a partner as a form holds them, and back. */
import type { UseFormReturnType } from '@mantine/form';
import type { ApiError } from '../../../../console/src/api/call.ts';
import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import { hoursFault, hoursShown, hoursTyped } from '../../../../console/src/parts/forms/hours-text.ts';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import type { Partner, PartnerUpdate } from '../../contract/partners.ts';
import type { Scope } from './scopes.tsx';

/** Numbers are '' while the field is empty, hours as they are typed. Names are those of the contract, so that faults find their field. */
export interface PartnerValues {
  name: string;
  scopes: Scope[];
  allowed_addresses: string;
  rate_limit_per_minute: number | string;
  max_credit_hours: string;
  max_member_day_hours: string;
  max_partner_day_hours: string;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
  note: string;
}

export type PartnerForm = UseFormReturnType<PartnerValues>;

export const NEW_PARTNER: PartnerValues = {
  name: '',
  scopes: [],
  allowed_addresses: '',
  rate_limit_per_minute: 600,
  max_credit_hours: '1000',
  max_member_day_hours: '',
  max_partner_day_hours: '',
  contact_name: '',
  contact_email: '',
  contact_phone: '',
  note: '',
};

export function valuesOf(partner: Partner, format: Format): PartnerValues {
  return {
    name: partner.name,
    scopes: [...partner.scopes],
    allowed_addresses: partner.allowed_addresses.join('\n'),
    rate_limit_per_minute: partner.rate_limit_per_minute,
    max_credit_hours: hoursShown(partner.max_credit_hours, format),
    max_member_day_hours: hoursShown(partner.max_member_day_hours, format),
    max_partner_day_hours: hoursShown(partner.max_partner_day_hours, format),
    contact_name: partner.contact_name ?? '',
    contact_email: partner.contact_email ?? '',
    contact_phone: partner.contact_phone ?? '',
    note: partner.note ?? '',
  };
}

/** Entries of the address field, with the line of each. */
export function addressLines(typed: string): { entry: string; line: number }[] {
  return typed
    .split('\n')
    .map((raw, index) => ({ entry: raw.trim(), line: index + 1 }))
    .filter(({ entry }) => entry !== '');
}

export type PartnerSettings = Required<PartnerUpdate>;

export function settingsOf(values: PartnerValues, format: Format): PartnerSettings {
  return {
    name: values.name.trim(),
    scopes: values.scopes,
    allowed_addresses: addressLines(values.allowed_addresses).map(({ entry }) => entry),
    rate_limit_per_minute: Number(values.rate_limit_per_minute),
    max_credit_hours: hoursTyped(values.max_credit_hours, format) ?? 0,
    max_member_day_hours: hoursTyped(values.max_member_day_hours, format),
    max_partner_day_hours: hoursTyped(values.max_partner_day_hours, format),
    contact_name: values.contact_name.trim() || null,
    contact_email: values.contact_email.trim() || null,
    contact_phone: values.contact_phone.trim() || null,
    note: values.note.trim() || null,
  };
}

/** Faults that show without asking the service. */
export function partnerRules(text: Texts, format: Format) {
  const positive = (typed: string, values: PartnerValues) => {
    // Off, and not sent, or sent as it is stored.
    if (!values.scopes.includes('wallet.write')) return null;
    const value = hoursTyped(typed, format);
    return hoursFault(typed, text, format) ?? (value !== null && value <= 0 ? text.field.notPositive : null);
  };
  return {
    name: (value: string) => (value.trim() ? null : text.field.required),
    rate_limit_per_minute: (value: number | string) => (value === '' ? text.field.required : null),
    max_credit_hours: (typed: string, values: PartnerValues) =>
      typed.trim() === '' ? text.field.required : positive(typed, values),
    max_member_day_hours: positive,
    max_partner_day_hours: positive,
  };
}

/** Faults of addresses, each with its line. */
export function addressFaults(error: ApiError, typed: string, text: Texts): string | undefined {
  const lines = addressLines(typed);
  const messages = error.fields.flatMap((fault) => {
    const [name, index] = fault.field.split('.');
    if (name !== 'allowed_addresses') return [];
    const line = index === undefined ? undefined : lines[Number(index)];
    const reason = fieldText(fault, text);
    return [line === undefined ? reason : text.newPartner.addressLine(line.line, line.entry, reason)];
  });
  return messages.length > 0 ? messages.join(' ') : undefined;
}

/** Shows the faults of single addresses at their field. */
export function showAddressFaults(form: PartnerForm, error: ApiError, text: Texts): void {
  const addresses = addressFaults(error, form.getValues().allowed_addresses, text);
  if (addresses) form.setFieldError('allowed_addresses', addresses);
}
