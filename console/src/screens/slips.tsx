/** Many exchanges by keyboard alone, for the office's paper slips. */
import { Button, TextInput } from '@mantine/core';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../api.ts';
import { useCommunity, useRead, useRefresh } from '../hooks.ts';
import { type Texts, useFormat, useText } from '../i18n/text.ts';
import { AccountPicker } from '../parts/account-picker.tsx';
import { failureText, fieldText } from '../parts/failure.ts';
import { Page } from '../parts/page.tsx';
import { isBlank, newSlip, type Slip, type SlipField, storedSlips, storeSlips } from '../parts/slip-store.ts';

const FIELDS: readonly SlipField[] = ['provider', 'receiver', 'time', 'note'];

export default function Slips() {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [day, setDay] = useState(today);
  const [slips, setSlips] = useState<readonly Slip[]>(() => [...storedSlips(slug), newSlip()]);
  const settings = useRead('getCommunitySettings', { params: { slug } }, { staleTime: 60_000 });
  const step = settings.data?.data.exchange_step_minutes;
  useEffect(() => storeSlips(slug, slips), [slug, slips]);
  const change = (key: string, part: Partial<Slip>) =>
    setSlips((all) => all.map((slip) => (slip.key === key ? { ...slip, ...part } : slip)));
  const saved = slips.filter(({ state }) => state === 'saved');

  const save = async (slip: Slip) => {
    const faults = missing(slip, text);
    if (Object.keys(faults).length > 0) return change(slip.key, { faults });
    change(slip.key, { state: 'saving', faults: {} });
    // The next line is ready before the answer is there.
    setSlips((all) => (all.at(-1)?.key === slip.key ? [...all, newSlip()] : all));
    try {
      const { data } = await call('recordExchange', {
        params: { slug },
        body: {
          key: slip.key,
          provider: slip.provider?.id ?? '',
          receiver: slip.receiver?.id ?? '',
          time: slip.time,
          service_date: day,
          ...(slip.note.trim() ? { note: slip.note } : {}),
        },
      });
      change(slip.key, { state: 'saved', exchangeId: data.id, hours: data.hours });
      void refresh('listExchanges', 'listMembers', 'getOverview', 'listAccounts');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      change(slip.key, { state: 'open', faults: faultsOf(error, text, step) });
    }
  };

  const undo = async (slip: Slip) => {
    try {
      const params = { slug, exchangeId: slip.exchangeId ?? '' };
      await call('correctExchange', { params, body: { reason: text.slips.undoReason } });
      change(slip.key, { state: 'undone' });
      void refresh('listExchanges', 'listMembers', 'listAccounts');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      change(slip.key, { faults: { form: failureText(error, text) } });
    }
  };

  const total = saved.reduce((sum, { hours = 0 }) => sum + hours, 0);
  return (
    <Page
      title={text.slips.title}
      lead={text.slips.lead}
      back={{ href: `/c/${slug}/exchanges`, label: text.slips.toList }}
    >
      <div className="row slips-head">
        <TextInput
          type="date"
          label={text.exchanges.day}
          value={day}
          max={today()}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <p className="quiet">
          {step !== undefined && step > 1 && text.slips.step(step)} {text.slips.kept}
        </p>
      </div>
      <div className="slips">
        {slips.map((slip, index) => (
          <SlipRow
            key={slip.key}
            number={index + 1}
            slip={slip}
            isLast={index === slips.length - 1}
            change={(part) => change(slip.key, part)}
            save={() => void save(slip)}
            undo={() => void undo(slip)}
          />
        ))}
      </div>
      <p role="status" className="slips-total">
        {saved.length > 0 && text.slips.total(saved.length, format.hours(Math.round(total * 100) / 100))}
      </p>
    </Page>
  );
}

function SlipRow({
  number,
  slip,
  isLast,
  change,
  save,
  undo,
}: {
  number: number;
  slip: Slip;
  isLast: boolean;
  change: (part: Partial<Slip>) => void;
  save: () => void;
  undo: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const inputs = useRef<Partial<Record<SlipField, HTMLInputElement | null>>>({});
  const keep = (field: SlipField) => (node: HTMLInputElement | null) => {
    inputs.current[field] = node;
  };
  const goTo = (field: SlipField) => inputs.current[field]?.focus();
  // The line that has just come is where the next slip is typed.
  useEffect(() => {
    if (isLast && number > 1) inputs.current.provider?.focus();
  }, [isLast, number]);
  const firstFault = FIELDS.find((field) => slip.faults[field]);
  useEffect(() => {
    if (firstFault) inputs.current[firstFault]?.focus();
  }, [firstFault]);
  const done = slip.state === 'saved' || slip.state === 'undone';
  if (done) {
    return (
      <div className="slip slip-done" data-undone={slip.state === 'undone' || undefined}>
        <span>{slip.provider?.name}</span>
        <span>{slip.receiver?.name}</span>
        <span>{text.exchanges.hours(format.hours(slip.hours ?? 0))}</span>
        <span className="quiet">{slip.note}</span>
        <span className="slip-act">
          {slip.state === 'undone' ? (
            <span className="quiet">{text.slips.undone}</span>
          ) : (
            <>
              <span className="slip-saved">
                <Check size={16} aria-hidden="true" /> {text.slips.saved}
              </span>
              <Button variant="subtle" size="compact-sm" aria-label={text.slips.undoRow(number)} onClick={undo}>
                {text.slips.undo}
              </Button>
            </>
          )}
        </span>
        {slip.faults.form && <p className="form-error slip-fault">{slip.faults.form}</p>}
      </div>
    );
  }
  const busy = slip.state === 'saving';
  return (
    <fieldset className="slip" disabled={busy} aria-label={text.slips.row(number)}>
      {(['provider', 'receiver'] as const).map((field) => (
        <AccountPicker
          key={field}
          label={field === 'provider' ? text.exchanges.helper : text.exchanges.helped}
          shared
          value={slip[field]}
          error={slip.faults[field]}
          inputRef={keep(field)}
          onChange={(party) => change({ [field]: party, faults: { ...slip.faults, [field]: undefined } })}
          onEnter={() => goTo(field === 'provider' ? 'receiver' : 'time')}
        />
      ))}
      {(['time', 'note'] as const).map((field) => (
        <TextInput
          key={field}
          ref={keep(field)}
          label={field === 'time' ? text.exchanges.time : text.exchanges.note}
          placeholder={field === 'time' ? text.slips.timeHint : ''}
          autoComplete="off"
          maxLength={field === 'time' ? 100 : 500}
          value={slip[field]}
          error={slip.faults[field]}
          onChange={(event) =>
            change({ [field]: event.currentTarget.value, faults: { ...slip.faults, [field]: undefined } })
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (field === 'time') goTo('note');
            else save();
          }}
        />
      ))}
      <div className="slip-act">
        <Button
          variant={isLast ? 'filled' : 'default'}
          loading={busy}
          disabled={isBlank(slip)}
          aria-label={text.slips.saveRow(number)}
          onClick={save}
        >
          {text.slips.save}
        </Button>
      </div>
      {slip.faults.form && (
        <p role="alert" className="form-error slip-fault">
          {slip.faults.form}
        </p>
      )}
    </fieldset>
  );
}

/** The day on this person's calendar. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function missing(slip: Slip, text: Texts): Slip['faults'] {
  return {
    ...(slip.provider ? {} : { provider: text.slips.choose }),
    ...(slip.receiver ? {} : { receiver: text.slips.choose }),
    ...(slip.time.trim() === '' ? { time: text.field.required } : {}),
  };
}

function faultsOf(error: ApiError, text: Texts, step: number | undefined): Slip['faults'] {
  const faults: Partial<Record<SlipField | 'form', string>> = {};
  for (const fault of error.fields) {
    const field = FIELDS.find((one) => one === fault.field);
    const told =
      fault.code === 'wrong_step' && step !== undefined
        ? text.slips.step(step)
        : error.code === 'limit_exceeded'
          ? text.slips.lower(fault.message)
          : fieldText(fault, text);
    faults[field ?? 'form'] = told;
  }
  if (Object.keys(faults).length === 0) faults.form = failureText(error, text);
  return faults;
}
