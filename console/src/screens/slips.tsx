/** Many exchanges by keyboard alone, for the office's paper slips. */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, call } from '../api/call.ts';
import { useCommunity, useRead, useRefresh } from '../api/hooks.ts';
import type { Format } from '../i18n/format.ts';
import { clockOf, readHours } from '../i18n/hours.ts';
import { type Texts, useFormat, useText } from '../i18n/text.ts';
import { MINUTE_MS } from '../i18n/time.ts';
import { hoursFault } from '../parts/forms/hours-field.tsx';
import type { Choice } from '../parts/forms/party.ts';
import { useMeant } from '../parts/forms/use-parties.ts';
import { failureText, fieldText } from '../parts/page/failure.ts';
import { useAskBeforeLeaving } from '../parts/page/leave.tsx';
import { Page } from '../parts/page/page.tsx';
import { SlipRow } from './slips/slip-row.tsx';
import {
  isBlank,
  isOddTime,
  isReady,
  isUnsaved,
  isWaiting,
  needsLook,
  newSlip,
  openField,
  SLIP_FIELDS,
  type Slip,
  type SlipField,
  storedSlips,
  storeSlips,
} from './slips/slip-store.ts';

/** As the text of the page names them. */
const LOOK_KEY = 'F8';

export default function Slips() {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const meant = useMeant(true);
  const [day, setDay] = useState(today);
  const [slips, setSlips] = useState<readonly Slip[]>(() => [...storedSlips(slug), newSlip()]);
  const settings = useRead('getCommunitySettings', { params: { slug } }, { staleTime: MINUTE_MS });
  const step = settings.data?.data.exchange_step_minutes;
  useEffect(() => storeSlips(slug, slips), [slug, slips]);

  // The focus goes only where a key or a click of the person sends it, before the next key arrives.
  const list = useRef<HTMLDivElement>(null);
  const [going, setGoing] = useState<{ readonly key: string; readonly field: SlipField }>();
  useLayoutEffect(() => {
    if (!going) return;
    const field = `[data-slip="${going.key}"] [data-field="${going.field}"]`;
    list.current?.querySelector<HTMLInputElement>(field)?.focus();
    setGoing(undefined);
  }, [going]);
  /** To the line where the next slip is typed; `next` where `slip` was that line. */
  const goOn = (slip: Slip, next: Slip) => {
    const last = slips.at(-1);
    const to = last && last.key !== slip.key ? last : next;
    setGoing({ key: to.key, field: openField(to) });
  };

  const update = (key: string, change: (slip: Slip) => Slip) =>
    setSlips((all) => all.map((slip) => (slip.key === key ? change(slip) : slip)));
  const change = (key: string, part: Partial<Slip>) => update(key, (slip) => ({ ...slip, ...part }));
  const answer = (key: string, side: Side, to: (before: Choice) => Choice) =>
    update(key, (slip) => ({ ...slip, [side]: to(slip[side]) }));

  /** Changes a slip; where it was the last, the next line is ready. */
  const goOnFrom = (slip: Slip, to: (slip: Slip) => Slip) => {
    const next = newSlip();
    setSlips((all) => {
      const changed = all.map((one) => (one.key === slip.key ? to(one) : one));
      return all.at(-1)?.key === slip.key ? [...changed, next] : changed;
    });
    goOn(slip, next);
  };
  /** The person is done with a slip, whatever it still waits for. */
  const finish = (slip: Slip) => {
    if (isBlank(slip)) return setGoing({ key: slip.key, field: 'provider' });
    for (const side of ['provider', 'receiver'] as const) {
      const { typed } = slip[side];
      if (!isUnsettled(slip[side])) continue;
      void meant(typed).then((found) =>
        answer(slip.key, side, (before) => (before.typed === typed && before.state === 'waiting' ? found : before)),
      );
    }
    goOnFrom(slip, (one) => ({
      ...one,
      provider: isUnsettled(one.provider) ? { ...one.provider, state: 'waiting' } : one.provider,
      receiver: isUnsettled(one.receiver) ? { ...one.receiver, state: 'waiting' } : one.receiver,
      day: one.day ?? day,
      isFinished: true,
      faults: faultsIn(one, text, format),
    }));
  };
  const discard = (slip: Slip) => goOnFrom(slip, (one) => ({ ...one, state: 'discarded' }));

  const underWay = useRef(new Set<string>());
  const save = async (slip: Slip) => {
    if (underWay.current.has(slip.key)) return;
    underWay.current.add(slip.key);
    const reading = readHours(slip.time, format.decimal, true);
    change(slip.key, { state: 'saving' });
    try {
      const { data } = await call('recordExchange', {
        params: { slug },
        body: {
          key: slip.key,
          provider: slip.provider.party?.id ?? '',
          receiver: slip.receiver.party?.id ?? '',
          time: reading.kind === 'read' ? clockOf(reading.seconds) : slip.time,
          service_date: slip.day ?? day,
          ...(slip.note.trim() ? { note: slip.note } : {}),
        },
      });
      change(slip.key, { state: 'saved', exchangeId: data.id, hours: data.hours });
      void refresh('listExchanges', 'listMembers', 'getOverview', 'listAccounts');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      change(slip.key, { state: 'open', faults: faultsOf(error, text, step) });
    } finally {
      underWay.current.delete(slip.key);
    }
  };
  useEffect(() => {
    for (const slip of slips) if (isReady(slip)) void save(slip);
  });

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

  const looks = slips.filter((slip, index) => needsLook(slip, index === slips.length - 1));
  /** To the next slip that needs a look, below the one with the focus and then from the top. */
  const look = () => {
    const here = document.activeElement?.closest<HTMLElement>('[data-slip]')?.dataset.slip;
    const at = slips.findIndex(({ key }) => key === here);
    const next = looks.find((slip) => slips.indexOf(slip) > at && at < slips.length - 1) ?? looks[0];
    if (next) setGoing({ key: next.key, field: openField(next) });
  };
  // They wait in this window, so that only its end loses them; the browser asks then, in its own words.
  const hasOpen = slips.some(isUnsaved);
  useAskBeforeLeaving(hasOpen, text.leave, { isKeptByWindow: true });
  const saved = slips.filter(({ state }) => state === 'saved');
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
          label={text.slips.dayOfNew}
          value={day}
          max={today()}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <p className="quiet">
          {step !== undefined && step > 1 && text.slips.step(step)} {text.slips.kept} {text.slips.keys}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key of all its fields */}
      <div
        className="slips"
        ref={list}
        onKeyDown={(event) => {
          if (event.key !== LOOK_KEY) return;
          event.preventDefault();
          const here = document.activeElement?.closest<HTMLElement>('[data-slip]')?.dataset.slip;
          const slip = slips.find(({ key }) => key === here);
          if (!event.shiftKey) look();
          else if (slip?.state === 'open' && !isBlank(slip)) discard(slip);
        }}
      >
        {slips.map((slip, index) => (
          <SlipRow
            key={slip.key}
            number={index + 1}
            slip={slip}
            isLast={index === slips.length - 1}
            isWaiting={isWaiting(slip)}
            needsLook={looks.includes(slip)}
            day={day}
            maxDay={today()}
            change={(part) => change(slip.key, { ...part, isFinished: false })}
            choose={(side, to) =>
              update(slip.key, (before) => ({
                ...before,
                [side]: to(before[side]),
                isFinished: false,
                faults: { ...before.faults, [side]: undefined },
              }))
            }
            answer={(side, to) => answer(slip.key, side, to)}
            finish={() => finish(slip)}
            discard={() => discard(slip)}
            restore={() => {
              change(slip.key, { state: 'open', isFinished: false });
              setGoing({ key: slip.key, field: openField(slip) });
            }}
            undo={() => void undo(slip)}
          />
        ))}
      </div>
      <div className="row slips-foot">
        <p role="status" className="slips-total">
          {saved.length > 0 && text.slips.total(saved.length, format.hours(Math.round(total * 100) / 100))}
        </p>
        <p role="status" className="slips-look">
          {looks.length > 0 && text.slips.looks(looks.length)}
        </p>
        {looks.length > 0 && (
          <Button variant="default" aria-keyshortcuts={LOOK_KEY} onClick={look}>
            {text.slips.goLook}
          </Button>
        )}
      </div>
    </Page>
  );
}

type Side = 'provider' | 'receiver';

/** Typed, and neither chosen nor asked for. */
const isUnsettled = ({ party, typed, state }: Choice) => !party && typed.trim() !== '' && state !== 'waiting';

/** The day on this person's calendar. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** What can be told without asking the service. */
function faultsIn(slip: Slip, text: Texts, format: Format): Slip['faults'] {
  const missing = ({ party, typed }: Choice) => party === null && typed.trim() === '';
  const reading = readHours(slip.time, format.decimal, true);
  const time =
    reading.kind === 'empty'
      ? text.field.required
      : reading.kind === 'read' && reading.seconds <= 0
        ? text.field.notPositive
        : isOddTime(slip.time, format.decimal)
          ? text.slips.odd(slip.time.trim())
          : hoursFault(slip.time, text, format, true);
  return {
    ...(missing(slip.provider) ? { provider: text.slips.choose } : {}),
    ...(missing(slip.receiver) ? { receiver: text.slips.choose } : {}),
    ...(time ? { time } : {}),
  };
}

function faultsOf(error: ApiError, text: Texts, step: number | undefined): Slip['faults'] {
  const faults: Partial<Record<SlipField | 'form', string>> = {};
  for (const fault of error.fields) {
    const field = SLIP_FIELDS.find((one) => one === fault.field);
    const told =
      fault.code === 'wrong_step' && step !== undefined
        ? text.slips.step(step)
        : error.code === 'limit_exceeded'
          ? `${fieldText(fault, text)} ${text.slips.limitIs}`
          : fieldText(fault, text);
    faults[field ?? 'form'] = told;
  }
  if (Object.keys(faults).length === 0) faults.form = failureText(error, text);
  return faults;
}
