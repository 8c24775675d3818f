/** The community chest and organisations. */
import { Anchor, Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, refresh, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { HoursField } from '../../../console/src/parts/forms/hours-field.tsx';
import { hoursFault, hoursShown, hoursTyped } from '../../../console/src/parts/forms/hours-text.ts';
import { actColumn, type Column, DataTable } from '../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, succeeded } from '../../../console/src/parts/page/states.tsx';
import { TakeOut } from '../../../console/src/parts/paper/take-out.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import type { Account } from '../contract/accounts.ts';

export default function Accounts() {
  const text = useText();
  const { slug, can } = useCommunity();
  const list = useRead('listAccounts');
  const [editing, setEditing] = useState<Account | 'new'>();
  const accounts = list.data?.data;
  const columns: Column<Account>[] = [
    {
      key: 'name',
      title: text.accounts.name,
      main: true,
      plain: ({ name }) => name ?? text.accounts.chest,
      cell: ({ id, kind, name }) => (
        <>
          <Anchor component={Link} href={`/c/${slug}/accounts/${id}`} className="row-link">
            {name ?? text.accounts.chest}
          </Anchor>
          {kind === 'chest' && <div className="quiet">{text.accounts.chestMeans}</div>}
        </>
      ),
    },
    {
      key: 'balance',
      title: text.accounts.balance,
      end: true,
      tight: true,
      plain: ({ balance_hours }) => ({ hours: balance_hours }),
      cell: ({ balance_hours }) => <Hours value={balance_hours} />,
    },
    {
      key: 'limit',
      title: text.accounts.limit,
      end: true,
      plain: ({ lower_balance_hours }) => ({ hours: lower_balance_hours }),
      cell: ({ lower_balance_hours }) =>
        lower_balance_hours === null ? (
          <span className="quiet">{text.accounts.limitDefault}</span>
        ) : (
          <Hours value={lower_balance_hours} />
        ),
    },
    ...(can('accounts.write')
      ? [
          actColumn<Account>(
            text.accounts.change,
            ({ name }) => text.accounts.changeOf(name ?? text.accounts.chest),
            setEditing,
            { size: 'compact-sm' },
          ),
        ]
      : []),
  ];
  return (
    <Page
      title={text.accounts.title}
      lead={text.accounts.lead}
      back={{ href: `/c/${slug}/exchanges`, label: text.slips.toList }}
      action={
        can('accounts.write') && (
          <Button leftSection={<Plus size={18} />} onClick={() => setEditing('new')}>
            {text.accounts.add}
          </Button>
        )
      }
    >
      <Arriving of={list} />
      {accounts && (
        <div className="take-out">
          <TakeOut
            title={text.accounts.title}
            columns={columns}
            readAll={async () => ({ rows: accounts, isWhole: true })}
          />
        </div>
      )}
      {accounts && (
        <div className="card card-table">
          <DataTable caption={text.accounts.title} columns={columns} rows={accounts} rowKey={({ id }) => id} />
        </div>
      )}
      {editing && <AccountDialog account={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

function AccountDialog({ account, onClose }: { account: Account | 'new'; onClose: () => void }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const isNew = account === 'new';
  const [name, setName] = useState('');
  const stored = isNew ? '' : hoursShown(account.lower_balance_hours, format);
  const [limit, setLimit] = useState(stored);
  const [limitFault, setLimitFault] = useState<string>();
  const action = useAction(async () => {
    // A stored limit may have more decimals than the field takes.
    const lower_balance_hours = !isNew && limit === stored ? account.lower_balance_hours : hoursTyped(limit, format);
    if (isNew) {
      await call('createAccount', { params: { slug }, body: { name, lower_balance_hours } });
      succeeded(text.accounts.created(name.trim()));
    } else {
      await call('updateAccount', { params: { slug, accountId: account.id }, body: { lower_balance_hours } });
      succeeded(text.accounts.changed);
    }
    await refresh('listAccounts');
  });
  const fault = (field: string) => {
    const found = action.error?.fields.find((one) => one.field === field);
    if (found?.field === 'lower_balance_hours') return text.field.notMoreThanZero;
    return found && fieldText(found, text);
  };
  /** Nothing is sent that could mean another amount than the one typed. */
  const run = async () => {
    const value = hoursTyped(limit, format);
    const message =
      hoursFault(limit, text, format) ?? (value !== null && value > 0 ? text.field.notMoreThanZero : undefined);
    setLimitFault(limit === stored ? undefined : message);
    return message && limit !== stored ? false : await action.run();
  };
  const known = action.error?.fields.length ? { ...action, error: undefined } : action;
  return (
    <Confirm
      title={isNew ? text.accounts.add : text.accounts.changeOf(account.name ?? text.accounts.chest)}
      go={isNew ? text.accounts.create : text.act.save}
      action={{ ...known, run }}
      onClose={onClose}
    >
      {isNew && (
        <TextInput
          label={text.accounts.name}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={name}
          error={fault('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <HoursField
        label={text.accounts.limit}
        description={text.accounts.limitHint}
        value={limit}
        error={limitFault ?? fault('lower_balance_hours')}
        onChange={(event) => setLimit(event.currentTarget.value)}
      />
    </Confirm>
  );
}
