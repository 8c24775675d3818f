/** Members for whom there is a reason to call, and the record of a call. */
import { Select, Textarea } from '@mantine/core';
import { CALL_REASONS } from '@timebank/contract/words';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useReadPages } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { DayField } from '../../../console/src/parts/forms/day-field.tsx';
import { ChoiceFilter } from '../../../console/src/parts/lists/filters.tsx';
import { ListView } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE, setOnly, useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { actColumn, type Column } from '../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { succeeded } from '../../../console/src/parts/page/states.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { listedName, NumberedName, Phones } from '../../../console/src/parts/values/values.tsx';
import type { MemberToCall } from '../contract/contacts.ts';

const MONTHS = [1, 3, 6, 12, 24] as const;
const MONTHS_FIRST = 6;
const AGAIN = [0, 1, 3, 6, 12] as const;
const AGAIN_FIRST = 3;

export default function ToCall() {
  const text = useText();
  const words = text.toCall;
  const { slug } = useCommunity();
  const [filters, change] = useQueryState(['reason', 'months']);
  const list = useReadPages('listMembersToCall', {
    query: { per_page: PER_PAGE, ...setOnly(filters) },
  });
  const [asked, setAsked] = useState<MemberToCall>();
  const columns = useToCallColumns(setAsked);
  const { reason } = filters;
  const months = words.monthsOf(Number(filters.months) || MONTHS_FIRST);
  const meaning = CALL_REASONS.find((one) => one === reason);
  return (
    <Page
      title={words.title}
      lead={meaning ? words.reasonsMean[meaning](months) : words.lead}
      back={{ href: `/c/${slug}/members`, label: text.members.toList }}
    >
      <ListView
        name="to_call"
        caption={words.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        isFiltered={reason !== '' || filters.months !== ''}
        clear={() => change({ reason: '', months: '' })}
        filters={
          <>
            <ChoiceFilter
              label={words.reason}
              all={words.everyReason}
              options={CALL_REASONS.map((value) => ({ value, label: words.reasons[value] }))}
              value={reason}
              change={(value) => change({ reason: value })}
            />
            <Select
              label={words.months}
              data={MONTHS.map((value) => ({ value: String(value), label: words.monthsOf(value) }))}
              value={filters.months || String(MONTHS_FIRST)}
              onChange={(value) => change({ months: value === String(MONTHS_FIRST) ? '' : (value ?? '') })}
            />
          </>
        }
        empty={{ icon: Phone, title: words.emptyTitle, text: words.empty }}
        none={{ title: words.noneTitle, text: words.none }}
      />
      {asked && <CallDialog member={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function useToCallColumns(ask: (member: MemberToCall) => void): readonly Column<MemberToCall>[] {
  const { text, format } = useLanguage();
  const words = text.toCall;
  const { slug } = useCommunity();
  const none = <span className="quiet">–</span>;
  const phones = ({ phone, second_phone }: MemberToCall) => [phone, second_phone].filter(Boolean).join(', ');
  const reasons = (member: MemberToCall) =>
    member.reasons
      .map((one) =>
        one === 'check_ending' && member.check_ends_on
          ? words.checkEnds(format.day(member.check_ends_on))
          : words.reasons[one],
      )
      .join(', ');
  const lastCall = ({ last_call }: MemberToCall) =>
    last_call && [format.day(last_call.called_on), last_call.called_by, last_call.note].filter(Boolean).join(' · ');
  return [
    {
      key: 'name',
      title: words.name,
      main: true,
      plain: ({ name, family_name }) => ({ name, listed: listedName(name, family_name) }),
      cell: ({ id, name, family_name, external_id }) => (
        <NumberedName
          href={`/c/${slug}/members/${id}`}
          name={listedName(name, family_name)}
          number={external_id}
          strong
        />
      ),
    },
    {
      key: 'number',
      title: words.number,
      offScreen: true,
      plain: ({ external_id }) => external_id,
      cell: ({ external_id }) => external_id ?? none,
    },
    {
      key: 'phone',
      title: words.phone,
      plain: phones,
      cell: (member) => <Phones phones={[member.phone, member.second_phone]} />,
    },
    {
      key: 'email',
      title: words.email,
      initially: false,
      plain: ({ email }) => email,
      cell: ({ email }) => email ?? none,
    },
    { key: 'reason', title: words.reason, plain: reasons, cell: reasons },
    {
      key: 'exchange',
      title: words.lastExchange,
      tight: true,
      plain: ({ last_exchange_on }) => ({ day: last_exchange_on }),
      cell: ({ last_exchange_on }) => (last_exchange_on ? format.day(last_exchange_on) : none),
    },
    {
      key: 'balance',
      title: words.balance,
      end: true,
      tight: true,
      plain: ({ balance_hours }) => ({ hours: balance_hours }),
      cell: ({ balance_hours }) => <Hours value={balance_hours} />,
    },
    { key: 'call', title: words.lastCall, plain: lastCall, cell: (member) => lastCall(member) ?? none },
    actColumn<MemberToCall>(words.called, ({ name }) => words.calledOf(name), ask, { size: 'compact-sm' }),
  ];
}

const today = () => new Date().toISOString().slice(0, 10);

function CallDialog({ member, onClose }: { member: MemberToCall; onClose: () => void }) {
  const text = useText();
  const words = text.toCall;
  const { slug } = useCommunity();
  const [calledOn, setCalledOn] = useState(today);
  const [note, setNote] = useState('');
  const [months, setMonths] = useState<string>(String(AGAIN_FIRST));
  const action = useAction(async () => {
    const body = { called_on: calledOn, note, again_months: Number(months) };
    await call('recordMemberCall', { params: { slug, memberId: member.id }, body });
    succeeded(words.saved(member.name));
    await refresh('listMembersToCall');
  });
  const faultOf = (field: string) => {
    const fault = action.error?.fields.find((one) => one.field === field);
    return fault && fieldText(fault, text);
  };
  return (
    <Confirm
      title={words.calledOf(member.name)}
      go={words.save}
      action={action.error?.fields.length ? { ...action, error: undefined } : action}
      disabled={calledOn === ''}
      onClose={onClose}
    >
      <Phones phones={[member.phone, member.second_phone]} />
      <DayField
        label={words.calledOn}
        max={today()}
        value={calledOn}
        error={faultOf('called_on')}
        onChange={(event) => setCalledOn(event.currentTarget.value)}
      />
      <Textarea
        label={words.note}
        description={words.noteHint}
        minRows={2}
        maxLength={500}
        value={note}
        error={faultOf('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Select
        label={words.again}
        data={AGAIN.map((value) => ({ value: String(value), label: words.againIn(value) }))}
        value={months}
        onChange={(value) => setMonths(value ?? String(AGAIN_FIRST))}
      />
    </Confirm>
  );
}
