/** Asking the service who answers to what was typed. */

import { foldText } from '@timebank/contract/fold';
import { useCallback } from 'react';
import type { ConsoleAnswer } from '../../../desk/contract/calls.ts';

import { call, queries, useCommunity } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { type Choice, chosen, meantBy, type Option } from './party.ts';

/** How many are read: of so many the list says how many there are. */
const READ_MAX = 50;
/** Similar names are looked for where fewer members answer exactly. */
export const NEAR_BELOW = 8;
export const FRESH_MS = 30_000;

/** The query for exactly this text. The list shown and the answer to Enter are the same one. */
export const searchOf = (slug: string, typed: string) =>
  ({
    params: { slug },
    query: { search: typed.trim(), status: 'active', exact: 'first', per_page: READ_MAX },
    quiet: true,
  }) as const;

/** The query of the lists, which also finds parts of names and names that are one slip away. */
export const nearOf = (slug: string, typed: string) =>
  ({
    params: { slug },
    query: { search: typed.trim(), status: 'active', per_page: NEAR_BELOW },
    quiet: true,
  }) as const;

/** Members as the search found them, after the organisations and the chest that fit. */
export function optionsOf(
  typed: string,
  members: ConsoleAnswer<'listMembers'>['data'],
  accounts: ConsoleAnswer<'listAccounts'>['data'],
  chest: string,
): Option[] {
  const folded = foldText(typed.trim());
  const others = accounts
    .map(({ id, kind, name, balance_hours }) => ({
      id: kind === 'chest' ? 'chest' : `account:${id}`,
      name: name ?? chest,
      hint: '',
      number: null,
      isActive: true,
      balanceHours: balance_hours,
    }))
    .filter(({ name }) => foldText(name).includes(folded));
  return [...others, ...members.map(optionOf)];
}

const optionOf = ({
  id,
  name,
  external_id,
  email,
  status,
  balance_hours,
}: ConsoleAnswer<'listMembers'>['data'][number]): Option => ({
  id,
  name,
  hint: external_id ?? email ?? '',
  number: external_id,
  isActive: status === 'active',
  balanceHours: balance_hours,
});

/** Members of whom a name is similar, without those that were found before. */
export function nearOptions(found: readonly Option[], members: ConsoleAnswer<'listMembers'>['data']): Option[] {
  const known = new Set(found.map(({ id }) => id));
  return members.filter(({ id }) => !known.has(id)).map((member) => ({ ...optionOf(member), isNear: true }));
}

/** Finds who is meant by a text, however long the answer takes. Never fails: the choice says so. */
export function useMeant(shared: boolean): (typed: string) => Promise<Choice> {
  const { slug } = useCommunity();
  const { chest } = useText().exchanges;
  return useCallback(
    async (typed) => {
      const search = searchOf(slug, typed);
      const ofSlug = { params: { slug } };
      try {
        // Not by a query: those are cancelled when what they show is read again after a slip was saved.
        const [found, accounts] = await Promise.all([
          fresh(membersKey(search)) ?? call('listMembers', search),
          shared
            ? (queries.getQueryData<ConsoleAnswer<'listAccounts'>>(accountsKey(slug)) ?? call('listAccounts', ofSlug))
            : undefined,
        ]);
        const options = optionsOf(typed, found.data, accounts?.data ?? [], chest);
        const meant = meantBy(typed, options, found.meta.has_more);
        return typeof meant === 'string' ? { typed, party: null, state: meant } : chosen(meant);
      } catch {
        return { typed, party: null, state: 'failed' };
      }
    },
    [slug, shared, chest],
  );
}

// The keys that `useRead` uses.
const membersKey = ({ params, query }: ReturnType<typeof searchOf>) => ['listMembers', params, query];
const accountsKey = (slug: string) => ['listAccounts', { slug }, {}];

/** A recent answer to a query that nothing has invalidated since. */
function fresh(key: readonly unknown[]): ConsoleAnswer<'listMembers'> | undefined {
  const state = queries.getQueryState<ConsoleAnswer<'listMembers'>>(key);
  const isFresh = state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < FRESH_MS;
  return isFresh ? state.data : undefined;
}
