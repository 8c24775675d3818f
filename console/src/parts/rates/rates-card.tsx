/** What money is worth: the rates of the community, or those that hold for a partner. */

import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleAnswer } from '../../../desk/contract/calls.ts';
import { call, refresh, useAction, useCommunity, useRead } from '../../api/hooks.ts';
import { readNumber } from '../../i18n/hours.ts';
import { type Format, type Texts, useLanguage } from '../../i18n/text.ts';
import { DayField } from '../forms/day-field.tsx';
import { Confirm } from '../page/confirm.tsx';
import { fieldText } from '../page/failure.ts';
import { Card, Facts } from '../page/page.tsx';
import { Arriving, succeeded } from '../page/states.tsx';

export function CommunityRates() {
  const { can } = useCommunity();
  const found = useRead('listCommunityRates');
  return <RatesCard found={found} partnerId={null} mayChange={can('rates.write')} />;
}

export function PartnerRates({ partnerId }: { partnerId: number }) {
  const { can } = useCommunity();
  const found = useRead('listPartnerRates', { params: { partnerId } });
  return <RatesCard found={found} partnerId={partnerId} mayChange={can('rates.write')} />;
}

interface RatesCardProps {
  found: ReturnType<typeof useRead<'listCommunityRates'>>;
  partnerId: number | null;
  mayChange: boolean;
}

function RatesCard({ found, partnerId, mayChange }: RatesCardProps) {
  const { text, format } = useLanguage();
  const { has_partners } = useCommunity();
  const [open, setOpen] = useState(false);
  const rates = found.data?.data;
  if (!rates) return <Arriving of={found} rows={1} />;
  return (
    <Card
      title={text.rates.title}
      lead={partnerId === null ? text.rates.leadCommunity(has_partners) : text.rates.leadPartner}
      action={
        mayChange && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {text.rates.change}
          </Button>
        )
      }
    >
      {rates.length === 0 ? (
        text.rates.none
      ) : (
        <Facts items={rates.map((rate) => factOf(rate, partnerId, text, format))} />
      )}
      {open && <RateDialog rates={rates} partnerId={partnerId} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function factOf(rate: AgreedRate, partnerId: number | null, text: Texts, format: Format) {
  const { currency, from, hours, per_amount, agreed_by } = rate;
  const worth = text.rates.worth(format.number(Number(per_amount)), currency, format.hours(hours), hours === 1);
  const whose = partnerId !== null && agreed_by === 'community' ? ` ${text.rates.ofCommunity}` : '';
  return [from === null ? currency : text.rates.from(currency, format.day(from)), `${worth}${whose}`] as const;
}

// Agreeing on an exchange rate.

interface RateDialogProps {
  rates: readonly AgreedRate[];
  /** Null: the community's rates. */
  partnerId: number | null;
  onClose: () => void;
}

function RateDialog({ rates, partnerId, onClose }: RateDialogProps) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
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
    <Confirm title={text.rates.title} go={text.act.save} action={guarded} onClose={onClose}>
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

// The exchange rate, between the form people say (20 EUR an hour) and the stored form (1/20 hour per EUR). Exact.

export type AgreedRate = ConsoleAnswer<'listCommunityRates'>['data'][number];

/** Decimals of an amount of money for one hour. */
const RATE_DECIMALS_MAX = 4;

/** `20` becomes `1/20`, `12.5` becomes `10/125`; undefined when it is no amount above 0. */
function hoursPerUnit(amountForOneHour: number): string | undefined {
  if (!(amountForOneHour > 0)) return undefined;
  const [whole = '', decimals = ''] = String(amountForOneHour).split('.');
  const digits = BigInt(whole + decimals);
  return digits > 0n ? `${10n ** BigInt(decimals.length)}/${digits}` : undefined;
}
