/** The bank accounts of the community, and how its inbox is worked on. */

import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type Action, call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { SlipsFailed, useSlips } from '../../../../console/src/parts/page/slips.tsx';
import { ActionFailed, Arriving, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { CommunityRates } from '../../../../console/src/parts/rates/rates-card.tsx';
import { accountShown } from '../../../../console/src/parts/values/money.ts';
import { ButtonTo } from '../../../../console/src/parts/values/to.tsx';
import type { InboxSettings } from '../../contract/inbox.ts';

type Account = InboxSettings['accounts'][number];
const HOLDER_MAX = 140;
const ACCOUNT_MAX = 64;
const DAYS_MAX = 366;

export default function Settings() {
  const found = useRead('getInboxSettings');
  const settings = found.data?.data;
  if (!settings) return <Arriving of={found} />;
  return (
    <div className="stack">
      <Accounts accounts={settings.accounts} />
      <CommunityRates />
      {settings.accounts.length > 0 && <AllSlips />}
      <Work key={`${settings.four_eyes} ${settings.line_open_days}`} settings={settings} />
    </div>
  );
}

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const { inbox } = useText();
  const { can } = useCommunity();
  const [open, setOpen] = useState<Account | 'new'>();
  const may = can('statements.compare');
  const nameOf = ({ account }: Account) => (account === null ? inbox.fileAccount : accountShown(account));
  const columns: Column<Account>[] = [
    {
      key: 'account',
      title: inbox.iban,
      main: true,
      cell: (account) => (
        <>
          <span className="row-link">{nameOf(account)}</span>
          <div className="quiet">{inbox.namedBy[account.named_by]}</div>
        </>
      ),
    },
    { key: 'holder', title: inbox.holder, cell: ({ holder }) => holder ?? inbox.noHolder },
    {
      key: 'change',
      title: inbox.change,
      quiet: true,
      cell: (account) =>
        may &&
        account.account !== null && (
          <Button
            variant="default"
            size="xs"
            aria-label={inbox.changeAccount(nameOf(account))}
            onClick={() => setOpen(account)}
          >
            {inbox.change}
          </Button>
        ),
    },
  ];
  return (
    <Card
      title={inbox.accounts}
      lead={inbox.accountsLead}
      action={
        may && (
          <Button variant="default" onClick={() => setOpen('new')}>
            {inbox.addAccount}
          </Button>
        )
      }
    >
      {accounts.length === 0 ? (
        <p className="quiet">{inbox.noAccounts}</p>
      ) : (
        <DataTable caption={inbox.accounts} columns={columns} rows={accounts} rowKey={({ account }) => account ?? ''} />
      )}
      {open && <AccountDialog account={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

type Address = NonNullable<Account['holder_address']>;
const NO_ADDRESS: Address = { street: '', house_number: '', postcode: '', town: '', country: 'CH' };
const ADDRESS_FIELDS = [
  ['street', 'street', 70],
  ['house_number', 'houseNumber', 16],
  ['postcode', 'postcode', 16],
  ['town', 'town', 35],
  ['country', 'country', 2],
] as const;

/** A Swiss slip needs all that is mandatory; an address without postcode and town is none. */
const sentAddress = (address: Address) =>
  address.postcode.trim() === '' && address.town.trim() === ''
    ? null
    : { ...address, country: address.country.trim().toUpperCase() };

function AddressFields({ address, onChange }: { address: Address; onChange: (address: Address) => void }) {
  const { payingIn: text } = useText();
  return (
    <fieldset className="fieldset">
      <legend>{text.address}</legend>
      <p className="quiet">{text.addressHint}</p>
      <Stack gap="sm">
        {ADDRESS_FIELDS.map(([field, label, max]) => (
          <TextInput
            key={field}
            label={text[label]}
            maxLength={max}
            value={address[field] ?? ''}
            onChange={(event) => onChange({ ...address, [field]: event.currentTarget.value })}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

function AccountDialog({ account, onClose }: { account: Account | undefined; onClose: () => void }) {
  const text = useText();
  const { inbox } = text;
  const { slug } = useCommunity();
  const [iban, setIban] = useState(account?.account ?? '');
  const [holder, setHolder] = useState(account?.holder ?? '');
  const [address, setAddress] = useState<Address>(account?.holder_address ?? NO_ADDRESS);
  const isSwiss = /^\s*(CH|LI)/i.test(iban);
  const [fault, setFault] = useState<string>();
  const action: Action<[]> = useAction(
    async () => {
      const lives = isSwiss ? { holder_address: sentAddress(address) } : {};
      const body = { account: iban.trim(), account_holder: holder.trim() || null, ...lives };
      await call('updateInboxSettings', { params: { slug }, body });
      succeeded(inbox.saved);
      await refresh('getInboxSettings', 'listInboxLines');
    },
    (error) => {
      const [first] = error.fields;
      if (first) setFault(fieldText(first, text));
    },
  );
  return (
    <Confirm
      title={account ? inbox.changeAccount(accountShown(iban)) : inbox.addAccount}
      go={text.act.save}
      action={action}
      disabled={iban.trim() === ''}
      onClose={onClose}
    >
      <Stack gap="md">
        {!account && (
          <TextInput
            label={inbox.iban}
            maxLength={ACCOUNT_MAX}
            value={iban}
            error={fault}
            onChange={(event) => {
              setIban(event.currentTarget.value);
              setFault(undefined);
            }}
            data-autofocus
          />
        )}
        <TextInput
          label={inbox.holder}
          description={inbox.holderHint}
          maxLength={HOLDER_MAX}
          value={holder}
          onChange={(event) => setHolder(event.currentTarget.value)}
        />
        {isSwiss && <AddressFields address={address} onChange={setAddress} />}
      </Stack>
    </Confirm>
  );
}

function Work({ settings }: { settings: InboxSettings }) {
  const text = useText();
  const { inbox } = text;
  const { slug, can } = useCommunity();
  const [fourEyes, setFourEyes] = useState(settings.four_eyes);
  const [days, setDays] = useState(String(settings.line_open_days));
  const number = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  const fault = number >= 1 && number <= DAYS_MAX ? undefined : inbox.daysFault;
  const action = useAction(async () => {
    await call('updateInboxSettings', { params: { slug }, body: { four_eyes: fourEyes, line_open_days: number } });
    succeeded(inbox.saved);
    await refresh('getInboxSettings', 'getOverview');
  });
  const disabled = !can('statements.compare');
  return (
    <Card title={inbox.work}>
      <form
        className="form-column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!fault) void action.run();
        }}
      >
        <Stack gap="md">
          <Checkbox
            label={inbox.fourEyes}
            description={inbox.fourEyesHint}
            checked={fourEyes}
            disabled={disabled}
            onChange={(event) => setFourEyes(event.currentTarget.checked)}
          />
          <TextInput
            label={inbox.days}
            description={inbox.daysHint}
            inputMode="numeric"
            maxLength={3}
            value={days}
            error={fault}
            disabled={disabled}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <ActionFailed error={action.error} />
          {!disabled && (
            <div>
              <Button type="submit" loading={action.busy}>
                {text.act.save}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Card>
  );
}

// Payment slips of all members, as PDFs of many pages, and the way to those of some.

function AllSlips() {
  const { payingIn } = useText();
  const { slug } = useCommunity();
  const action = useSlips(slug);
  return (
    <Card
      title={payingIn.all}
      lead={payingIn.allLead}
      action={
        <Group gap="sm">
          <ButtonTo href={`/c/${slug}/members?slips=1`}>{payingIn.toSome}</ButtonTo>
          <Button
            variant="default"
            leftSection={<Download size={16} />}
            loading={action.busy}
            onClick={() => void action.run([{}])}
          >
            {payingIn.save}
          </Button>
        </Group>
      }
    >
      <SlipsFailed error={action.error} />
    </Card>
  );
}
