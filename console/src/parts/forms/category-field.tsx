/** The category of a listing: chosen from the community's list, or added to it. */
import { Autocomplete, Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';

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

export function CategoryField({ form, before = '', disabled = false }: CategoryFieldProps) {
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
