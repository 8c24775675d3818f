/** The slips on the screen as one sheet: changing them, and where the focus goes. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newSlip, openField, type Slip, type SlipField, storedSlips, storeSlips } from './slip-store.ts';
import { useBalances } from './use-balances.ts';

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
      const last = slips.at(-1);
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
