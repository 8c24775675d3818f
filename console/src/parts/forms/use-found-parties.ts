/** The accounts that a field offers while one types. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';
import { type Choice, meantBy, type Option } from './party.ts';
import { FRESH_MS, optionsOf, searchOf } from './use-parties.ts';

const TYPED_AFTER_MS = 120;

export interface Found {
  readonly options: readonly Option[];
  /** Whether the options answer exactly what is typed; otherwise they are grey and cannot be taken. */
  readonly isAnswered: boolean;
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
  const options =
    asked && found.data
      ? optionsOf(isAnswered ? wanted : settled, found.data.data, accounts.data?.data ?? [], text.exchanges.chest)
      : [];
  const likely = isAnswered ? meantBy(wanted, options, found.data?.meta.has_more ?? false) : 'none';
  const marked = isAnswered
    ? (options.find(({ id, isActive }) => id === pointed && isActive) ??
      (typeof likely === 'string' ? undefined : likely))
    : undefined;
  return {
    options,
    isAnswered,
    isBusy: state === 'waiting' || (asked && !isAnswered && !found.error),
    marked,
    point: (option) => setPointed(option?.id),
  };
}
