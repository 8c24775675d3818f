/** Numbers and balances beside the names on slips that are not saved: those of now, and not of when a name was chosen. */
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../api/call.ts';
import { useCommunity } from '../../api/hooks.ts';
import type { Party } from '../../parts/forms/party.ts';
import { isUnsaved, namesOn, type Side, type Slip } from './slip-store.ts';

const SIDES: readonly Side[] = ['provider', 'receiver'];

type Read = Pick<Party, 'hint' | 'balanceHours'>;

/** Reads them for slips that were stored. Returns what reads them again for some accounts, as after a booking. */
export function useBalances(
  slips: readonly Slip[],
  update: (key: string, change: (slip: Slip) => Slip) => void,
): (ids: readonly string[]) => void {
  const { slug } = useCommunity();
  const shown = useRef(slips);
  useEffect(() => {
    shown.current = slips;
  });
  const show = (id: string, read: Read) => {
    for (const { key } of shown.current.filter((slip) => isUnsaved(slip) && namesOn(slip).includes(id))) {
      update(key, (slip) => SIDES.reduce((one, side) => withRead(one, side, id, read), slip));
    }
  };
  const readAgain = (ids: readonly string[]) => {
    const named = new Set(shown.current.filter(isUnsaved).flatMap(namesOn));
    const wanted = [...new Set(ids)].filter((id) => named.has(id));
    const shared = wanted.filter((id) => !isMember(id));
    if (shared.length > 0)
      void readAccounts(slug).then((all) => {
        for (const [id, read] of all) show(id, read);
      });
    for (const id of wanted.filter(isMember)) void readMember(slug, id).then((read) => read && show(id, read));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the slips that were stored
  useEffect(() => readAgain(slips.flatMap(namesOn)), []);
  return readAgain;
}

const isMember = (id: string) => id.startsWith('usr_');

function withRead(slip: Slip, side: Side, id: string, read: Read): Slip {
  const { party } = slip[side];
  return party?.id === id ? { ...slip, [side]: { ...slip[side], party: { ...party, ...read } } } : slip;
}

/** Undefined where it cannot be read: what is shown stays. */
async function readMember(slug: string, memberId: string): Promise<Read | undefined> {
  try {
    const { data } = await call('getMember', { params: { slug, memberId }, quiet: true });
    return { hint: data.external_id ?? data.email ?? '', balanceHours: data.balance_hours };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function readAccounts(slug: string): Promise<(readonly [id: string, read: Read])[]> {
  try {
    const { data } = await call('listAccounts', { params: { slug }, quiet: true });
    return data.map(({ id, kind, balance_hours }) => [
      kind === 'chest' ? 'chest' : `account:${id}`,
      { hint: '', balanceHours: balance_hours },
    ]);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
