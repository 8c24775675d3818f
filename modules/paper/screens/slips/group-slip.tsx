/** One slip for one who helped many, or many who helped one: booked together or not at all. */

import { Button, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { clockOf } from '@timebank/contract/duration';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { ApiError, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { readTime } from '../../../../console/src/i18n/hours.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { HoursField } from '../../../../console/src/parts/forms/hours-field.tsx';
import type { Choice } from '../../../../console/src/parts/forms/party.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../../console/src/parts/page/states.tsx';
import {
  type Draft,
  type Faults,
  groupFaultsOf,
  isTwice,
  isTyped,
  missingIn,
  newDraft,
  sumsOf,
  withNext,
} from './group-draft.ts';
import { CategoryField, useCategoryNames } from './slip-row.tsx';

interface Group {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly busy: boolean;
  readonly form: RefObject<HTMLFieldSetElement | null>;
  readonly goTo: (field: string) => void;
  /** Called for changes by the person. */
  readonly change: (part: Partial<Draft>) => void;
  /** Called for answers of the service. */
  readonly answer: (to: (before: Choice) => Choice) => void;
  /** Puts a name that is chosen among the several. */
  readonly add: (to: (before: Choice) => Choice) => void;
  readonly save: () => void;
}

export function GroupSlip({ day, step }: { day: string; step: number | undefined }) {
  const { text, format } = useLanguage();
  const words = text.slips.group;
  const group = useGroup(day, step);
  const { draft, faults, busy, form, change, save } = group;
  const { dialog } = useKeepTyped(isTyped(draft), busy);
  return (
    <fieldset className="group-slip" ref={form} disabled={busy} aria-label={text.slips.whats.group}>
      <p className="quiet">{words.lead}</p>
      <SegmentedControl
        className="segments"
        aria-label={words.many}
        value={draft.many}
        onChange={(value) => change({ many: value as Draft['many'] })}
        data={(['receivers', 'providers'] as const).map((value) => ({ value, label: words.manies[value] }))}
      />
      <div className="group-fields">
        <Parties group={group} />
        <Details group={group} />
      </div>
      <Others group={group} />
      <p role="status">{sumsOf(draft, words, format)}</p>
      {faults.form && (
        <p role="alert" className="form-error">
          {faults.form}
        </p>
      )}
      <Button loading={busy} onClick={save}>
        {words.save}
      </Button>
      {dialog}
    </fieldset>
  );
}

function useGroup(day: string, step: number | undefined): Group {
  const text = useText();
  const { slug } = useCommunity();
  const form = useRef<HTMLFieldSetElement>(null);
  const [draft, setDraft] = useState(() => newDraft('receivers'));
  const [faults, setFaults] = useState<Faults>({});
  const goTo = (field: string) => form.current?.querySelector<HTMLElement>(`[data-field="group-${field}"]`)?.focus();
  const { many, one, others } = draft;
  const { busy, run } = useAction(async () => {
    const missing = missingIn(draft, text);
    const [first] = Object.keys(missing);
    setFaults(missing);
    if (first !== undefined) return goTo(first);
    const timeOf = (typed: string) => {
      const reading = readTime(typed);
      return reading.kind === 'read' ? clockOf(reading.seconds) : typed;
    };
    try {
      const { data } = await call('recordGroupSlip', {
        params: { slug },
        body: {
          ...{ key: draft.key, many, one: one.party?.id ?? '', others: others.map(({ id }) => id) },
          ...{ each: timeOf(draft.each), total: draft.total.trim() ? timeOf(draft.total) : null, service_date: day },
          ...(draft.category.trim() ? { category: draft.category.trim() } : {}),
          ...(draft.note.trim() ? { note: draft.note } : {}),
        },
      });
      succeeded(text.slips.group.saved(data.exchanges.length));
      setDraft(newDraft(many));
      await refresh('listExchanges', 'listMembers', 'getOverview', 'listAccounts');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(groupFaultsOf(error, others, text, step));
    }
  });
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults({});
  };
  return {
    ...{ draft, faults, busy, form, goTo, change },
    answer: (to) => setDraft((before) => ({ ...before, one: to(before.one) })),
    add(to) {
      setFaults({});
      // The answer of the service may come after other changes.
      setDraft((before) => withNext(before, to(before.next)));
    },
    save: () => void run().then(() => goTo('one')),
  };
}

function Parties({ group: { draft, faults, goTo, change, answer, add } }: { group: Group }) {
  const text = useText();
  const words = text.slips.group;
  return (
    <>
      <AccountPicker
        label={draft.many === 'receivers' ? text.exchanges.helper : text.exchanges.helped}
        shared
        field="group-one"
        value={draft.one}
        error={faults.one}
        onChange={(to) => change({ one: to(draft.one) })}
        onAnswer={answer}
        onEnter={() => goTo('next')}
      />
      <div>
        <AccountPicker
          label={words.add[draft.many]}
          shared
          field="group-next"
          value={draft.next}
          error={faults.next ?? faults.others ?? (isTwice(draft) ? words.twice : undefined)}
          onChange={add}
          onAnswer={add}
          onEnter={() => draft.next.typed.trim() === '' && goTo('each')}
        />
        <p className="quiet keys-only">{words.addHint}</p>
      </div>
    </>
  );
}

function Details({ group: { draft, faults, goTo, change, save } }: { group: Group }) {
  const text = useText();
  const words = text.slips.group;
  const categories = useCategoryNames();
  return (
    <>
      <HoursField
        clock
        data-field="group-each"
        label={words.each[draft.many]}
        placeholder={text.slips.timeHint}
        value={draft.each}
        error={faults.each}
        onChange={(event) => change({ each: event.currentTarget.value })}
        onKeyDown={onEnter(() => goTo('total'))}
      />
      <HoursField
        clock
        data-field="group-total"
        label={words.total[draft.many]}
        description={words.totalHint}
        value={draft.total}
        error={faults.total}
        onChange={(event) => change({ total: event.currentTarget.value })}
        onKeyDown={onEnter(() => goTo(categories.length > 0 ? 'category' : 'note'))}
      />
      {categories.length > 0 && (
        <CategoryField
          data-field="group-category"
          categories={categories}
          value={draft.category}
          error={faults.category}
          onChange={(category) => change({ category })}
          onKeyDown={onEnter(() => goTo('note'))}
        />
      )}
      <TextInput
        data-field="group-note"
        label={text.exchanges.note}
        autoComplete="off"
        maxLength={500}
        value={draft.note}
        error={faults.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        onKeyDown={onEnter(save)}
      />
    </>
  );
}

function Others({ group: { draft, faults, goTo, change } }: { group: Group }) {
  const words = useText().slips.group;
  const { others } = draft;
  if (others.length === 0) return null;
  return (
    <ul className="group-others">
      {others.map((party, index) => (
        <li key={party.id} data-fault={faults[`others.${index}`] !== undefined || undefined}>
          {party.name} {party.hint && <span className="quiet">{party.hint}</span>}
          <CloseButton
            size="sm"
            aria-label={words.remove(party.name)}
            onClick={() => {
              change({ others: others.filter(({ id }) => id !== party.id) });
              goTo('next');
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Acts on Enter in a field. */
const onEnter = (act: () => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};
