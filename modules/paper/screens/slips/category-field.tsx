/** The category of an exchange, chosen by keyboard: the first match is taken by Enter. */
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useMemo } from 'react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';

const NONE: readonly string[] = [];

/** The names of the categories that are offered; empty until they are there, and where a community has none. */
export function useCategoryNames(): readonly string[] {
  const { slug } = useCommunity();
  const query = { status: 'open', per_page: 200 } as const;
  const { data } = useRead('listCategories', { params: { slug }, query }, { staleTime: MINUTE_MS });
  return useMemo(() => data?.data.map(({ name }) => name) ?? NONE, [data]);
}

export function CategoryField({
  categories,
  ...props
}: { readonly categories: readonly string[] } & Omit<AutocompleteProps, 'data' | 'label'>) {
  const text = useText();
  return (
    <Autocomplete
      label={text.exchanges.category}
      data={[...categories]}
      // An empty field stays empty: Enter goes on.
      selectFirstOptionOnChange={Boolean(props.value)}
      maxLength={100}
      autoComplete="off"
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-start' }}
      {...props}
    />
  );
}
