/** What the log of calls is narrowed to; kept in the address, so that it can be linked to. */
import { Select, TextInput } from '@mantine/core';
import type { ErrorCode, PartnerOperationId } from '@timebank/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from '../forms/account-picker.tsx';
import { type Choice, chosen, NOBODY } from '../forms/party.ts';
import { PERIOD_MS, type Period } from '../values/period.ts';

export const CALL_FILTERS = ['partner', 'operation', 'status', 'error', 'period', 'find', 'member'] as const;
export type CallFilterValues = Readonly<Record<(typeof CALL_FILTERS)[number], string>>;

/** An address may say anything. */
export const periodOf = ({ period }: CallFilterValues): Period =>
  Object.hasOwn(PERIOD_MS, period) ? (period as Period) : 'month';

export function CallFilters({
  values,
  change,
  all,
}: {
  values: CallFilterValues;
  change: (part: Partial<CallFilterValues>) => void;
  /** Of all partners. */
  all: boolean;
}) {
  const text = useText();
  const words = useText().callWords;
  const { slug } = useCommunity();
  const partners = useRead('listPartners', { params: { slug } }, { enabled: all });
  return (
    <div className="filters filters-top">
      <TextInput
        label={words.referenceField}
        placeholder={words.referenceHint}
        maxLength={128}
        value={values.find}
        onChange={(event) => change({ find: event.currentTarget.value })}
      />
      <MemberFilter id={values.member} choose={(member) => change({ member })} />
      {all && (
        <Select
          label={text.calls.partner}
          placeholder={text.calls.anyPartner}
          clearable
          searchable
          data={(partners.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.partner || null}
          onChange={(partner) => change({ partner: partner ?? '' })}
        />
      )}
      <Select
        label={text.calls.operation}
        placeholder={text.calls.anyOperation}
        clearable
        searchable
        data={(Object.keys(words.names) as PartnerOperationId[]).map((id) => ({ value: id, label: words.names[id] }))}
        value={values.operation || null}
        onChange={(operation) => change({ operation: operation ?? '' })}
      />
      <Select
        label={text.calls.answer}
        placeholder={text.calls.anyAnswer}
        clearable
        data={Object.entries(text.calls.answers).map(([value, label]) => ({ value, label }))}
        value={values.status || null}
        onChange={(status) => change({ status: status ?? '' })}
      />
      <Select
        label={words.reason}
        placeholder={words.anyError}
        clearable
        searchable
        data={(Object.keys(words.errors) as ErrorCode[]).map((code) => ({
          value: code,
          label: words.errors[code].why,
        }))}
        value={values.error || null}
        onChange={(error) => change({ error: error ?? '' })}
      />
      <Select
        label={text.calls.period}
        allowDeselect={false}
        data={(Object.keys(PERIOD_MS) as Period[]).map((value) => ({ value, label: text.calls.periods[value] }))}
        value={periodOf(values)}
        onChange={(period) => change({ period: period ?? '' })}
      />
    </div>
  );
}

/** The member of the address, or whoever is being typed. */
function MemberFilter({ id, choose }: { id: string; choose: (id: string) => void }) {
  const words = useText().callWords;
  const { slug } = useCommunity();
  const [typed, setTyped] = useState<Choice>(NOBODY);
  const isOfAddress = id !== '' && typed.party?.id !== id;
  const found = useRead('getMember', { params: { slug, memberId: id } }, { enabled: isOfAddress });
  const member = found.data?.data;
  const given = member
    ? chosen({ id, name: member.name, hint: member.external_id ?? '', balanceHours: member.balance_hours })
    : NOBODY;
  const isCleared = id === '' && typed.party !== null;
  const value = isOfAddress ? given : isCleared ? NOBODY : typed;
  // The answer to Enter comes to what is shown by then.
  const shown = useRef(value);
  useLayoutEffect(() => {
    shown.current = value;
  });
  const take = (changed: (before: Choice) => Choice) => {
    const next = changed(shown.current);
    setTyped(next);
    if ((next.party?.id ?? '') !== id) choose(next.party?.id ?? '');
  };
  return <AccountPicker label={words.member} value={value} onChange={take} />;
}
