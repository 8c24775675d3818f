/** The accounts that a field offers while one types. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';
import { type Choice, meantBy, type Option } from './party.ts';
import { FRESH_MS, NEAR_BELOW, nearOf, nearOptions, optionsOf, searchOf } from './use-parties.ts';

const TYPED_AFTER_MS = 120;
const SHOWN = 20;
/** As the service: shorter words are similar to too many. */
const HAS_NEAR = /\p{L}{3}/u;

export interface Found {
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

export function useFoundParties({ typed, party, state }: Choice, shared: boolean): Found {
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
  const accounts = useRead('listAccounts', { params: { slug } }, { enabled: shared, staleTime: MINUTE_MS });
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
