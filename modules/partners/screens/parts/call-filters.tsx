/** The filters of the log of calls; kept in the address, so that a view can be linked to. */
import { Select } from '@mantine/core';
import type { ErrorCode, PartnerOperationId } from '@timebank/contract';
import { useCommunity, useRead, useSession } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { DAY_MS } from '../../../../console/src/i18n/time.ts';
import { ChoiceFilter, SearchFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { MemberFilter } from '../../../../console/src/parts/lists/member-filter.tsx';
import { PERIOD_MS } from '../../../../console/src/parts/values/period.ts';

export const CALL_FILTERS = ['partner', 'operation', 'status', 'error', 'cause', 'period', 'find', 'member'] as const;
export type CallFilterValues = Readonly<Record<(typeof CALL_FILTERS)[number], string>>;

const SHORTER = ['hour', 'day', 'week'] as const;
const ALL_KEPT = 'kept';
type CallPeriod = (typeof SHORTER)[number] | typeof ALL_KEPT;

/** The period of the filter; without one, as long as calls are kept. An address may say anything. */
export function useCallPeriod({ period }: CallFilterValues) {
  const keptDays = useSession().call_log_days;
  const shorter = SHORTER.filter((one) => PERIOD_MS[one] < keptDays * DAY_MS);
  const chosen = shorter.find((one) => one === period);
  return {
    keptDays,
    choices: [...shorter, ALL_KEPT] satisfies CallPeriod[],
    period: chosen ?? ALL_KEPT,
    isAll: chosen === undefined,
    ms: chosen ? PERIOD_MS[chosen] : keptDays * DAY_MS,
  };
}

interface FilterProps {
  readonly values: CallFilterValues;
  readonly change: (part: Partial<CallFilterValues>) => void;
}

export function CallFilters({ values, change }: FilterProps) {
  const text = useText();
  const words = useText().callWords;
  return (
    <>
      <SearchFilter
        label={words.referenceField}
        placeholder={words.referenceHint}
        maxLength={128}
        value={values.find}
        change={(find) => change({ find })}
      />
      <ChoiceFilter
        label={text.calls.answer}
        all={text.calls.anyAnswer}
        options={Object.entries(text.calls.answers).map(([value, label]) => ({ value, label }))}
        value={values.status}
        change={(status) => change({ status })}
      />
    </>
  );
}

/** How many of those below are set. */
export const moreCallFiltersSet = ({ find: _, status: __, ...more }: CallFilterValues): number =>
  Object.values(more).filter((value) => value !== '').length;

export function MoreCallFilters({
  values,
  change,
  all,
}: FilterProps & { /** Of all partners. */ readonly all: boolean }) {
  const text = useText();
  const words = useText().callWords;
  const { slug } = useCommunity();
  const { choices, period, keptDays } = useCallPeriod(values);
  const partners = useRead(
    'listPartners',
    { params: { slug }, query: { sort: 'name', per_page: 500 } },
    { enabled: all },
  );
  return (
    <>
      {all && (
        <ChoiceFilter
          label={text.calls.partner}
          all={text.calls.anyPartner}
          searchable
          options={(partners.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.partner}
          change={(partner) => change({ partner })}
        />
      )}
      <Select
        label={text.calls.period}
        data={choices.map((value) => ({
          value,
          label: value === ALL_KEPT ? text.calls.lastDays(keptDays) : text.calls.periods[value],
        }))}
        value={period}
        onChange={(value) => change({ period: value === ALL_KEPT ? '' : (value ?? '') })}
      />
      <MemberFilter label={words.member} id={values.member} choose={(member) => change({ member })} />
      <ChoiceFilter
        label={text.calls.operation}
        all={text.calls.anyOperation}
        searchable
        options={(Object.keys(words.names) as PartnerOperationId[]).map((id) => ({
          value: id,
          label: words.names[id],
        }))}
        value={values.operation}
        change={(operation) => change({ operation })}
      />
      <ChoiceFilter
        label={words.reason}
        all={words.anyError}
        searchable
        options={(Object.keys(words.errors) as ErrorCode[]).map((code) => ({
          value: code,
          label: words.errors[code].why,
        }))}
        value={values.error}
        change={(error) => change({ error })}
      />
      <ChoiceFilter
        label={text.calls.cause}
        all={text.calls.anyCause}
        searchable
        options={Object.entries(text.calls.causes).map(([value, label]) => ({ value, label }))}
        value={values.cause}
        change={(cause) => change({ cause })}
      />
    </>
  );
}
