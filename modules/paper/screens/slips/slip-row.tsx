/** One slip: being typed, waiting for an answer, in need of a look, or done with. */
import { Autocomplete, type AutocompleteProps, Button, TextInput } from '@mantine/core';
import type { ExchangeKind } from '@timebank/contract/words';
import { Check } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useRead } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { HoursField } from '../../../../console/src/parts/forms/hours-field.tsx';
import type { Choice } from '../../../../console/src/parts/forms/party.ts';
import { isBlank, type Side, type Slip, type SlipField } from '../../../../console/src/parts/forms/slip-store.ts';
import { Tag } from '../../../../console/src/parts/values/values.tsx';

interface RowProps {
  readonly number: number;
  readonly slip: Slip;
  readonly isLast: boolean;
  readonly isWaiting: boolean;
  readonly needsLook: boolean;
  /** The day above the slips: that of a slip without its own. */
  readonly day: string;
  readonly maxDay: string;
  /** That above the slips: of a slip without its own. */
  readonly kind: ExchangeKind;
  /** The names that are offered; none: the slip has no such field. */
  readonly categories: readonly string[];
  /** Called for changes by the person. */
  readonly change: (part: Partial<Slip>) => void;
  readonly choose: (side: Side, to: (before: Choice) => Choice) => void;
  /** Called for answers of the service. */
  readonly answer: (side: Side, to: (before: Choice) => Choice) => void;
  readonly finish: () => void;
  readonly discard: () => void;
  readonly restore: () => void;
  readonly undo: () => void;
}

/** A key typed in one slip does not draw the others again: what a row is called with reads the sheet as it is then. */
export const SlipRow = memo(function SlipRow(props: RowProps) {
  const { state } = props.slip;
  return state === 'open' || state === 'saving' ? <OpenRow {...props} /> : <DoneRow {...props} />;
}, isSame);

function OpenRow(props: RowProps) {
  const { number, slip, isWaiting, needsLook, day, maxDay, categories, change, finish } = props;
  const text = useText();
  const row = useRef<HTMLFieldSetElement>(null);
  const isGift = (slip.kind ?? props.kind) === 'gift';
  const goTo = (field: SlipField) => row.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  return (
    <fieldset
      className="slip"
      data-category={categories.length > 0 || undefined}
      ref={row}
      disabled={slip.state === 'saving'}
      data-slip={slip.key}
      data-look={needsLook || undefined}
      aria-label={text.slips.row(number)}
      // A person who comes back to it wants to change it: it is not saved meanwhile.
      onFocus={() => isWaiting && change({})}
    >
      {slip.corrects && <p className="slip-corrects quiet">{text.slips.corrects(slip.corrects.reason)}</p>}
      <PartyField
        row={props}
        side="provider"
        label={isGift ? text.exchanges.given : text.exchanges.helper}
        onEnter={() => goTo('receiver')}
      />
      <PartyField
        row={props}
        side="receiver"
        label={isGift ? text.exchanges.giver : text.exchanges.helped}
        onEnter={() => goTo('time')}
      />
      <HoursField
        clock
        data-field="time"
        label={text.exchanges.time}
        placeholder={text.slips.timeHint}
        value={slip.time}
        error={slip.faults.time}
        onChange={(event) =>
          change({ time: event.currentTarget.value, faults: { ...slip.faults, time: undefined, form: undefined } })
        }
        onKeyDown={onEnter(() => goTo(categories.length > 0 ? 'category' : 'note'))}
      />
      {categories.length > 0 && (
        <CategoryField
          data-field="category"
          categories={categories}
          value={slip.category}
          error={slip.faults.category}
          onChange={(category) =>
            change({ category, faults: { ...slip.faults, category: undefined, form: undefined } })
          }
          onKeyDown={onEnter(() => goTo('note'))}
        />
      )}
      <TextInput
        data-field="note"
        label={text.exchanges.note}
        autoComplete="off"
        maxLength={500}
        value={slip.note}
        error={slip.faults.note}
        onChange={(event) =>
          change({ note: event.currentTarget.value, faults: { ...slip.faults, note: undefined, form: undefined } })
        }
        onKeyDown={onEnter(finish)}
      />
      <TextInput
        type="date"
        data-field="day"
        label={text.exchanges.day}
        max={maxDay}
        value={slip.day ?? day}
        onChange={(event) => change({ day: event.currentTarget.value, faults: { ...slip.faults, form: undefined } })}
      />
      <Acts row={props} />
      {slip.faults.form && (
        <p role="alert" className="form-error slip-fault">
          {slip.faults.form}
        </p>
      )}
    </fieldset>
  );
}

/** Acts on Enter in a field. */
const onEnter = (act: () => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};

interface PartyFieldProps {
  row: RowProps;
  side: Side;
  label: string;
  onEnter: () => void;
}

/** The field of one of the two sides. */
function PartyField({ row: { slip, choose, answer }, side, label, onEnter }: PartyFieldProps) {
  return (
    <AccountPicker
      label={label}
      shared
      value={slip[side]}
      error={slip.faults[side]}
      field={side}
      onChange={(to) => choose(side, to)}
      onAnswer={(to) => answer(side, to)}
      onEnter={onEnter}
    />
  );
}

/** The buttons of a slip that is not saved. */
function Acts({ row: { number, slip, isLast, isWaiting, finish, discard } }: { row: RowProps }) {
  const text = useText();
  const busy = slip.state === 'saving';
  return (
    <div className="slip-act">
      {!isBlank(slip) && (
        <Button
          variant="subtle"
          color="gray"
          disabled={busy}
          aria-label={text.slips.discardRow(number)}
          aria-keyshortcuts="Shift+F8"
          onClick={discard}
        >
          {text.slips.discard}
        </Button>
      )}
      <Button
        variant={isLast ? 'filled' : 'default'}
        loading={busy || isWaiting}
        disabled={isBlank(slip)}
        aria-label={text.slips.saveRow(number)}
        onClick={finish}
      >
        {text.slips.save}
      </Button>
    </div>
  );
}

/** A slip that is saved, undone or discarded. */
function DoneRow({ number, slip, day, categories, restore, undo }: RowProps) {
  const { text, format } = useLanguage();
  const row = useRef<HTMLFieldSetElement>(null);
  const { state } = slip;
  // The button that was pressed is gone: the focus stays with the slip.
  useEffect(() => {
    if (state === 'undone' && document.activeElement === document.body) row.current?.focus();
  }, [state]);
  const who = ({ party, typed }: Choice) => (
    <span>
      {party?.name ?? typed} {party?.hint && <span className="quiet">{party.hint}</span>}
    </span>
  );
  return (
    <fieldset
      className="slip slip-done"
      data-category={categories.length > 0 || undefined}
      ref={row}
      tabIndex={-1}
      aria-label={text.slips.row(number)}
      data-slip={slip.key}
      data-undone={state !== 'saved' || undefined}
    >
      <span>
        {who(slip.provider)} {slip.kind === 'gift' && <Tag tone="quiet">{text.exchanges.kinds.gift}</Tag>}
      </span>
      {who(slip.receiver)}
      <span>{slip.hours === undefined ? slip.time : text.exchanges.hours(format.hours(slip.hours))}</span>
      {categories.length > 0 && <span className="quiet">{slip.category}</span>}
      <span className="quiet">{slip.note}</span>
      <span className="quiet">{format.day(slip.day ?? day)}</span>
      <span className="slip-act">
        {state === 'undone' && <span className="quiet">{text.slips.undone}</span>}
        {state === 'discarded' && (
          <>
            <span className="quiet">{text.slips.discarded}</span>
            <Button variant="subtle" size="compact-sm" aria-label={text.slips.restoreRow(number)} onClick={restore}>
              {text.slips.restore}
            </Button>
          </>
        )}
        {state === 'saved' && (
          <>
            <span className="slip-saved">
              <Check size={16} /> {text.slips.saved}
            </span>
            <Button variant="subtle" size="compact-sm" aria-label={text.slips.undoRow(number)} onClick={undo}>
              {text.slips.undo}
            </Button>
          </>
        )}
      </span>
      {slip.faults.form && <p className="form-error slip-fault">{slip.faults.form}</p>}
    </fieldset>
  );
}

const SHOWN = [
  ...(['slip', 'number', 'isLast', 'isWaiting', 'needsLook'] as const),
  ...(['day', 'maxDay', 'kind', 'categories'] as const),
];

function isSame(before: RowProps, now: RowProps): boolean {
  return SHOWN.every((name) => before[name] === now[name]);
}

// The category of an exchange, chosen by keyboard: the first match is taken by Enter.

const NONE: readonly string[] = [];

/** The names of the categories that are offered; empty until they are there, and where a community has none. */
export function useCategoryNames(): readonly string[] {
  const query = { status: 'open', per_page: 200 } as const;
  const { data } = useRead('listCategories', { query }, { staleTime: MINUTE_MS });
  return useMemo(() => data?.data.map(({ name }) => name) ?? NONE, [data]);
}

export function CategoryField({
  categories,
  ...props
}: { readonly categories: readonly string[] } & Omit<AutocompleteProps, 'data' | 'label'>) {
  const text = useText();
  return (
    <Autocomplete
      label={text.exchanges.category}
      data={[...categories]}
      // An empty field stays empty: Enter goes on.
      selectFirstOptionOnChange={Boolean(props.value)}
      maxLength={100}
      autoComplete="off"
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-start' }}
      {...props}
    />
  );
}
