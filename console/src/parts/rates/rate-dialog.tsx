/** Agreeing on an exchange rate. */
import { Stack, TextInput } from '@mantine/core';
import type { AgreedExchangeRate } from '@timebank/contract/console';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../api/hooks.ts';
import { readNumber } from '../../i18n/hours.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { DayField } from '../forms/day-field.tsx';
import { Confirm } from '../page/confirm.tsx';
import { fieldText } from '../page/failure.ts';
import { succeeded } from '../page/notify.ts';
import { hoursPerUnit, RATE_DECIMALS_MAX } from './rate.ts';

export function RateDialog({
  rates,
  partnerId,
  onClose,
}: {
  rates: readonly AgreedExchangeRate[];
  /** Null: the community's rates. */
  partnerId: number | null;
  onClose: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [first] = rates;
  const [currency, setCurrency] = useState(first?.currency ?? 'EUR');
  const [amount, setAmount] = useState(first?.hours === 1 ? format.inField(Number(first.per_amount)) : '');
  const [from, setFrom] = useState('');
  const [checked, setChecked] = useState(false);
  const reading = readNumber(amount, format.decimal, RATE_DECIMALS_MAX);
  const rate = reading.kind === 'empty' ? null : reading.kind === 'read' ? hoursPerUnit(reading.value) : undefined;
  const badCurrency = !/^[A-Z]{3}$/.test(currency.trim());
  const action = useAction(async () => {
    const body = { hours_per_unit: { [currency.trim()]: rate ?? null }, from: from || null };
    if (partnerId === null) await call('updateCommunityRates', { params: { slug }, body });
    else await call('updatePartnerRates', { params: { slug, partnerId }, body });
    succeeded(text.rates.saved);
    await refresh('listCommunityRates', 'listPartnerRates');
  });
  const guarded = {
    ...action,
    run: async () => {
      setChecked(true);
      return rate === undefined || badCurrency ? false : await action.run();
    },
  };
  const faultOf = (name: string) => {
    const fault = action.error?.fields.find(({ field }) => field === name);
    return fault && fieldText(fault, text);
  };
  return (
    <Confirm title={text.rates.title} go={text.act.save} action={guarded} args={[]} onClose={onClose}>
      <Stack>
        <TextInput
          label={text.rates.currency}
          description={text.rates.currencyHint}
          value={currency}
          error={checked && badCurrency ? text.rates.badCurrency : undefined}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          label={text.rates.amount}
          description={
            <>
              <span className="understood">
                {reading.kind === 'read'
                  ? `= ${text.rates.worth(format.number(reading.value), currency, format.hours(1), true)}`
                  : '\u00a0'}
              </span>
              {text.rates.amountHint}
            </>
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={amount}
          error={checked && rate === undefined ? text.rates.badAmount : faultOf('hours_per_unit')}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <DayField
          label={text.rates.firstDay}
          description={text.rates.firstDayHint}
          value={from}
          error={faultOf('from')}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  );
}
