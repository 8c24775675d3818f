/** How a bank's statement is compared: which reference, and what money is worth. */
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import type { ReconciliationSettings } from '@timebank/contract/console';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../api/hooks.ts';
import { readNumber } from '../../i18n/hours.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { Confirm } from '../../parts/page/confirm.tsx';
import { fieldText } from '../../parts/page/failure.ts';
import { succeeded } from '../../parts/page/notify.ts';
import { Card, Facts } from '../../parts/page/page.tsx';
import { LoadFailed, Loading } from '../../parts/page/states.tsx';
import { amountForOneHour, hoursPerUnit, RATE_DECIMALS_MAX } from './rate.ts';

export function MatchingSettings({ partnerId }: { partnerId: number }) {
  const text = useText();
  const format = useFormat();
  const { slug, can } = useCommunity();
  const [open, setOpen] = useState(false);
  const found = useRead('getReconciliationSettings', { params: { slug, partnerId } });
  const settings = found.data?.data;
  if (!settings) {
    return found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading rows={1} />;
  }
  const rates = Object.entries(settings.hours_per_unit).map(([currency, rate]) => {
    const amount = amountForOneHour(rate);
    return text.matching.worthOne(amount === undefined ? rate : format.number(amount), currency);
  });
  return (
    <Card
      title={text.matching.settingsTitle}
      action={
        can('partners.write') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {text.matching.change}
          </Button>
        )
      }
    >
      <Facts
        items={[
          [text.matching.by, text.matching.byMeans[settings.match_by]],
          [text.matching.worth, rates.length > 0 ? format.list(rates) : text.matching.worthNone],
        ]}
      />
      {open && <Change settings={settings} partnerId={partnerId} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Change({
  settings,
  partnerId,
  onClose,
}: {
  settings: ReconciliationSettings;
  partnerId: number;
  onClose: () => void;
}) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [first] = Object.entries(settings.hours_per_unit);
  const [by, setBy] = useState(settings.match_by);
  const [currency, setCurrency] = useState(first?.[0] ?? 'EUR');
  const format = useFormat();
  const stored = first && amountForOneHour(first[1]);
  const [amount, setAmount] = useState(stored === undefined ? '' : format.inField(stored));
  const [checked, setChecked] = useState(false);
  const reading = readNumber(amount, format.decimal, RATE_DECIMALS_MAX);
  const rate = reading.kind === 'empty' ? null : reading.kind === 'read' ? hoursPerUnit(reading.value) : undefined;
  const badCurrency = !/^[A-Z]{3}$/.test(currency.trim());
  const action = useAction(async () => {
    const rates = { [currency.trim()]: rate ?? null };
    const body = { match_by: by, hours_per_unit: rates };
    await call('updateReconciliationSettings', { params: { slug, partnerId }, body });
    succeeded(text.matching.saved);
    await refresh('getReconciliationSettings');
  });
  const guarded = {
    ...action,
    run: async () => {
      setChecked(true);
      return rate === undefined || badCurrency ? false : await action.run();
    },
  };
  const fault = action.error?.fields[0];
  return (
    <Confirm title={text.matching.settingsTitle} go={text.act.save} action={guarded} args={[]} onClose={onClose}>
      <Stack>
        <Radio.Group label={text.matching.by} value={by} onChange={(value) => setBy(value as typeof by)}>
          <Stack gap="xs" mt="xs">
            {(['entry_reference', 'end_to_end_id'] as const).map((one) => (
              <Radio key={one} value={one} label={text.matching.byMeans[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={text.matching.currency}
          description={text.matching.currencyHint}
          value={currency}
          error={checked && badCurrency ? text.matching.badCurrency : undefined}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          label={text.matching.amount}
          description={
            <>
              <span className="understood">
                {reading.kind === 'read'
                  ? `= ${text.matching.worthOne(format.number(reading.value), currency)}`
                  : '\u00a0'}
              </span>
              {text.matching.amountHint}
            </>
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={amount}
          error={checked && rate === undefined ? text.matching.badAmount : fault && fieldText(fault, text)}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  );
}
