/** What money is worth: the rates of the community, or those that hold for a partner. */
import { Button } from '@mantine/core';
import type { AgreedExchangeRate } from '@timebank/contract/console';
import { useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import type { Format } from '../../i18n/format.ts';
import { type Texts, useFormat, useText } from '../../i18n/text.ts';
import { Card, Facts } from '../page/page.tsx';
import { LoadFailed, Loading } from '../page/states.tsx';
import { RateDialog } from './rate-dialog.tsx';

export function CommunityRates() {
  const { slug, can } = useCommunity();
  const found = useRead('listCommunityRates', { params: { slug } });
  return <RatesCard found={found} partnerId={null} mayChange={can('settings.write')} />;
}

export function PartnerRates({ partnerId }: { partnerId: number }) {
  const { slug, can } = useCommunity();
  const found = useRead('listPartnerRates', { params: { slug, partnerId } });
  return <RatesCard found={found} partnerId={partnerId} mayChange={can('partners.write')} />;
}

interface Found {
  readonly data: { readonly data: readonly AgreedExchangeRate[] } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

function RatesCard({ found, partnerId, mayChange }: { found: Found; partnerId: number | null; mayChange: boolean }) {
  const text = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const rates = found.data?.data;
  if (!rates) {
    return found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading rows={1} />;
  }
  return (
    <Card
      title={text.rates.title}
      lead={partnerId === null ? text.rates.leadCommunity : text.rates.leadPartner}
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

function factOf(rate: AgreedExchangeRate, partnerId: number | null, text: Texts, format: Format) {
  const { currency, from, hours, per_amount, agreed_by } = rate;
  const worth = text.rates.worth(format.number(Number(per_amount)), currency, format.hours(hours), hours === 1);
  const whose = partnerId !== null && agreed_by === 'community' ? ` ${text.rates.ofCommunity}` : '';
  return [from === null ? currency : text.rates.from(currency, format.day(from)), `${worth}${whose}`] as const;
}
