/** The fields of a listing. */
import { Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CommunityListing } from '@timebank/contract/console';
import { LISTING_TYPES } from '@timebank/contract/words';
import type { Format } from '../../i18n/format.ts';
import { clockOf, readHours } from '../../i18n/hours.ts';
import { type Texts, useText } from '../../i18n/text.ts';
import { CategoryField } from './category-field.tsx';
import { HoursField } from './hours-field.tsx';
import { hoursFault } from './hours-text.ts';

/** Names are those of the contract, so that faults find their field. */
export interface ListingValues {
  type: CommunityListing['type'];
  title: string;
  description: string;
  category: string;
  /** Whether a category that the list lacks is added to it. */
  add_category: boolean;
  estimated_hours: string;
}

export const NEW_LISTING: ListingValues = {
  type: 'service',
  title: '',
  description: '',
  category: '',
  add_category: false,
  estimated_hours: '',
};

export function listingRules(text: Texts, format: Format, before = '') {
  return {
    title: (value: string) => (value.trim() ? null : text.field.required),
    estimated_hours: (value: string) => (value === before ? null : (hoursFault(value, text, format, true) ?? null)),
  };
}

/** The estimated time as the service reads it; null for none. */
export function estimatedOf(
  { estimated_hours }: Pick<ListingValues, 'estimated_hours'>,
  format: Format,
): string | null {
  const reading = readHours(estimated_hours, format.decimal, true);
  // The service refuses a time that no clock can show.
  return reading.kind === 'read' && reading.seconds >= 0 ? clockOf(reading.seconds) : estimated_hours.trim() || null;
}

export function ListingFields({
  form,
  before = '',
  disabled = false,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: a form with these values and perhaps more
  form: UseFormReturnType<any>;
  /** The category that the listing has. */
  before?: string;
  disabled?: boolean;
}) {
  const text = useText();
  return (
    <Stack gap="md">
      <Radio.Group
        label={text.listings.type}
        value={(form.getValues() as ListingValues).type}
        onChange={(value) => form.setFieldValue('type', value)}
      >
        <Group gap="lg" mt={6}>
          {LISTING_TYPES.map((value) => (
            <Radio key={value} value={value} label={text.listings.types[value]} disabled={disabled} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        label={text.listings.titleField}
        maxLength={200}
        autoComplete="off"
        disabled={disabled}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={text.listings.description}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        disabled={disabled}
        {...form.getInputProps('description')}
      />
      <div className="field-row field-row-top">
        <CategoryField form={form} before={before} disabled={disabled} />
        <HoursField
          label={text.listings.estimated}
          description={text.listings.estimatedHint}
          clock
          disabled={disabled}
          {...form.getInputProps('estimated_hours')}
        />
      </div>
    </Stack>
  );
}
