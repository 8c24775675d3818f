/** The filters of a list: the same fields on every screen, the search first. */
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

const TYPED_AFTER_MS = 150;

interface SearchFilterProps {
  label: string;
  placeholder?: string;
  value: string;
  change: (value: string) => void;
  maxLength?: number;
}

/** Asks a moment after the last letter. What changes `value` elsewhere, as "Clear filters" or Back, is shown. */
export function SearchFilter({ label, placeholder, value, change, maxLength = 200 }: SearchFilterProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const tell = useDebouncedCallback((wanted: string) => change(wanted.trim()), TYPED_AFTER_MS);
  return (
    <TextInput
      label={label}
      className="filter-search"
      {...(placeholder === undefined ? {} : { placeholder })}
      leftSection={<Search size={16} />}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}

interface ChoiceFilterProps {
  label: string;
  /** The placeholder while none is chosen. */
  all: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string;
  change: (value: string) => void;
  searchable?: boolean;
}

/** One of several, or all of them. */
export function ChoiceFilter({ label, all, options, value, change, searchable = false }: ChoiceFilterProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      clearable
      searchable={searchable}
      data={options}
      value={value || null}
      onChange={(chosen) => change(chosen ?? '')}
    />
  );
}
