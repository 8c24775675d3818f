/** Many exchanges by keyboard alone, for the office's paper slips. */
import { Button, SegmentedControl } from '@mantine/core';
import type { ExchangeKind } from '@timebank/contract/words';
import { useState } from 'react';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../console/src/i18n/time.ts';
import { isBlank, isUnsaved, isWaiting, needsLook, type Slip } from '../../../console/src/parts/forms/slip-store.ts';
import { useAskBeforeLeaving } from '../../../console/src/parts/page/leave.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { GroupSlip } from './slips/group-slip.tsx';
import { SlipRow, useCategoryNames } from './slips/slip-row.tsx';
import { focusedSlip, type Sheet, useFinish, useSaving, useSheet, useUndo } from './slips/use-saving.ts';
import '../../../console/src/styles/slips.css';
import { DayField } from '../../../console/src/parts/forms/day-field.tsx';

/** The key to the next slip that needs a look; the text of the page names it. */
const LOOK_KEY = 'F8';

export default function Slips() {
  const text = useText();
  const { slug } = useCommunity();
  const [day, setDay] = useState(today);
  const [what, setWhat] = useState<'exchange' | 'gift' | 'group'>('exchange');
  // Once opened it stays, so that what was typed is still there after a look at the other slips.
  const [hasGroup, setHasGroup] = useState(false);
  const kind = what === 'gift' ? 'gift' : 'exchange';
  const settings = useRead('getCommunitySettings', {}, { staleTime: MINUTE_MS });
  const step = settings.data?.data.exchange_step_minutes;
  const sheet = useSheet(slug);
  const { slips, goTo } = sheet;
  useSaving(sheet, day, step);
  // They wait in this window, so that only its end loses them; the browser asks then, in its own words.
  useAskBeforeLeaving(slips.some(isUnsaved), text.leave, { isKeptByWindow: true });
  const looks = slips.filter((slip, index) => needsLook(slip, index === slips.length - 1));
  /** Goes to the next slip that needs a look, below the one with the focus and then from the top. */
  const look = () => {
    const next = nextLook(sheet, looks);
    if (next) goTo(next);
  };
  /** What was typed so far stays what it was. */
  const record = (next: typeof what) => {
    for (const slip of slips) {
      if (slip.kind === null && !isBlank(slip)) sheet.update(slip.key, (before) => ({ ...before, kind }));
    }
    if (next === 'group') setHasGroup(true);
    setWhat(next);
  };
  return (
    <Page
      title={text.slips.title}
      lead={text.slips.lead}
      back={{ href: `/c/${slug}/exchanges`, label: text.slips.toList }}
    >
      <SegmentedControl
        className="segments"
        aria-label={text.slips.what}
        value={what}
        onChange={(value) => record(value as typeof what)}
        data={(['exchange', 'gift', 'group'] as const).map((value) => ({ value, label: text.slips.whats[value] }))}
      />
      <div className="row slips-head">
        <DayField
          label={text.slips.dayOfNew}
          value={day}
          max={today()}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <p className="quiet">
          {what === 'gift' && text.slips.giftLead} {step !== undefined && step > 1 && text.slips.step(step)}{' '}
          {text.slips.kept} <span className="keys-only">{text.slips.keys}</span>
        </p>
      </div>
      {hasGroup && (
        <div hidden={what !== 'group'}>
          <GroupSlip day={day} step={step} />
        </div>
      )}
      <SlipList sheet={sheet} day={day} kind={kind} looks={looks} look={look} />
      <Foot slips={slips} looks={looks} look={look} />
    </Page>
  );
}

function nextLook(sheet: Sheet, looks: readonly Slip[]): Slip | undefined {
  const { slips } = sheet;
  const focused = focusedSlip(sheet);
  const at = focused ? slips.indexOf(focused) : -1;
  return looks.find((slip) => slips.indexOf(slip) > at && at < slips.length - 1) ?? looks[0];
}

interface LookProps {
  /** The slips that need a look. */
  readonly looks: readonly Slip[];
  readonly look: () => void;
}

function SlipList({ sheet, day, kind, looks, look }: LookProps & { sheet: Sheet; day: string; kind: ExchangeKind }) {
  const categories = useCategoryNames();
  const { slips, list, update, goOnFrom, goTo } = sheet;
  const finish = useFinish(sheet, day, kind);
  const undo = useUndo(sheet);
  const discard = (slip: Slip) => goOnFrom(slip, (one) => ({ ...one, state: 'discarded' }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of all its fields
    <div
      className="slips"
      ref={list}
      onKeyDown={(event) => {
        if (event.key !== LOOK_KEY) return;
        event.preventDefault();
        const slip = focusedSlip(sheet);
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
          kind={kind}
          categories={categories}
          change={(part) => update(slip.key, (before) => ({ ...before, ...part, isFinished: false }))}
          choose={(side, to) =>
            update(slip.key, (before) => ({
              ...before,
              [side]: to(before[side]),
              isFinished: false,
              faults: { ...before.faults, [side]: undefined },
            }))
          }
          answer={(side, to) => update(slip.key, (before) => ({ ...before, [side]: to(before[side]) }))}
          finish={() => finish(slip)}
          discard={() => discard(slip)}
          restore={() => {
            update(slip.key, (before) => ({ ...before, state: 'open', isFinished: false }));
            goTo(slip);
          }}
          undo={() => void undo(slip)}
        />
      ))}
    </div>
  );
}

/** The totals of saved slips, and the number of slips that need a look. */
function Foot({ slips, looks, look }: LookProps & { slips: readonly Slip[] }) {
  const { text, format } = useLanguage();
  const saved = slips.filter(({ state }) => state === 'saved');
  const total = saved.reduce((sum, { hours = 0 }) => sum + hours, 0);
  return (
    <div className="row slips-foot">
      <p role="status" className="slips-total">
        {saved.length > 0 && text.slips.total(saved.length, format.hours(total))}
      </p>
      <p role="status" className="slips-look">
        {looks.length > 0 && text.slips.looks(looks.length)}
      </p>
      {looks.length > 0 && (
        <Button variant="default" aria-keyshortcuts={LOOK_KEY} onClick={look}>
          {text.slips.goLook}
          <span className="keys-only" aria-hidden="true">
            &nbsp;({LOOK_KEY})
          </span>
        </Button>
      )}
    </div>
  );
}

/** The day on this person's calendar. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
