/** Finding a member, an organisation or the chest as one types, by keyboard first. Nobody but who was typed is chosen. */

import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useLanguage, useText } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';
import { type Choice, chosen, meantBy, NOBODY, type Option, type Party, unsureText } from './party.ts';
import { FRESH_MS, NEAR_BELOW, nearOf, nearOptions, optionsOf, searchOf, useMeant } from './use-parties.ts';

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
  found: PartyMatches,
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
function nextOption({ options, marked, isAnswered }: PartyMatches, step: 1 | -1): Option | undefined {
  const able = options.filter(({ isActive }) => isActive);
  if (!isAnswered || able.length === 0) return undefined;
  const at = able.findIndex(({ id }) => id === marked?.id);
  return able[at === -1 && step === -1 ? able.length - 1 : (at + step + able.length) % able.length];
}

/** The number and the balance of the account that is chosen. */
function Chosen({ party: { hint, balanceHours } }: { party: Party }) {
  const { text, format } = useLanguage();
  return (
    <span className="understood">
      {[hint, balanceHours !== null && text.exchanges.hours(format.hours(balanceHours))].filter(Boolean).join(' · ')}
    </span>
  );
}

// The list below a field that finds accounts: those that answer, then similar names, and how many there are.

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly found: PartyMatches;
  readonly isOpen: boolean;
}

function PickerOptions({ id: listId, label, found, isOpen }: OptionsProps) {
  const text = useText();
  const { options, marked, isAnswered, isComplete } = found;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is marked
  useEffect(() => {
    list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' });
  }, [marked?.id]);
  const exact = options.filter(({ isNear }) => !isNear);
  const near = options.filter(({ isNear }) => isNear);
  const line = (option: Option) => <Line key={option.id} id={`${listId}-${option.id}`} option={option} found={found} />;
  return (
    <>
      {isOpen && (
        <span role="status" className="hidden">
          <Hits found={found} />
        </span>
      )}
      <Combobox.Dropdown className="picker" hidden={options.length === 0 && !isComplete}>
        <Combobox.Options ref={list} className="picker-options" aria-label={label} aria-busy={!isAnswered}>
          {exact.map(line)}
          {near.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields
            <div role="group" aria-label={text.slips.similar}>
              <p className="picker-group" aria-hidden="true">
                {text.slips.similar}
              </p>
              {near.map(line)}
            </div>
          )}
          {options.length === 0 && isComplete && <Combobox.Empty>{text.slips.noneFound}</Combobox.Empty>}
        </Combobox.Options>
        {(found.hasMore || found.count > exact.length) && (
          <p className="picker-foot" aria-hidden="true">
            <Hits found={found} />
          </p>
        )}
      </Combobox.Dropdown>
    </>
  );
}

function Line({ id, option, found: { marked, isAnswered } }: { id: string; option: Option; found: PartyMatches }) {
  const { text, format } = useLanguage();
  const { name, hint, balanceHours, isActive } = option;
  const isMarked = option.id === marked?.id;
  return (
    <Combobox.Option
      value={option.id}
      id={id}
      className="picker-option"
      disabled={!isAnswered || !isActive}
      aria-selected={isMarked}
      data-marked={isMarked || undefined}
    >
      <span className="picker-name">{name}</span>
      <span className="picker-hint">{isActive ? hint : `${hint} ${text.slips.notActive}`}</span>
      <span className="picker-hint picker-balance">{text.exchanges.hours(format.hours(balanceHours))}</span>
    </Combobox.Option>
  );
}

/** How many answer, and how many of them are shown; nothing until that is known. */
function Hits({ found: { options, count, hasMore, isComplete } }: Pick<OptionsProps, 'found'>) {
  const { slips } = useText();
  if (!isComplete) return null;
  const shown = options.filter(({ isNear }) => !isNear).length;
  if (hasMore || count > shown) return slips.shownOf(shown, count, hasMore);
  const similar = options.length - shown;
  return similar === 0 ? slips.hits(count) : `${slips.hits(count)} ${slips.similarHits(similar)}`;
}

// The accounts that a field offers while one types.

const TYPED_AFTER_MS = 120;
const SHOWN = 20;
/** As the service: shorter words are similar to too many. */
const HAS_NEAR = /\p{L}{3}/u;

export interface PartyMatches {
  /** The first of those found, and then similar ones. */
  readonly options: readonly Option[];
  /** How many answer to what is typed, of those that were read; and whether there are more of them. */
  readonly count: number;
  readonly hasMore: boolean;
  /** Whether the options answer exactly what is typed; otherwise they are grey and cannot be taken. */
  readonly isAnswered: boolean;
  /** Whether nothing more is on its way: similar names are looked for after the others. */
  readonly isComplete: boolean;
  readonly isBusy: boolean;
  /** The option that Enter and Tab take: the one pointed at, else the one that is meant. */
  readonly marked: Option | undefined;
  readonly point: (option: Option | undefined) => void;
}

function useFoundParties({ typed, party, state }: Choice, shared: boolean): PartyMatches {
  const text = useText();
  const { slug } = useCommunity();
  const [pointed, setPointed] = useState<string>();
  const wanted = party ? '' : typed.trim();
  const [settled] = useDebouncedValue(wanted, TYPED_AFTER_MS);
  const asked = settled !== '' && wanted !== '';
  const found = useRead('listMembers', searchOf(slug, settled), {
    enabled: asked,
    keepPrevious: true,
    staleTime: FRESH_MS,
  });
  const accounts = useRead('listAccounts', {}, { enabled: shared, staleTime: MINUTE_MS });
  const isAnswered =
    wanted !== '' &&
    settled === wanted &&
    found.isSuccess &&
    !found.isPlaceholderData &&
    !(shared && accounts.isPending);
  const exact =
    asked && found.data
      ? optionsOf(isAnswered ? wanted : settled, found.data.data, accounts.data?.data ?? [], text.exchanges.chest)
      : [];
  const hasMore = found.data?.meta.has_more ?? false;
  const asksNear = isAnswered && !hasMore && exact.length < NEAR_BELOW && HAS_NEAR.test(wanted);
  const near = useRead('listMembers', nearOf(slug, settled), { enabled: asksNear, staleTime: FRESH_MS });
  const similar = asksNear && near.data ? nearOptions(exact, near.data.data) : [];
  const options = [...exact.slice(0, SHOWN), ...similar];
  const likely = isAnswered ? meantBy(wanted, exact, hasMore) : 'none';
  const marked = isAnswered
    ? (options.find(({ id, isActive }) => id === pointed && isActive) ??
      (typeof likely === 'string' ? undefined : likely))
    : undefined;
  return {
    options,
    count: exact.length,
    hasMore,
    isAnswered,
    isComplete: isAnswered && !(asksNear && near.isPending),
    isBusy: state === 'waiting' || (asked && !isAnswered && !found.error),
    marked,
    point: (option) => setPointed(option?.id),
  };
}
