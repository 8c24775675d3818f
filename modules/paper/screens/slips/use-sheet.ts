/** The slips on the screen as one sheet: changing them, and where the focus goes. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../../console/src/api/call.ts';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import type { Party } from '../../../../console/src/parts/forms/party.ts';
import {
  isUnsaved,
  namesOn,
  newSlip,
  openField,
  type Side,
  type Slip,
  type SlipField,
  storedSlips,
  storeSlips,
} from '../../../../console/src/parts/forms/slip-store.ts';

export interface Sheet {
  readonly slips: readonly Slip[];
  /** The element that holds the slips. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly update: (key: string, change: (slip: Slip) => Slip) => void;
  /** Changes a slip, and moves to the line where the next one is typed. */
  readonly goOnFrom: (slip: Slip, change: (slip: Slip) => Slip) => void;
  readonly goTo: (slip: Slip, field?: SlipField) => void;
  /** Shows the balances of these accounts as they are now, wherever they are named. */
  readonly readAgain: (ids: readonly string[]) => void;
}

/** @param slug the community, whose unsaved slips are kept over a reload */
export function useSheet(slug: string): Sheet {
  const [slips, setSlips] = useState<readonly Slip[]>(() => [...storedSlips(slug), newSlip()]);
  useEffect(() => storeSlips(slug, slips), [slug, slips]);
  const { list, goTo } = useFocus(slips.findLast(({ corrects }) => corrects) ?? slips.at(-1));
  const update: Sheet['update'] = (key, change) =>
    setSlips((all) => all.map((slip) => (slip.key === key ? change(slip) : slip)));
  const readAgain = useBalances(slips, update);
  // A row that was not drawn again still knows which slip is the last.
  const now = useRef(slips);
  useLayoutEffect(() => {
    now.current = slips;
  });
  return {
    slips,
    list,
    goTo,
    update,
    readAgain,
    goOnFrom: (slip, change) => {
      const next = newSlip();
      setSlips((all) => {
        const changed = all.map((one) => (one.key === slip.key ? change(one) : one));
        return all.at(-1)?.key === slip.key ? [...changed, next] : changed;
      });
      const last = now.current.at(-1);
      goTo(last && last.key !== slip.key ? last : next);
    },
  };
}

/**
 * The focus goes only where a key or a click of the person sends it, before the next key arrives.
 * @param first where it is as the page opens
 */
function useFocus(first: Slip | undefined): Pick<Sheet, 'list' | 'goTo'> {
  const list = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ readonly key: string; readonly field: SlipField } | undefined>(
    first && { key: first.key, field: openField(first) },
  );
  useLayoutEffect(() => {
    if (!target) return;
    const field = `[data-slip="${target.key}"] [data-field="${target.field}"]`;
    list.current?.querySelector<HTMLInputElement>(field)?.focus();
    setTarget(undefined);
  }, [target]);
  return { list, goTo: (slip, field = openField(slip)) => setTarget({ key: slip.key, field }) };
}

/** The slip that has the focus. */
export function focusedSlip({ slips }: Sheet): Slip | undefined {
  const key = document.activeElement?.closest<HTMLElement>('[data-slip]')?.dataset.slip;
  return slips.find((slip) => slip.key === key);
}

// Numbers and balances beside the names on slips that are not saved: those of now, and not of when a name was chosen.

const SIDES: readonly Side[] = ['provider', 'receiver'];

type BalanceOfParty = Pick<Party, 'hint' | 'balanceHours'>;

/** Reads them for slips that were stored. Returns what reads them again for some accounts, as after a booking. */
function useBalances(
  slips: readonly Slip[],
  update: (key: string, change: (slip: Slip) => Slip) => void,
): (ids: readonly string[]) => void {
  const { slug } = useCommunity();
  const shown = useRef(slips);
  useEffect(() => {
    shown.current = slips;
  });
  const show = (id: string, read: BalanceOfParty) => {
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

function withRead(slip: Slip, side: Side, id: string, read: BalanceOfParty): Slip {
  const { party } = slip[side];
  return party?.id === id ? { ...slip, [side]: { ...slip[side], party: { ...party, ...read } } } : slip;
}

/** Undefined where it cannot be read: what is shown stays. */
async function readMember(slug: string, memberId: string): Promise<BalanceOfParty | undefined> {
  try {
    const { data } = await call('getMember', { params: { slug, memberId }, quiet: true });
    return { hint: data.external_id ?? data.email ?? '', balanceHours: data.balance_hours };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function readAccounts(slug: string): Promise<(readonly [id: string, read: BalanceOfParty])[]> {
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
