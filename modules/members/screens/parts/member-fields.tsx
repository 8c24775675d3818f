/** The fields of a member, for a new one and for changes. */
import { Button, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CONTACT_WAYS, type ContactWay, type Likeness, VISIBILITIES, type Visibility } from '@timebank/contract/words';
import { type ReactNode, useState } from 'react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { type Texts, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import { More } from '../../../../console/src/parts/forms/more.tsx';
import { languageChoices } from '../../../../console/src/parts/values/languages.ts';
import type { Member, MemberUpdate } from '../../contract/members.ts';

/** The fields that a person types; '' means none. Names are those of the contract, so that faults find their field. */
const TYPED = [
  ...(['salutation', 'given_name', 'family_name', 'phone', 'second_phone', 'email', 'street'] as const),
  ...(['postal_code', 'place', 'country', 'external_id', 'language', 'joined_on', 'birth_year'] as const),
  ...(['agreement_signed_on', 'email_consent_on'] as const),
] as const;

type TypedMemberFields = Readonly<Record<(typeof TYPED)[number], string>>;

export interface MemberValues extends TypedMemberFields {
  name: string;
  preferred_contact: ContactWay | '';
  visibility: Visibility | '';
}

export type MemberForm = UseFormReturnType<MemberValues>;

const typedOf = (member: Partial<Readonly<Record<string, unknown>>>) =>
  Object.fromEntries(TYPED.map((name) => [name, member[name] ?? ''])) as TypedMemberFields;

export const NEW_MEMBER: MemberValues = { ...typedOf({}), name: '', preferred_contact: '', visibility: '' };

export function memberValues(member: Member): MemberValues {
  const { name, preferred_contact, visibility } = member;
  return { ...typedOf({ ...member }), name, preferred_contact: preferred_contact ?? '', visibility: visibility ?? '' };
}

/** What is sent: all fields but those of the file, which has a form of its own. */
export type MemberBody = Required<Omit<MemberUpdate, 'emergency_contact' | 'notes'>>;

export function memberBody({ name, preferred_contact, visibility, ...values }: MemberValues): MemberBody {
  const orNull = (value: string) => (value.trim() === '' ? null : value.trim());
  const typed = Object.fromEntries(TYPED.map((field) => [field, orNull(values[field])])) as Readonly<
    Record<keyof TypedMemberFields, string | null>
  >;
  return {
    ...typed,
    name: name.trim() || joinedName(values),
    preferred_contact: preferred_contact === '' ? null : preferred_contact,
    visibility: visibility === '' ? null : visibility,
  };
}

/** The name that is shown where none was typed. */
export const joinedName = ({
  given_name,
  family_name,
}: Pick<TypedMemberFields, 'given_name' | 'family_name'>): string =>
  [given_name, family_name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');

export function memberRules(text: Texts) {
  return {
    // At the field that is always there.
    given_name: (_: string, values: MemberValues) =>
      values.name.trim() || joinedName(values) ? null : text.field.required,
  };
}

interface MemberFieldsProps {
  form: MemberForm;
  /** Whether the first field takes the focus: the form has just been opened. */
  isFirst?: boolean;
  beside?: (by: Likeness) => ReactNode;
}

/** @param beside what stands beside fields: members who may be the same person */
export function MemberFields({ form, isFirst = false, beside }: MemberFieldsProps) {
  const text = useText();
  const field = (name: keyof MemberValues) => ({ autoComplete: 'off', ...form.getInputProps(name) });
  return (
    <Stack gap="md">
      <div className="field-row field-row-top">
        <TextInput label={text.member.givenName} maxLength={100} autoFocus={isFirst} {...field('given_name')} />
        <TextInput label={text.member.familyName} maxLength={100} {...field('family_name')} />
      </div>
      <div>
        <div className="field-row field-row-top">
          <OtherName form={form} />
          <TextInput label={text.member.salutation} maxLength={50} {...field('salutation')} />
        </div>
        {beside?.('name')}
      </div>
      <div>
        <div className="field-row field-row-top">
          <TextInput label={text.member.phone} type="tel" maxLength={50} {...field('phone')} />
          <TextInput label={text.member.secondPhone} type="tel" maxLength={50} {...field('second_phone')} />
        </div>
        {beside?.('phone')}
      </div>
      <div>
        <div className="field-row field-row-top">
          <TextInput label={text.member.email} type="email" {...field('email')} />
          <ContactChoice form={form} />
        </div>
        {beside?.('email')}
      </div>
      <TextInput label={text.member.street} maxLength={200} {...field('street')} />
      <div>
        <div className="field-row field-row-top">
          <TextInput label={text.member.postalCode} maxLength={20} {...field('postal_code')} />
          <TextInput label={text.member.place} maxLength={100} {...field('place')} />
        </div>
        {beside?.('address')}
      </div>
      <MembershipFields form={form} />
    </Stack>
  );
}

type FieldsProps = { readonly form: MemberForm };

function ContactChoice({ form }: FieldsProps) {
  const text = useText();
  return (
    <Select
      label={text.member.preferredContact}
      clearable
      data={CONTACT_WAYS.map((value) => ({ value, label: text.member.contactWays[value] }))}
      {...form.getInputProps('preferred_contact')}
      value={form.values.preferred_contact || null}
      onChange={(value) => form.setFieldValue('preferred_contact', (value ?? '') as ContactWay | '')}
    />
  );
}

function MembershipFields({ form }: FieldsProps) {
  const text = useText();
  const field = (name: keyof MemberValues) => ({ autoComplete: 'off', ...form.getInputProps(name) });
  return (
    <>
      <div className="field-row field-row-top">
        <TextInput
          label={text.member.number}
          description={text.member.numberHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('external_id')}
        />
        <TextInput
          label={text.member.birthYear}
          description={text.member.birthYearHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={4}
          {...field('birth_year')}
        />
      </div>
      <div className="field-row field-row-top">
        <DayField label={text.member.joined} {...field('joined_on')} />
        <DayField
          label={text.member.emailConsentOn}
          description={text.member.emailConsentHint}
          {...field('email_consent_on')}
        />
      </div>
      <RareFields form={form} />
    </>
  );
}

/** The name, where it is not made of the other two. */
function OtherName({ form }: FieldsProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { name } = form.values;
  if (!isOpen && !form.errors.name && (name === '' || name === joinedName(form.values))) {
    return (
      <div className="field-opener">
        <Button variant="default" onClick={() => setOpen(true)}>
          {text.member.otherwise}
        </Button>
      </div>
    );
  }
  return (
    <TextInput
      label={text.member.name}
      description={text.member.nameHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={joinedName(form.values)}
      maxLength={200}
      autoComplete="off"
      autoFocus={isOpen}
      {...form.getInputProps('name')}
    />
  );
}

const RARE = ['country', 'language', 'agreement_signed_on', 'visibility'] as const;

/** What most members never need; shown where a fault is in it. */
function RareFields({ form }: FieldsProps) {
  const { code, text } = useLanguage();
  const { has_partners } = useCommunity();
  const field = (name: keyof MemberValues) => ({ autoComplete: 'off', ...form.getInputProps(name) });
  return (
    <More hasFault={RARE.some((name) => form.errors[name])}>
      <div className="field-row field-row-top">
        <TextInput label={text.member.country} maxLength={100} {...field('country')} />
        <Select
          label={text.member.language}
          description={text.member.languageHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          clearable
          data={languageChoices([form.values.language], code)}
          {...form.getInputProps('language')}
          value={form.values.language || null}
          onChange={(value) => form.setFieldValue('language', value ?? '')}
        />
      </div>
      <DayField label={text.member.agreementSignedOn} {...field('agreement_signed_on')} />
      {has_partners && <VisibilityChoice form={form} />}
    </More>
  );
}

function VisibilityChoice({ form }: FieldsProps) {
  const text = useText();
  const settings = useRead('getCommunitySettings', {}, { staleTime: MINUTE_MS });
  const standard = settings.data?.data.default_visibility;
  const { visibility } = form.values;
  const meant = visibility || standard;
  return (
    <Select
      label={text.member.sees}
      description={meant && text.visibilityMeans[meant]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        {
          value: 'default',
          label: standard ? text.visibility.defaultIs(text.visibility[standard]) : text.visibility.default,
        },
        ...VISIBILITIES.map((value) => ({ value, label: text.visibility[value] })),
      ]}
      value={visibility || 'default'}
      onChange={(value) =>
        form.setFieldValue('visibility', value === 'default' || value === null ? '' : (value as Visibility))
      }
    />
  );
}
