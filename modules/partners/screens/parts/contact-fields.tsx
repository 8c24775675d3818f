/** Whom to ask about a partner, and a note: the community's own. */
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../../../console/src/i18n/text.ts';
import type { PartnerForm } from './partner-form.ts';

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
        autosize
        minRows={2}
        maxRows={12}
        maxLength={2000}
        disabled={disabled}
        {...form.getInputProps('note')}
      />
    </Stack>
  );
}
