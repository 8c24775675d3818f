/** Finding a member, an organisation or the chest as one types, by keyboard first. Nobody but who was typed is chosen. */
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useId, useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';
import { type Choice, chosen, meantBy, NOBODY, type Option, unsureText } from './party.ts';
import { FRESH_MS, optionsOf, searchOf, useMeant } from './use-parties.ts';

const TYPED_AFTER_MS = 120;

export function AccountPicker({
  label,
  value,
  onChange,
  onAnswer = onChange,
  error,
  shared = false,
  field,
  onEnter,
}: {
  label: string;
  value: Choice;
  /** What the person does. */
  onChange: (change: (before: Choice) => Choice) => void;
  /** What the service answers, perhaps after the person has gone on. */
  onAnswer?: (change: (before: Choice) => Choice) => void;
  error?: string | undefined;
  /** Offers the chest and organisations as well. */
  shared?: boolean;
  /** Names the input for whoever moves the focus. */
  field?: string;
  /** On to the next field, whoever was chosen or not. */
  onEnter?: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const combobox = useCombobox();
  const meant = useMeant(shared);
  const listId = useId();
  const { typed, party, state } = value;
  const wanted = party ? '' : typed.trim();
  const [settled] = useDebouncedValue(wanted, TYPED_AFTER_MS);
  const asked = settled !== '' && wanted !== '';
  const found = useRead('listMembers', searchOf(slug, settled), {
    enabled: asked,
    keepPrevious: true,
    staleTime: FRESH_MS,
  });
  const accounts = useRead('listAccounts', { params: { slug } }, { enabled: shared, staleTime: MINUTE_MS });
  // What is shown answers exactly what is typed, or is grey and cannot be taken.
  const isAnswered =
    wanted !== '' &&
    settled === wanted &&
    found.isSuccess &&
    !found.isPlaceholderData &&
    !(shared && accounts.isPending);
  const options =
    asked && found.data
      ? optionsOf(isAnswered ? wanted : settled, found.data.data, accounts.data?.data ?? [], text.exchanges.chest)
      : [];
  const [pointed, setPointed] = useState<string>();
  const likely = isAnswered ? meantBy(wanted, options, found.data?.meta.has_more ?? false) : 'none';
  const marked = isAnswered
    ? (options.find(({ id, isActive }) => id === pointed && isActive) ??
      (typeof likely === 'string' ? undefined : likely))
    : undefined;

  const told = error ?? unsureText(state, text);

  const take = (option: Option) => {
    setPointed(undefined);
    combobox.closeDropdown();
    onChange(() => chosen(option));
  };
  /** Chooses now, or when the answer to exactly this text is there. */
  const settle = () => {
    if (party || wanted === '' || state === 'waiting') return;
    if (marked) return take(marked);
    combobox.closeDropdown();
    onChange((before) => ({ ...before, state: 'waiting' }));
    void meant(typed).then((answer) => {
      onAnswer((before) => (before.typed === typed && before.state === 'waiting' ? answer : before));
    });
  };
  const point = (step: 1 | -1) => {
    const able = options.filter(({ isActive }) => isActive);
    combobox.openDropdown();
    if (!isAnswered || able.length === 0) return;
    const at = able.findIndex(({ id }) => id === marked?.id);
    setPointed(able[at === -1 && step === -1 ? able.length - 1 : (at + step + able.length) % able.length]?.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      point(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') combobox.closeDropdown();
    else if (event.key === 'Tab') settle();
    else if (event.key === 'Enter' && (onEnter || (!party && wanted !== ''))) {
      event.preventDefault();
      settle();
      onEnter?.();
    }
  };
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
        withKeyboardNavigation={false}
        aria-activedescendant={marked && combobox.dropdownOpened ? `${listId}-${marked.id}` : undefined}
      >
        <TextInput
          data-field={field}
          label={label}
          placeholder={text.slips.who}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          error={told}
          value={typed}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            told && !party ? undefined : (
              <span className="understood">
                {party &&
                  [party.hint, text.exchanges.hours(format.hours(party.balanceHours))].filter(Boolean).join(' · ')}
              </span>
            )
          }
          rightSection={state === 'waiting' || (asked && !isAnswered && !found.error) ? <Loader size={14} /> : null}
          onChange={(event) => {
            const now = event.currentTarget.value;
            setPointed(undefined);
            onChange(() => ({ ...NOBODY, typed: now }));
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown className="picker" hidden={options.length === 0 && !isAnswered}>
        <Combobox.Options aria-label={label} aria-busy={!isAnswered}>
          {options.map(({ id, name, hint, balanceHours, isActive }) => (
            <Combobox.Option
              value={id}
              key={id}
              id={`${listId}-${id}`}
              className="picker-option"
              disabled={!isAnswered || !isActive}
              aria-selected={id === marked?.id}
              data-marked={id === marked?.id || undefined}
            >
              <span className="picker-name">{name}</span>
              <span className="picker-hint">{isActive ? hint : `${hint} ${text.slips.notActive}`}</span>
              <span className="picker-hint picker-balance">{text.exchanges.hours(format.hours(balanceHours))}</span>
            </Combobox.Option>
          ))}
          {options.length === 0 && isAnswered && <Combobox.Empty>{text.slips.noneFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
