/** Finishing, saving and undoing slips. */
import type { ExchangeKind } from '@timebank/contract/words';
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../api/call.ts';
import { useCommunity, useRefresh } from '../../api/hooks.ts';
import { clockOf, readHours } from '../../i18n/hours.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import type { Choice } from '../../parts/forms/party.ts';
import { useMeant } from '../../parts/forms/use-parties.ts';
import { failureText } from '../../parts/page/failure.ts';
import { faultsIn, faultsOf } from './slip-faults.ts';
import { isBlank, isReady, namesOn, type Side, type Slip } from './slip-store.ts';
import type { Sheet } from './use-sheet.ts';

/** Finishes a slip: the person is done with it, whatever it still waits for. @param day of a slip without its own */
export function useFinish({ update, goOnFrom, goTo }: Sheet, day: string, kind: ExchangeKind): (slip: Slip) => void {
  const text = useText();
  const format = useFormat();
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
      faults: faultsIn(one, text, format),
    }));
  };
}

/** Typed, and neither chosen nor asked for. */
const isUnsettled = ({ party, typed, state }: Choice) => !party && typed.trim() !== '' && state !== 'waiting';

/** Saves each slip as soon as it is ready, once at a time. @param step the community's step of minutes */
export function useSaving({ slips, update, readAgain }: Sheet, day: string, step: number | undefined): void {
  const text = useText();
  const { decimal } = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const underWay = useRef(new Set<string>());
  const save = async (slip: Slip) => {
    if (underWay.current.has(slip.key)) return;
    underWay.current.add(slip.key);
    const reading = readHours(slip.time, decimal, true);
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
