/** Finding a member, an organisation or the chest as one types, by keyboard first. */
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Ref, useState } from 'react';
import { useCommunity, useRead } from '../hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';

/** Who was chosen: `usr_…`, `account:…` or `chest`, and the name. */
export interface Party {
  readonly id: string;
  readonly name: string;
}

const TYPED_AFTER_MS = 120;
const SHOWN = 8;

export function AccountPicker({
  label,
  hideLabel,
  value,
  onChange,
  error,
  disabled,
  shared,
  inputRef,
  onEnter,
  description,
}: {
  label: string;
  /** The label is only for screen readers. */
  hideLabel?: boolean;
  value: Party | null;
  onChange: (party: Party | null) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** Offers the chest and organisations as well. */
  shared?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** Enter while nothing is open: on to the next field. */
  onEnter?: () => void;
  description?: string;
}) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState(value?.name ?? '');
  const [wanted] = useDebouncedValue(typed.trim(), TYPED_AFTER_MS);
  // Whoever empties the form from outside empties what was typed.
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setTyped(value?.name ?? '');
  }
  const asking = wanted !== '' && wanted !== value?.name;
  const found = useRead(
    'listMembers',
    { params: { slug }, query: { search: wanted, status: 'active', per_page: SHOWN }, quiet: true },
    { enabled: asking, keepPrevious: true, staleTime: 30_000 },
  );
  const accounts = useRead('listAccounts', { params: { slug } }, { enabled: shared === true, staleTime: 60_000 });
  const folded = wanted.toLocaleLowerCase();
  const others = (accounts.data?.data ?? [])
    .map(({ id, kind, name, balance_hours }) => ({
      id: kind === 'chest' ? 'chest' : `account:${id}`,
      name: name ?? text.exchanges.chest,
      hint: '',
      balance: balance_hours,
    }))
    .filter(({ name }) => name.toLocaleLowerCase().includes(folded));
  const people = (found.data?.data ?? []).map(({ id, name, external_id, email, balance_hours }) => ({
    id,
    name,
    hint: external_id ?? email ?? '',
    balance: balance_hours,
  }));
  const options = asking ? [...others, ...people].slice(0, SHOWN + 2) : [];
  const waiting = asking && (found.isFetching || wanted !== typed.trim());
  const choose = (id: string) => {
    const option = options.find((one) => one.id === id);
    if (!option) return;
    setLast({ id: option.id, name: option.name });
    setTyped(option.name);
    onChange({ id: option.id, name: option.name });
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} position="bottom-start" width="max-content">
      <Combobox.Target targetType="input">
        <TextInput
          ref={inputRef ?? null}
          label={hideLabel ? undefined : label}
          aria-label={hideLabel ? label : undefined}
          description={description}
          placeholder={text.slips.who}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled ?? false}
          error={error}
          value={typed}
          rightSection={waiting ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (value) {
              setLast(null);
              onChange(null);
            }
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Tab' && !event.shiftKey && !value && options[0]) choose(options[0].id);
            if (event.key !== 'Enter') return;
            if (!value && options.length > 0 && combobox.dropdownOpened) {
              // Enter takes what is marked, the first where nothing is.
              if (combobox.getSelectedOptionIndex() === -1) {
                event.preventDefault();
                choose(options[0]?.id ?? '');
                onEnter?.();
              } else if (onEnter) requestAnimationFrame(onEnter);
              return;
            }
            if (onEnter) {
              event.preventDefault();
              onEnter();
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className="picker" hidden={!asking || (waiting && options.length === 0)}>
        <Combobox.Options aria-label={label}>
          {options.map(({ id, name, hint, balance }) => (
            <Combobox.Option value={id} key={id} className="picker-option">
              <span className="picker-name">{name}</span>
              <span className="quiet">{hint}</span>
              <span className="quiet picker-balance">{text.exchanges.hours(format.hours(balance))}</span>
            </Combobox.Option>
          ))}
          {options.length === 0 && !waiting && <Combobox.Empty>{text.slips.noneFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
