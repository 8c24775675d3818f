/** The movements: those that are open first, each with what it is and what can be done. */

import { Button, Checkbox, FileInput, Select, Stack } from '@mantine/core';
import { CircleCheck, Inbox, Upload } from 'lucide-react';
import { useState } from 'react';
import { useCommunity, useRead, useReadPages, useSession } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DropTarget } from '../../../../console/src/parts/forms/drop-target.tsx';
import { SearchFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import { LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Arriving, Empty, LoadFailed, Loading, Notice } from '../../../../console/src/parts/page/states.tsx';
import type { PlainColumn } from '../../../../console/src/parts/paper/plain.ts';
import { TakeOut } from '../../../../console/src/parts/paper/take-out.tsx';
import { accountShown } from '../../../../console/src/parts/values/money.ts';
import type { InboxLine } from '../../contract/inbox.ts';
import { ApproveDialog, type Outcome, RefusedLines } from './approve.tsx';
import { FileOutcome } from './file-outcome.tsx';
import { Line } from './line.tsx';
import { proposalShown } from './line-words.ts';
import { useFileImports } from './use-file-imports.ts';

const LINES_AT_ONCE = 50;
const ALL = 'all';
/** Partners that can be chosen. */
const PARTNERS_MAX = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export default function Lines() {
  const { text, format } = useLanguage();
  const { can } = useCommunity();
  const [{ state: wanted, before: day, find }, change] = useQueryState(['state', 'before', 'find']);
  const states = Object.keys(text.inbox.states) as (keyof typeof text.inbox.states)[];
  // What is looked for may long be booked.
  const isAll = wanted === ALL || (wanted === '' && find !== '');
  const state = isAll ? undefined : (states.find((one) => one === wanted) ?? 'open');
  const before = DAY.test(day) ? day : undefined;
  const list = useReadPages('listInboxLines', {
    query: { per_page: LINES_AT_ONCE, ...(state ? { state } : {}), ...(find ? { find } : before ? { before } : {}) },
  });
  const settings = useRead('getInboxSettings');
  const columns = usePlainLines();
  const isFirst = find === '' && list.items?.length === 0 && settings.data?.data.accounts.length === 0;
  return (
    <div className="stack">
      {can('statements.compare') && <ImportFiles />}
      {isFirst ? (
        <Empty icon={Inbox} title={text.inbox.empty}>
          {can('statements.compare') ? text.inbox.emptyText : text.inbox.emptyReader}
        </Empty>
      ) : (
        <>
          {before && !find && <BeforeNotice day={before} showAll={() => change({ before: '' })} />}
          <div className="list-bar">
            <search className="filters">
              <SearchFilter
                label={text.inbox.find}
                placeholder={text.inbox.findBy}
                value={find}
                change={(value) => change({ find: value })}
              />
              <Select
                label={text.inbox.state}
                data={[
                  ...states.map((value) => ({ value, label: text.inbox.states[value] })),
                  { value: ALL, label: text.inbox.all },
                ]}
                value={state ?? ALL}
                onChange={(value) => change({ state: value === 'open' && !find ? '' : (value ?? ''), before: '' })}
              />
            </search>
            {list.items && list.items.length > 0 && (
              <div className="list-side">
                <TakeOut
                  title={text.inbox.list}
                  columns={columns}
                  readAll={list.readAll}
                  filtersNow={() => [
                    state ? text.inbox.states[state] : text.inbox.all,
                    ...(find ? [find] : []),
                    ...(before ? [text.inbox.before(format.day(before))] : []),
                  ]}
                />
              </div>
            )}
          </div>
          <Arriving of={list} rows={8} height={64} />
          {list.items?.length === 0 && (
            <Empty icon={CircleCheck} title={state === 'open' && !find ? text.inbox.nothingOpen : text.inbox.none}>
              {state === 'open' && !find ? text.inbox.nothingOpenText : undefined}
            </Empty>
          )}
          {list.items && list.items.length > 0 && (
            <LineList lines={list.items} before={before} fourEyes={settings.data?.data.four_eyes ?? false} />
          )}
          <LoadMore of={list} />
        </>
      )}
    </div>
  );
}

function BeforeNotice({ day, showAll }: { day: string; showAll: () => void }) {
  const { text, format } = useLanguage();
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" onClick={showAll}>
          {text.inbox.showAll}
        </Button>
      }
    >
      {text.inbox.before(format.day(day))}
    </Notice>
  );
}

interface LineListProps {
  lines: readonly InboxLine[];
  before: string | undefined;
  fourEyes: boolean;
}

/** The rows, what of them is selected, and the buttons that book. */
function LineList({ lines, before, fourEyes }: LineListProps) {
  const text = useText();
  const { can } = useCommunity();
  const { administrator } = useSession();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<{ readonly lines: readonly InboxLine[] | undefined }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const isOwn = (line: InboxLine) => fourEyes && line.imported_by === `administrator:${administrator.id}`;
  const mayBook = (line: InboxLine) => can('statements.compare') && line.proposal !== null && !isOwn(line);
  const able = lines.filter(mayBook);
  const chosen = able.filter(({ id }) => selected.has(id));
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const isAll = able.length > 0 && chosen.length === able.length;
  return (
    <>
      {outcome && <RefusedLines outcome={outcome} />}
      {able.length > 0 && (
        <div className="inbox-bar">
          <Checkbox
            label={text.inbox.selectShown}
            checked={isAll}
            indeterminate={chosen.length > 0 && !isAll}
            onChange={() => setSelected(new Set(isAll ? [] : able.map(({ id }) => id)))}
          />
          <div className="row">
            {chosen.length > 0 && (
              <Button onClick={() => setAsked({ lines: chosen })}>{text.inbox.approveSelected(chosen.length)}</Button>
            )}
            <Button variant={chosen.length > 0 ? 'default' : 'filled'} onClick={() => setAsked({ lines: undefined })}>
              {text.inbox.approveAll}
            </Button>
          </div>
        </div>
      )}
      <ul className="inbox-lines" aria-label={text.inbox.list}>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            isOwn={line.proposal !== null && isOwn(line)}
            selected={selected.has(line.id)}
            toggle={mayBook(line) ? () => toggle(line.id) : undefined}
            approve={mayBook(line) ? () => setAsked({ lines: [line] }) : undefined}
          />
        ))}
      </ul>
      {asked && (
        <ApproveDialog
          lines={asked.lines}
          before={before}
          isOwn={isOwn}
          onDone={(done) => {
            setOutcome(done.refused.length > 0 ? done : undefined);
            setSelected(new Set());
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

// Files of the bank, chosen or dropped, imported one after the other.

function ImportFiles() {
  const { inbox } = useText();
  const [{ partner }, change] = useQueryState(['partner']);
  const { items, isBusy, add, answer } = useFileImports();
  const partners = useRead('listPartners', { query: { sort: 'name', per_page: PARTNERS_MAX } });
  const named = partners.data?.data.map(({ id, name }) => ({ value: String(id), label: inbox.ofPartner(name) })) ?? [];
  // Who is no longer there is nobody's.
  const whose = named.some(({ value }) => value === partner) ? partner : '';
  const upload = (files: readonly File[]) => add(files, whose);
  const done = items.filter(({ state }) => state === 'done' || state === 'failed').length;
  return (
    <Card title={inbox.importTitle} lead={inbox.importLead}>
      <Stack gap="md">
        {named.length > 0 && (
          <Select
            className="form-column"
            label={inbox.whose}
            description={whose ? inbox.ofPartnerMeans : inbox.byAccountMeans}
            data={[{ value: '', label: inbox.byAccount }, ...named]}
            value={whose}
            onChange={(value) => change({ partner: value ?? '' })}
          />
        )}
        {/* Before it is known whose file it is, none is taken. */}
        {partner && !partners.data ? (
          partners.error ? (
            <LoadFailed error={partners.error} retry={() => void partners.refetch()} />
          ) : (
            <Loading />
          )
        ) : (
          <DropTarget drop={upload}>
            <FileInput
              label={inbox.files}
              description={inbox.filesHint}
              placeholder={inbox.choose}
              leftSection={<Upload size={18} />}
              multiple
              value={[]}
              onChange={upload}
            />
          </DropTarget>
        )}
      </Stack>
      <div role="status" className="inbox-progress">
        {items.length > 0 && inbox.progress(done, items.length)}
      </div>
      {items.length > 0 && (
        <ul className="inbox-files">
          {items.map((item) => (
            <li key={item.key}>
              <FileOutcome item={item} isBusy={isBusy} answer={(answers) => answer(item.key, answers)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

// The movements as paper and spreadsheets take them.

function usePlainLines(): readonly PlainColumn<InboxLine>[] {
  const { text, format } = useLanguage();
  const { facts, states, reasons, currency } = text.inbox;
  return [
    { key: 'day', title: facts.day, plain: ({ booked_on }) => ({ day: booked_on }) },
    { key: 'payer', title: facts.payer, plain: ({ payer }) => payer },
    { key: 'text', title: facts.text, plain: (line) => line.text },
    { key: 'amount', title: facts.amount, end: true, plain: ({ amount }) => ({ money: amount }) },
    { key: 'currency', title: currency, plain: (line) => line.currency },
    { key: 'state', title: facts.what, plain: ({ state }) => states[state] },
    { key: 'why', title: text.inbox.why, plain: (line) => proposalShown(line, text, format) ?? reasons[line.reason] },
    {
      key: 'member',
      title: text.inbox.creditedMember,
      plain: ({ credit_member: credited, proposal }) => (credited ?? proposal)?.name,
    },
    {
      key: 'number',
      title: text.listings.memberNumber,
      plain: ({ credit_member: credited, proposal }) => (credited ?? proposal)?.number,
    },
    { key: 'note', title: facts.note, plain: ({ note }) => note },
    { key: 'reference', title: facts.reference, plain: ({ reference }) => reference },
    {
      key: 'account',
      title: facts.account,
      plain: ({ account }) => account && accountShown(account).replaceAll('\u00a0', ' '),
    },
  ];
}
