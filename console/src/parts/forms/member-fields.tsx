/** The fields of a member, for a new one and for changes. */
import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Member, MemberUpdate } from '@timebank/contract/console';
import { VISIBILITIES, type Visibility } from '@timebank/contract/words';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { type Texts, useLanguage } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';

/** '' means none. Names are those of the contract, so that faults find their field. */
export interface MemberValues {
  name: string;
  email: string;
  external_id: string;
  language: string;
  joined_on: string;
  visibility: Visibility | '';
}

export type MemberForm = UseFormReturnType<MemberValues>;

export const NEW_MEMBER: MemberValues = {
  name: '',
  email: '',
  external_id: '',
  language: '',
  joined_on: '',
  visibility: '',
};

export function memberValues(member: Member): MemberValues {
  const { name, email, external_id, language, joined_on, visibility } = member;
  return {
    name,
    email: email ?? '',
    external_id: external_id ?? '',
    language: language ?? '',
    joined_on: joined_on ?? '',
    visibility: visibility ?? '',
  };
}

export function memberBody({ visibility, ...values }: MemberValues): Required<MemberUpdate> {
  const orNull = (value: string) => (value.trim() === '' ? null : value.trim());
  return {
    name: values.name.trim(),
    email: orNull(values.email),
    external_id: orNull(values.external_id),
    language: orNull(values.language),
    joined_on: orNull(values.joined_on),
    visibility: visibility === '' ? null : visibility,
  };
}

/** Languages that members are likely to speak, as ISO 639 names them. */
const SPOKEN =
  'ar bg bs ca cs da de el en es et fa fi fr ga hr hu it lt lv mt nl no pl pt ro ru sk sl sq sr sv ti tr uk ur zh'.split(
    ' ',
  );

/** The languages by name in the reader's language; a stored language stays, even an unknown one. */
function languagesWith(stored: string, reader: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'code' });
  const nameOf = (tag: string) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
  return [...new Set([...SPOKEN, ...(stored ? [stored] : [])])]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, reader));
}

export function memberRules(text: Texts) {
  return { name: (value: string) => (value.trim() ? null : text.field.required) };
}

export function MemberFields({ form, disabled = false }: { form: MemberForm; disabled?: boolean }) {
  const { code, text } = useLanguage();
  const { slug } = useCommunity();
  const settings = useRead('getCommunitySettings', { params: { slug } }, { staleTime: MINUTE_MS });
  const standard = settings.data?.data.default_visibility;
  const { visibility } = form.values;
  const meant = visibility || standard;
  return (
    <Stack gap="md">
      <TextInput
        label={text.member.name}
        maxLength={200}
        autoComplete="off"
        disabled={disabled}
        {...form.getInputProps('name')}
      />
      <div className="field-row field-row-top">
        <TextInput
          label={text.member.email}
          type="email"
          autoComplete="off"
          disabled={disabled}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={text.member.number}
          description={text.member.numberHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          disabled={disabled}
          {...form.getInputProps('external_id')}
        />
      </div>
      <div className="field-row field-row-top">
        <TextInput label={text.member.joined} type="date" disabled={disabled} {...form.getInputProps('joined_on')} />
        <Select
          label={text.member.language}
          description={text.member.languageHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          clearable
          disabled={disabled}
          data={languagesWith(form.values.language, code)}
          {...form.getInputProps('language')}
          value={form.values.language || null}
          onChange={(value) => form.setFieldValue('language', value ?? '')}
        />
      </div>
      <Select
        label={text.member.sees}
        description={meant && text.visibilityMeans[meant]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        disabled={disabled}
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
    </Stack>
  );
}
