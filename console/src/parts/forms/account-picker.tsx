/** Finding a member, an organisation or the chest as one types, by keyboard first. Nobody but who was typed is chosen. */
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useId } from 'react';
import { useFormat, useText } from '../../i18n/text.ts';
import { type Choice, chosen, NOBODY, type Option, type Party, unsureText } from './party.ts';
import { PickerOptions } from './picker-options.tsx';
import { type Found, useFoundParties } from './use-found-parties.ts';
import { useMeant } from './use-parties.ts';

interface PickerProps {
  label: string;
  value: Choice;
  /** Called for changes by the person. */
  onChange: (change: (before: Choice) => Choice) => void;
  /** Called for answers of the service, perhaps after the person has gone on. */
  onAnswer?: (change: (before: Choice) => Choice) => void;
  error?: string | undefined;
  /** Offers the chest and organisations as well. */
  shared?: boolean;
  /** The name by which a screen finds the input, to move the focus to it. */
  field?: string;
  /** Moves to the next field, with or without a choice. */
  onEnter?: () => void;
}

export function AccountPicker(props: PickerProps) {
  const { label, value, onChange, error, shared = false, field } = props;
  const text = useText();
  const combobox = useCombobox();
  const listId = useId();
  const found = useFoundParties(value, shared);
  const { options, marked, isAnswered } = found;
  const unsure = unsureText(value.state, text);
  const message = error ?? unsure;
  const take = (option: Option) => {
    found.point(undefined);
    combobox.closeDropdown();
    onChange(() => chosen(option));
  };
  const onKeyDown = usePickerKeys(props, found, combobox, take);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const option = options.find((one) => one.id === id);
        if (option?.isActive && isAnswered) take(option);
      }}
      withinPortal={false}
      position="bottom-start"
      width="max-content"
    >
      <Combobox.Target
        targetType="input"
        withExpandedAttribute
        withKeyboardNavigation={false}
        aria-activedescendant={marked && combobox.dropdownOpened ? `${listId}-${marked.id}` : undefined}
        aria-autocomplete="list"
      >
        <TextInput
          data-field={field}
          label={label}
          placeholder={text.slips.who}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          error={message}
          value={value.typed}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={value.party && <Chosen party={value.party} />}
          rightSection={found.isBusy ? <Loader size={14} /> : null}
          onChange={(event) => {
            const now = event.currentTarget.value;
            found.point(undefined);
            onChange(() => ({ ...NOBODY, typed: now }));
            combobox.openDropdown();
          }}
          // A field that asks shows its list to a person who comes to it, by a key as by a click.
          onFocus={() => unsure && combobox.openDropdown()}
          onClick={() => !value.party && value.typed.trim() !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <PickerOptions id={listId} label={label} found={found} isOpen={combobox.dropdownOpened} />
    </Combobox>
  );
}

/** The keys of the field: the arrows point, Tab and Enter choose. */
function usePickerKeys(
  { value, onChange, onAnswer = onChange, shared = false, onEnter }: PickerProps,
  found: Found,
  combobox: ReturnType<typeof useCombobox>,
  take: (option: Option) => void,
) {
  const meant = useMeant(shared);
  const { typed, party, state } = value;
  const isOpen = !party && typed.trim() !== '';
  /** Chooses now, or when the answer to exactly this text is there. */
  const settle = () => {
    if (!isOpen || state === 'waiting') return;
    if (found.marked) return take(found.marked);
    combobox.closeDropdown();
    onChange((before) => ({ ...before, state: 'waiting' }));
    void meant(typed).then((answer) => {
      onAnswer((before) => (before.typed === typed && before.state === 'waiting' ? answer : before));
    });
  };
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      combobox.openDropdown();
      const next = nextOption(found, event.key === 'ArrowDown' ? 1 : -1);
      if (next) found.point(next);
    } else if (event.key === 'Escape') combobox.closeDropdown();
    else if (event.key === 'Tab') settle();
    else if (event.key === 'Enter' && (onEnter || isOpen)) {
      event.preventDefault();
      settle();
      onEnter?.();
    }
  };
}

/** The option above or below the marked one, from each end to the other; none before the list answers what is typed. */
function nextOption({ options, marked, isAnswered }: Found, step: 1 | -1): Option | undefined {
  const able = options.filter(({ isActive }) => isActive);
  if (!isAnswered || able.length === 0) return undefined;
  const at = able.findIndex(({ id }) => id === marked?.id);
  return able[at === -1 && step === -1 ? able.length - 1 : (at + step + able.length) % able.length];
}

/** The number and the balance of the account that is chosen. */
function Chosen({ party: { hint, balanceHours } }: { party: Party }) {
  const text = useText();
  const format = useFormat();
  return (
    <span className="understood">
      {[hint, balanceHours !== null && text.exchanges.hours(format.hours(balanceHours))].filter(Boolean).join(' · ')}
    </span>
  );
}
