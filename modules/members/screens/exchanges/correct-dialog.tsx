/** Asks how an exchange is corrected: reversed alone, or together with the right one, which is typed first. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { ReasonField } from '../../../../console/src/parts/forms/reason-field.tsx';
import { addSlip, slipOf } from '../../../../console/src/parts/forms/slip-store.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import type { Exchange } from '../../contract/exchanges.ts';

export function CorrectDialog({ exchange, onClose }: { exchange: Exchange; onClose: () => void }) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [, goTo] = useLocation();
  const [reason, setReason] = useState('');
  const [wanted, setWanted] = useState(true);
  const { kind, provider, receiver, hours, slip } = exchange;
  const parties = [provider.name ?? text.exchanges.chest, receiver.name ?? text.exchanges.chest] as const;
  const sentence = kind === 'gift' ? text.exchanges.gave(parties[1], parties[0]) : text.exchanges.and(...parties);
  const { names, isKnown } = useInactive([provider, receiver]);
  // What shares its slip with others goes back with them: it is no single line to be typed again.
  const again = wanted && names.length === 0 && !slip;
  const action = useAction(async (why: string) => {
    if (again) {
      // Nothing is booked yet: the slip does both when it is saved.
      addSlip(slug, slipOf(exchange, why, text.exchanges.chest));
      onClose();
      // Once the dialog, which keeps what is typed, has gone: the reason is on the slip.
      setTimeout(() => goTo(`/c/${slug}/exchanges/slips`));
      return;
    }
    await call('correctExchange', { params: { slug, exchangeId: exchange.id }, body: { reason: why } });
    succeeded(text.exchanges.correctedDone);
    await refresh('listExchanges', 'listMemberTransfers', 'getMember', 'listAccounts');
  });
  const fault = action.error?.fields.find(({ field }) => field === 'reason');
  return (
    <Confirm
      title={text.exchanges.correctTitle}
      go={again ? text.exchanges.againGo : text.exchanges.correctGo}
      danger={!again}
      action={fault ? { ...action, error: undefined } : action}
      args={[reason.trim()]}
      disabled={reason.trim() === '' || !isKnown}
      onClose={onClose}
    >
      <p>
        <strong>
          {sentence}, {text.exchanges.hours(format.hours(hours))}
        </strong>
      </p>
      <p>{text.exchanges.correctText}</p>
      {slip && <p>{text.exchanges.wholeSlip(slip.size)}</p>}
      <ReasonField
        label={text.exchanges.reason}
        hint={text.exchanges.reasonHint}
        value={reason}
        change={setReason}
        error={fault && fieldText(fault, text)}
      />
      {names.map((name) => (
        <Notice key={name} tone="wait" role="status">
          {text.exchanges.notNow(name)}
        </Notice>
      ))}
      {!slip && (
        <Checkbox
          label={text.exchanges.again}
          description={text.exchanges.againHint}
          checked={again}
          disabled={names.length > 0}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}

/** The parties that may take part in no exchange now, as members who are suspended or have left; once that is known. */
function useInactive(parties: readonly [Exchange['provider'], Exchange['provider']]) {
  const { slug } = useCommunity();
  const [first, second] = parties;
  const ask = ({ kind, id }: Exchange['provider']) =>
    [{ params: { slug, memberId: id } }, { enabled: kind === 'member' }] as const;
  const read = [useRead('getMember', ...ask(first)), useRead('getMember', ...ask(second))];
  const names = read.flatMap(({ data }) => (data && data.data.status !== 'active' ? [data.data.name] : []));
  // What cannot be read stops nobody: the service decides.
  const isKnown = read.every(({ isLoading }) => !isLoading);
  return { names: [...new Set(names)], isKnown };
}
