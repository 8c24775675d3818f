/** The search over everything: screens, acts, members, partners, credits by reference, calls by request id. */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { OwnMembership } from '../../../desk/contract/session.ts';
import { useRead } from '../../api/hooks.ts';
import { type Texts, useFormat, useLanguage, useText } from '../../i18n/text.ts';
import { LoadFailed } from '../page/states.tsx';
import { type Entry, type EntryGroup, foundGroups, screenEntries } from './palette-entries.ts';
import '../../styles/palette.css';

const TYPED_AFTER_MS = 150;
const FRESH_MS = 30_000;

interface PaletteProps {
  readonly community: OwnMembership;
  readonly close: (isLeaving: boolean) => void;
  readonly typed: string;
  readonly type: (now: string) => void;
  /** Enter was pressed on exactly this text, before its answer came. */
  readonly awaited: string | undefined;
  readonly awaits: (wanted: string) => void;
}

export default function Palette({ community, close, typed, type, awaited, awaits }: PaletteProps) {
  const text = useText();
  const { search } = text;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [pointed, setPointed] = useState<string>();
  const hits = useHits(community, typed);
  const { wanted, groups, entries, answer, failed, isSearching } = hits;
  const marked = entries.find(({ key }) => key === pointed) ?? entries[0];
  const take = useTake(close, awaited !== undefined && awaited === wanted && answer ? entries[0] : undefined);
  // It takes over from the field that was there while this was loaded, with what was typed into it.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const at = entries.findIndex(({ key }) => key === marked?.key);
      setPointed(entries[(at + step + entries.length) % entries.length]?.key);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (marked) take(marked);
      else if (isSearching) awaits(wanted);
    }
  };
  return (
    <>
      <TextInput
        ref={field}
        data-autofocus
        role="combobox"
        aria-label={search.title}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={marked && `${listId}-${marked.key}`}
        placeholder={search.placeholder}
        leftSection={<Search size={18} />}
        size="md"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          type(event.currentTarget.value);
          setPointed(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="palette-status">
        <Status hits={hits} search={search} />
      </p>
      {failed && <LoadFailed error={failed} retry={hits.retry} />}
      <Results id={listId} groups={groups} marked={marked} take={take} search={search} />
      {answer && entries.length === 0 && <Searchable community={community} search={search} />}
    </>
  );
}

/** The hits of the typed text: screens at once, the others once the service has answered exactly this text. */
function useHits(community: OwnMembership, typed: string) {
  const language = useLanguage();
  const { text } = language;
  const { search } = text;
  const format = useFormat();
  const { slug } = community;
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, TYPED_AFTER_MS);
  const found = useRead(
    'searchCommunity',
    { params: { slug }, query: { q: settled }, quiet: true },
    { enabled: settled !== '' && settled === wanted, staleTime: FRESH_MS },
  );
  const answer = wanted !== '' && settled === wanted ? found.data?.data : undefined;
  const failed = wanted !== '' && settled === wanted && !answer ? found.error : null;
  const screens = screenEntries(community, typed, language);
  const groups: EntryGroup[] = [
    ...(screens.length > 0 ? [{ key: 'screens', title: search.goTo, entries: screens }] : []),
    ...(answer ? foundGroups(slug, wanted, answer, text, search, format) : []),
  ];
  return {
    wanted,
    groups,
    entries: groups.flatMap((group) => group.entries),
    answer,
    failed,
    isSearching: wanted !== '' && !answer && !failed,
    retry: () => void found.refetch(),
  };
}

/** Goes to an entry. @param due the entry to go to at once: Enter was pressed before it was found */
function useTake(close: (isLeaving: boolean) => void, due: Entry | undefined): (entry: Entry) => void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!due) return;
    close(true);
    navigate(due.href);
  }, [due, close, navigate]);
  return (entry) => {
    close(entry.isGuide !== true);
    if (entry.isGuide) window.open(entry.href, '_blank', 'noreferrer');
    else navigate(entry.href);
  };
}

/** The number of hits, or why there is none. */
function Status({ hits, search }: { hits: ReturnType<typeof useHits>; search: Texts['search'] }) {
  const { wanted, entries, isSearching, failed } = hits;
  if (wanted === '') return search.start;
  if (isSearching) return search.searching;
  if (failed) return null;
  const count = entries.filter(({ isMore }) => !isMore).length;
  if (count === 0) return search.none(wanted);
  return count < entries.length ? search.hitsAndMore(count) : search.hits(count);
}

interface ResultsProps {
  id: string;
  groups: readonly EntryGroup[];
  marked: Entry | undefined;
  take: (entry: Entry) => void;
  search: Texts['search'];
}

function Results({ id, groups, marked, take, search }: ResultsProps) {
  const option = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is marked
  useEffect(() => {
    option.current?.scrollIntoView({ block: 'nearest' });
  }, [marked?.key]);
  return (
    <div id={id} role="listbox" aria-label={search.results} className="palette-list" hidden={groups.length === 0}>
      {groups.map(({ key, title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields
        <div key={key} role="group" aria-label={title}>
          <p className="palette-group" aria-hidden="true">
            {title}
          </p>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option that is meant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={entry.key}
              id={`${id}-${entry.key}`}
              ref={entry.key === marked?.key ? option : null}
              role="option"
              aria-selected={entry.key === marked?.key}
              className="palette-option"
              onClick={() => take(entry)}
            >
              <span className="palette-label">{entry.label}</span>
              {entry.hint && <span className="palette-hint">{entry.hint}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface SearchableProps {
  community: OwnMembership;
  search: Texts['search'];
}

/** The kinds of things that this person may search, shown where nothing was found. */
function Searchable({ community: { permissions, has_partners }, search }: SearchableProps) {
  const { screens, members, partners, credits, calls } = search.things;
  const things = [
    screens,
    permissions.includes('members.read') && members,
    has_partners && permissions.includes('partners.read') && partners,
    has_partners && permissions.includes('statements.read') && credits,
    has_partners && permissions.includes('calls.read') && calls,
  ].filter((thing) => thing !== false);
  return (
    <div className="palette-help">
      <p>{search.canBe}</p>
      <ul>
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </div>
  );
}
