/** The fields of a listing. */
import { Autocomplete, Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { clockOf } from '@timebank/contract/duration';
import { LISTING_TYPES } from '@timebank/contract/words';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { readTime } from '../../../../console/src/i18n/hours.ts';
import { type Texts, useText } from '../../../../console/src/i18n/text.ts';
import { HoursField } from '../../../../console/src/parts/forms/hours-field.tsx';
import { timeFault } from '../../../../console/src/parts/forms/hours-text.ts';
import { Tag, type Tone } from '../../../../console/src/parts/values/values.tsx';
import type { LISTING_VALUES } from '../../../../contract/src/listings.ts';
import type { CommunityListing } from '../../contract/listings.ts';

/** As typed. Names are those of the contract, so that faults find their field. */
export type ListingValues = Record<Exclude<keyof typeof LISTING_VALUES, 'type'>, string> & {
  type: CommunityListing['type'];
  /** Whether a category that the list lacks is added to it. */
  add_category: boolean;
};

export const NEW_LISTING: ListingValues = {
  type: 'service',
  title: '',
  description: '',
  category: '',
  add_category: false,
  estimated_hours: '',
};

export function listingRules(text: Texts, before = '') {
  return {
    title: (value: string) => (value.trim() ? null : text.field.required),
    estimated_hours: (value: string) => (value === before ? null : (timeFault(value, text) ?? null)),
  };
}

/** A stored listing as its form shows it. */
export function typedOf(listing: CommunityListing): ListingValues {
  const { type, title, description, category, estimated_hours } = listing;
  const estimated = estimated_hours === null ? '' : clockOf(Math.round(estimated_hours * 3600));
  return { type, title, description, category, add_category: false, estimated_hours: estimated };
}

/** What was typed as the service reads it: no time is null. */
export function sentOf(values: ListingValues) {
  const reading = readTime(values.estimated_hours);
  // The service refuses a time that no clock can show.
  const isClock = reading.kind === 'read' && reading.seconds >= 0;
  return { ...values, estimated_hours: isClock ? clockOf(reading.seconds) : values.estimated_hours.trim() || null };
}

interface ListingFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: a form with these values and perhaps more
  form: UseFormReturnType<any>;
  /** The category that the listing has. */
  before?: string;
  disabled?: boolean;
}

export function ListingFields({ form, before = '', disabled = false }: ListingFieldsProps) {
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

const TONES: Readonly<Record<CommunityListing['status'], Tone | 'quiet'>> = {
  active: 'good',
  held: 'wait',
  closed: 'quiet',
};

export function ListingStatusTag({ status, back_as }: Pick<CommunityListing, 'status' | 'back_as'>) {
  const text = useText();
  if (back_as !== null) return <Tag tone="wait">{text.listings.onHold}</Tag>;
  return <Tag tone={TONES[status]}>{text.listings.statuses[status]}</Tag>;
}

// The category of a listing: chosen from the community's list, or added to it.

/** Those that are offered at once; a longer list is searched by what is typed. */
const OFFERED = 100;

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

interface CategoryFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: a form with `category` and `add_category`, and perhaps more
  form: UseFormReturnType<any>;
  /** The category that the listing has, which may be closed. */
  before?: string;
  disabled?: boolean;
}

function CategoryField({ form, before = '', disabled = false }: CategoryFieldProps) {
  const text = useText();
  const { slug } = useCommunity();
  const typed: string = form.getValues().category;
  const request = { params: { slug }, query: { status: 'open', per_page: OFFERED } } as const;
  const all = useRead('listCategories', request);
  const hasMore = all.data?.meta.has_more === true;
  const search = typed.trim();
  const found = useRead(
    'listCategories',
    { ...request, query: { ...request.query, search } },
    { enabled: hasMore && search !== '', keepPrevious: true },
  );
  const known = (hasMore && search !== '' ? found : all).data?.data;
  const isKnown =
    search === '' ||
    same(search, before) ||
    known === undefined ||
    known.some(({ name, former_names }) => [name, ...former_names].some((one) => same(one, search)));
  const names = [...new Set([...(before ? [before] : []), ...(known ?? []).map(({ name }) => name)])];
  return (
    <>
      <Autocomplete
        label={text.listings.category}
        description={text.categories.hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={100}
        maxDropdownHeight={260}
        autoComplete="off"
        disabled={disabled}
        data={names.sort((a, b) => a.localeCompare(b, document.documentElement.lang))}
        {...form.getInputProps('category')}
      />
      {!isKnown && !disabled && (
        <Checkbox
          style={{ gridColumn: '1 / -1', gridRow: 'span 1', order: 1 }}
          label={text.categories.addTyped(search)}
          checked={form.getValues().add_category}
          onChange={(event) => form.setFieldValue('add_category', event.currentTarget.checked)}
        />
      )}
    </>
  );
}
