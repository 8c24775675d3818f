/** Finishing, saving and undoing slips. */

import { clockOf } from '@timebank/contract/duration';
import type { ExchangeKind } from '@timebank/contract/words';
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../../../console/src/api/call.ts';
import { useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { readTime } from '../../../../console/src/i18n/hours.ts';
import { type Texts, useText } from '../../../../console/src/i18n/text.ts';
import { timeFault } from '../../../../console/src/parts/forms/hours-text.ts';
import type { Choice } from '../../../../console/src/parts/forms/party.ts';
import {
  isBlank,
  isReady,
  namesOn,
  type Side,
  SLIP_FIELDS,
  type Slip,
  type SlipField,
} from '../../../../console/src/parts/forms/slip-store.ts';
import { useMeant } from '../../../../console/src/parts/forms/use-parties.ts';
import { failureText, fieldText } from '../../../../console/src/parts/page/failure.ts';
import type { Sheet } from './use-sheet.ts';

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
  const refresh = useRefresh();
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
  const refresh = useRefresh();
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
