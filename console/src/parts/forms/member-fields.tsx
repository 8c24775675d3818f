/** The fields of a member, for a new one and for changes. */
import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Member, MemberUpdate } from '@timebank/contract/console';
import { VISIBILITIES, type Visibility } from '@timebank/contract/words';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { type Texts, useText } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';

/** '' stands for none. Names are those of the contract, so that faults find their field. */
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

export function memberRules(text: Texts) {
  return { name: (value: string) => (value.trim() ? null : text.field.required) };
}

export function MemberFields({ form, disabled = false }: { form: MemberForm; disabled?: boolean }) {
  const text = useText();
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
        <TextInput
          label={text.member.language}
          description={text.member.languageHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={disabled}
          {...form.getInputProps('language')}
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
