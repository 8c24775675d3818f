/** Money out that takes a credit back: the member is found, then one of the credits on the account. */
import { Select, Stack, Text } from '@mantine/core';
import type { InboxLine } from '@timebank/contract/console';
import { useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../parts/forms/account-picker.tsx';
import { type Choice, NOBODY } from '../../parts/forms/party.ts';
import { Confirm } from '../../parts/page/confirm.tsx';
import { moneyShown } from '../../parts/values/money.ts';
import { useDecision } from './use-decision.ts';

/** Lines of the account that are looked through. */
const LINES_AT_ONCE = 200;

export function TakeBack({ line, onClose }: { line: InboxLine; onClose: () => void }) {
  const text = useText();
  const [choice, setChoice] = useState<Choice>(NOBODY);
  const [creditId, setCreditId] = useState<string | null>(null);
  const decision = { reverse_credit_id: creditId ?? '' };
  const { action, fault } = useDecision(line, decision, text.inbox.takenBack);
  return (
    <Confirm
      title={text.inbox.takeBack}
      go={text.inbox.takeBack}
      danger
      action={action}
      args={[]}
      disabled={creditId === null}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{text.inbox.takeBackText}</Text>
        <AccountPicker
          label={text.inbox.member}
          value={choice}
          onChange={(change) => {
            setCreditId(null);
            setChoice(change);
          }}
        />
        {choice.party && (
          <Credits
            key={choice.party.id}
            memberId={choice.party.id}
            value={creditId}
            error={fault}
            onChange={setCreditId}
          />
        )}
      </Stack>
    </Confirm>
  );
}

interface CreditsProps {
  readonly memberId: string;
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (creditId: string | null) => void;
}

function Credits({ memberId, value, error, onChange }: CreditsProps) {
  const { inbox } = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const query = { per_page: LINES_AT_ONCE };
  const found = useRead('listMemberTransfers', { params: { slug, memberId }, query });
  const credits = found.data?.data.filter(({ kind, reversed_by_id }) => kind === 'credit' && reversed_by_id === null);
  if (credits?.length === 0) return <Text>{inbox.noCredits}</Text>;
  const options = credits?.map(({ id, hours, booked_on, payment, reference }) => {
    const { amount, currency = null } = payment ?? {};
    const paid = amount === undefined ? undefined : moneyShown({ amount, currency }, format);
    const parts = [inbox.creditOption(`${format.hours(hours)} h`, format.day(booked_on)), paid, reference];
    return { value: id, label: parts.filter(Boolean).join(' · ') };
  });
  return (
    <Select
      label={inbox.credit}
      data={options ?? []}
      disabled={!options}
      value={value}
      error={error}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
