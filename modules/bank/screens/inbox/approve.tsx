/** Booking what lines propose: the sum is said before, and what the ledger refused after. */
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Action, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { ActionFailed, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { moneyShown } from '../../../../console/src/parts/values/money.ts';
import type { InboxApproved, InboxLine } from '../../contract/inbox.ts';
import { payerShown } from './line-words.ts';

/** Lines of one call. */
const LINES_AT_ONCE = 500;
const PAGE = 100;
/** What changes with a line. */
export const CHANGED = ['listInboxLines', 'getOverview', 'listInboxFiles'] as const;

export interface Outcome {
  readonly refused: InboxApproved['refused'];
  /** All that were sent, to name those that were refused. */
  readonly lines: readonly InboxLine[];
}

interface Props {
  /** Undefined: all proposals there are. */
  readonly lines: readonly InboxLine[] | undefined;
  readonly before: string | undefined;
  readonly isOwn: (line: InboxLine) => boolean;
  readonly onDone: (outcome: Outcome) => void;
  readonly onClose: () => void;
}

export function ApproveDialog({ lines: given, before, isOwn, onDone, onClose }: Props) {
  const text = useText();
  const { slug } = useCommunity();
  const [read, setRead] = useState(given);
  const reading = useAction(async () => setRead(await proposalsOf(slug, before)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read once, when the dialog opens
  useEffect(() => {
    if (!given) void reading.run();
  }, []);
  const lines = read?.filter((line) => !isOwn(line));
  const action: Action<[]> = useAction(
    async () => {
      if (!lines) return;
      const { booked, refused } = await approveInParts(
        slug,
        lines.map(({ id }) => id),
      );
      if (booked > 0) succeeded(text.inbox.approved(booked));
      await refresh(...CHANGED);
      onDone({ refused, lines });
    },
    () => void refresh(...CHANGED),
  );
  return (
    <Confirm
      title={text.inbox.approveTitle}
      go={text.inbox.approve}
      action={action}
      disabled={!lines || lines.length === 0}
      onClose={onClose}
    >
      <div className="stack" aria-live="polite">
        {!lines && !reading.error && <Text>{text.inbox.counting}</Text>}
        <ActionFailed error={reading.error} />
        {lines && <Sums lines={lines} own={(read?.length ?? 0) - lines.length} />}
      </div>
    </Confirm>
  );
}

function Sums({ lines, own }: { lines: readonly InboxLine[]; own: number }) {
  const { inbox } = useText();
  const format = useFormat();
  const sumOf = (some: readonly InboxLine[]) => ({
    lines: some.length,
    members: new Set(some.map(({ proposal }) => proposal?.user_id)).size,
    hours: format.hours(some.reduce((sum, { proposal }) => sum + Math.abs(proposal?.seconds ?? 0), 0) / 3600),
  });
  const gain = sumOf(lines.filter(({ proposal }) => (proposal?.seconds ?? 0) > 0));
  const loss = sumOf(lines.filter(({ proposal }) => (proposal?.seconds ?? 0) < 0));
  return (
    <>
      {lines.length === 0 && <Text>{inbox.approveNothing}</Text>}
      {gain.lines > 0 && <Text>{inbox.approveText(gain.hours, gain.members, gain.lines)}</Text>}
      {loss.lines > 0 && <Text>{inbox.approveBack(loss.hours, loss.members)}</Text>}
      {own > 0 && <Notice tone="info">{inbox.approveOwn(own)}</Notice>}
    </>
  );
}

/** All open lines with a proposal, of those that came before a day. */
async function proposalsOf(slug: string, before: string | undefined): Promise<InboxLine[]> {
  const found: InboxLine[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      state: 'open',
      per_page: PAGE,
      ...(before ? { before } : {}),
      ...(cursor ? { cursor } : {}),
    } as const;
    const { data, meta } = await call('listInboxLines', { params: { slug }, query });
    found.push(...data.filter(({ proposal }) => proposal !== null));
    cursor = meta.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

async function approveInParts(slug: string, ids: readonly number[]) {
  const refused: InboxApproved['refused'] = [];
  let booked = 0;
  for (let from = 0; from < ids.length; from += LINES_AT_ONCE) {
    const body = { ids: ids.slice(from, from + LINES_AT_ONCE) };
    const { data } = await call('approveInboxLines', { params: { slug }, body });
    booked += data.booked.length;
    refused.push(...data.refused);
  }
  return { booked, refused };
}

export function RefusedLines({ outcome: { refused, lines } }: { outcome: Outcome }) {
  const { text, format } = useLanguage();
  const codes: Readonly<Record<string, string>> = text.inbox.refusedCodes;
  return (
    <Notice tone="bad" role="alert" title={text.inbox.refusedTitle(refused.length)}>
      <ul className="plain-list">
        {refused.map(({ id, code }) => {
          const line = lines.find((one) => one.id === id);
          return (
            <li key={id}>
              {line && text.inbox.refusedLine(payerShown(line, text), moneyShown(line, format))}{' '}
              {codes[code] ?? text.inbox.refusedCodes.other}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
