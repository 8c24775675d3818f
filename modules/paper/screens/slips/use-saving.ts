/** Finishing, saving and undoing slips. */
import { clockOf } from '@timebank/contract/duration';
import type { ExchangeKind } from '@timebank/contract/words';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, call, refresh, useCommunity } from '../../../../console/src/api/hooks.ts';
import { readTime } from '../../../../console/src/i18n/hours.ts';
import { type Texts, useText } from '../../../../console/src/i18n/text.ts';
import { timeFault } from '../../../../console/src/parts/forms/hours-text.ts';
import type { Choice, Party } from '../../../../console/src/parts/forms/party.ts';
import {
  isBlank,
  isReady,
  isUnsaved,
  namesOn,
  newSlip,
  openField,
  type Side,
  SLIP_FIELDS,
  type Slip,
  type SlipField,
  storedSlips,
  storeSlips,
} from '../../../../console/src/parts/forms/slip-store.ts';
import { useMeant } from '../../../../console/src/parts/forms/use-parties.ts';
import { failureText, fieldText } from '../../../../console/src/parts/page/failure.ts';

/** Finishes a slip: the person is done with it, whatever it still waits for. @param day of a slip without its own */
export function useFinish({ update, goOnFrom, goTo }: Sheet, day: string, kind: ExchangeKind): (slip: Slip) => void {
  const text = useText();
  const meant = useMeant(true);
  const settle = async (key: string, side: Side, typed: string) => {
    const found = await meant(typed);
    update(key, (slip) => {
      const { typed: now, state } = slip[side];
      return now === typed && state === 'waiting' ? { ...slip, [side]: found } : slip;
    });
  };
  return (slip) => {
    if (isBlank(slip)) return goTo(slip, 'provider');
    for (const side of ['provider', 'receiver'] as const)
      if (isUnsettled(slip[side])) void settle(slip.key, side, slip[side].typed);
    goOnFrom(slip, (one) => ({
      ...one,
      provider: isUnsettled(one.provider) ? { ...one.provider, state: 'waiting' } : one.provider,
      receiver: isUnsettled(one.receiver) ? { ...one.receiver, state: 'waiting' } : one.receiver,
      day: one.day ?? day,
      kind: one.kind ?? kind,
      isFinished: true,
      faults: faultsIn(one, text),
    }));
  };
}

/** Typed, and neither chosen nor asked for. */
const isUnsettled = ({ party, typed, state }: Choice) => !party && typed.trim() !== '' && state !== 'waiting';

/** Saves each slip as soon as it is ready, once at a time. @param step the community's step of minutes */
export function useSaving({ slips, update, readAgain }: Sheet, day: string, step: number | undefined): void {
  const text = useText();
  const { slug } = useCommunity();
  const underWay = useRef(new Set<string>());
  const save = async (slip: Slip) => {
    if (underWay.current.has(slip.key)) return;
    underWay.current.add(slip.key);
    const reading = readTime(slip.time);
    update(slip.key, (before) => ({ ...before, state: 'saving' }));
    try {
      const { data } = await call('recordExchange', {
        params: { slug },
        body: {
          key: slip.key,
          provider: slip.provider.party?.id ?? '',
          receiver: slip.receiver.party?.id ?? '',
          time: reading.kind === 'read' ? clockOf(reading.seconds) : slip.time,
          service_date: slip.day ?? day,
          ...(slip.kind === 'gift' ? { kind: slip.kind } : {}),
          ...(slip.category.trim() ? { category: slip.category.trim() } : {}),
          ...(slip.note.trim() ? { note: slip.note } : {}),
          ...correctionOf(slip),
        },
      });
      update(slip.key, (before) => ({ ...before, state: 'saved', exchangeId: data.id, hours: data.hours }));
      void refresh('listExchanges', 'listMembers', 'getOverview', 'listAccounts', 'listMemberTransfers', 'getMember');
      readAgain(namesOn(slip));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      update(slip.key, (before) => ({ ...before, state: 'open', faults: faultsOf(error, text, step) }));
    } finally {
      underWay.current.delete(slip.key);
    }
  };
  useEffect(() => {
    for (const slip of slips) if (isReady(slip)) void save(slip);
  });
}

/** What it takes the place of. */
const correctionOf = ({ corrects }: Slip) =>
  corrects ? { corrects: corrects.exchangeId, reason: corrects.reason } : {};

/** Corrects the exchange of a saved slip. */
export function useUndo({ update, readAgain }: Sheet): (slip: Slip) => Promise<void> {
  const text = useText();
  const { slug } = useCommunity();
  return async (slip) => {
    try {
      const params = { slug, exchangeId: slip.exchangeId ?? '' };
      await call('correctExchange', { params, body: { reason: text.slips.undoReason } });
      update(slip.key, (before) => ({ ...before, state: 'undone' }));
      void refresh('listExchanges', 'listMembers', 'listAccounts');
      readAgain(namesOn(slip));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      update(slip.key, (before) => ({ ...before, faults: { form: failureText(error, text) } }));
    }
  };
}

// The faults of a slip, by field.

/** Faults that show without asking the service. */
function faultsIn(slip: Slip, text: Texts): Slip['faults'] {
  const missing = ({ party, typed }: Choice) => party === null && typed.trim() === '';
  const reading = readTime(slip.time);
  const time =
    reading.kind === 'empty'
      ? text.field.required
      : reading.kind === 'read' && reading.seconds <= 0
        ? text.field.notPositive
        : timeFault(slip.time, text);
  return {
    ...(missing(slip.provider) ? { provider: text.slips.choose } : {}),
    ...(missing(slip.receiver) ? { receiver: text.slips.choose } : {}),
    ...(time ? { time } : {}),
  };
}

/** Faults that the service found. @param step the community's step of minutes */
function faultsOf(error: ApiError, text: Texts, step: number | undefined): Slip['faults'] {
  const faults: Partial<Record<SlipField | 'form', string>> = {};
  for (const fault of error.fields) {
    const field = SLIP_FIELDS.find((one) => one === fault.field);
    const message =
      fault.code === 'unknown_category' || fault.code === 'closed_category'
        ? text.slips.unknownCategory
        : fault.code === 'wrong_step' && step !== undefined
          ? text.slips.step(step)
          : error.code === 'limit_exceeded'
            ? `${fieldText(fault, text)} ${text.slips.limitIs}`
            : fieldText(fault, text);
    faults[field ?? 'form'] = message;
  }
  if (Object.keys(faults).length === 0) faults.form = failureText(error, text);
  return faults;
}

// The slips on the screen as one sheet: changing them, and where the focus goes.

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
