/** The filters of the list of exchanges. */

import { Button, Select, TextInput } from '@mantine/core';
import { clockOf } from '@timebank/contract/duration';
import { X } from 'lucide-react';
import { useRead } from '../../../../console/src/api/hooks.ts';
import { readTime } from '../../../../console/src/i18n/hours.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { HoursField } from '../../../../console/src/parts/forms/hours-field.tsx';
import { ChoiceFilter, SearchFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { MemberFilter } from '../../../../console/src/parts/lists/member-filter.tsx';
import { recorderText } from '../../../../console/src/parts/values/recorder-text.ts';

/** `time`: as it was typed; it is asked for by both ends. */
export const EXCHANGE_FILTERS = [
  ...(['member', 'from', 'to', 'corrected', 'note', 'kind', 'category', 'recorded_by', 'time', 'slip'] as const),
] as const;
export type ExchangeFilterValues = Readonly<Record<(typeof EXCHANGE_FILTERS)[number] | 'sort', string>>;

interface FilterProps {
  readonly filters: ExchangeFilterValues;
  readonly change: (values: Partial<ExchangeFilterValues>) => void;
}

/** The query of the list: a time that cannot be read yet is not asked for. */
export function useExchangeQuery({ time, ...filters }: ExchangeFilterValues) {
  const reading = readTime(time);
  const seconds = reading.kind === 'read' && reading.seconds > 0 ? reading.seconds : undefined;
  return { ...filters, ...(seconds === undefined ? {} : { time_from: clockOf(seconds), time_to: clockOf(seconds) }) };
}

export function ExchangeFilters({ filters, change }: FilterProps) {
  const text = useText();
  return (
    <>
      <SearchFilter label={text.exchanges.note} value={filters.note} change={(note) => change({ note })} />
      <MemberFilter label={text.exchanges.member} id={filters.member} choose={(member) => change({ member })} />
      {filters.slip && <ClearOne label={text.exchanges.oneSlip} clear={() => change({ slip: '' })} />}
    </>
  );
}

function ClearOne({ label, clear }: { label: string; clear: () => void }) {
  const text = useText();
  return (
    <Button variant="default" rightSection={<X size={16} />} onClick={clear}>
      {text.act.clear}: {label}
    </Button>
  );
}

/** Those that are needed seldom. */
export function MoreExchangeFilters({ filters, change }: FilterProps) {
  const text = useText();
  const words = text.exchanges;
  const categories = useRead('listCategories', { query: { per_page: 200 } }, { staleTime: MINUTE_MS });
  const recorders = useRead('listExchangeRecorders', {}, { staleTime: MINUTE_MS });
  return (
    <>
      <TextInput
        type="date"
        label={text.exchanges.from}
        value={filters.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text.exchanges.to}
        value={filters.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <ChoiceFilter
        label={words.category}
        all={words.states.all}
        searchable
        options={(categories.data?.data ?? []).map(({ name }) => ({ value: name, label: name }))}
        value={filters.category}
        change={(category) => change({ category })}
      />
      <HoursField
        clock
        label={words.time}
        placeholder={text.slips.timeHint}
        value={filters.time}
        onChange={(event) => change({ time: event.currentTarget.value })}
      />
      <ChoiceFilter
        label={words.recordedBy}
        all={words.states.all}
        searchable
        options={(recorders.data?.data ?? []).map((one) => ({
          value: one.recorded_by,
          label: recorderText(one.recorded_by, one.name, text),
        }))}
        value={filters.recorded_by}
        change={(recorded_by) => change({ recorded_by })}
      />
      <ChoiceFilter
        label={words.kind}
        all={words.states.all}
        options={(['exchange', 'gift'] as const).map((value) => ({ value, label: words.kinds[value] }))}
        value={filters.kind}
        change={(kind) => change({ kind })}
      />
      <Select
        label={words.state}
        data={(['all', 'no', 'yes'] as const).map((value) => ({ value, label: words.states[value] }))}
        value={filters.corrected || 'all'}
        onChange={(value) => change({ corrected: value === 'all' || value === null ? '' : value })}
      />
    </>
  );
}
