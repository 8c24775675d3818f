/** The history of an account: every line explained, with the balance after it. */
import { Anchor, Button } from '@mantine/core';
import { ListOrdered, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { PER_PAGE } from '../../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Arriving, Empty } from '../../../../console/src/parts/page/states.tsx';
import { creditDetails } from '../../../../console/src/parts/values/credit-details.ts';
import { Hours } from '../../../../console/src/parts/values/hours.tsx';
import { recorderText } from '../../../../console/src/parts/values/recorder-text.ts';
import { Tag, Time } from '../../../../console/src/parts/values/values.tsx';
import type { AccountLine } from '../../contract/accounts.ts';

type Source =
  | { readonly operation: 'listMemberTransfers'; readonly params: { memberId: string } }
  | { readonly operation: 'listAccountTransfers'; readonly params: { accountId: number } };

export function AccountLines({ operation, params }: Source) {
  const text = useText();
  const { slug } = useCommunity();
  const list = useReadPages(operation, { params: { ...params }, query: { per_page: PER_PAGE } });
  const { items } = list;
  if (!items) return <Arriving of={list} />;
  if (items.length === 0) return <Empty icon={ListOrdered} title={text.member.historyEmpty} />;
  const of = 'memberId' in params ? `members/${params.memberId}` : `accounts/${params.accountId}`;
  return (
    <>
      <div className="take-out">
        <Button
          variant="default"
          size="xs"
          component={Link}
          href={`/c/${slug}/${of}/statement`}
          leftSection={<Printer size={16} />}
        >
          {text.accountStatement.open}
        </Button>
      </div>
      <div className="card card-table">
        <Lines lines={items as readonly AccountLine[]} />
      </div>
      <LoadMore of={list} />
    </>
  );
}

function Lines({ lines }: { lines: readonly AccountLine[] }) {
  const { text, format } = useLanguage();
  const columns: Column<AccountLine>[] = [
    { key: 'what', title: text.member.line, main: true, cell: (line) => <What line={line} /> },
    {
      key: 'when',
      title: text.member.when,
      cell: ({ service_date, booked_on, created_at, recorded_by, recorded_by_name }) => (
        <>
          {format.day(service_date ?? booked_on)}
          <div className="quiet">
            {text.member.booked} <Time at={created_at} /> · {recorderText(recorded_by, recorded_by_name, text)}
          </div>
        </>
      ),
    },
    {
      key: 'hours',
      title: text.member.hoursColumn,
      end: true,
      tight: true,
      cell: ({ hours }) => <Hours value={hours} signed />,
    },
    {
      key: 'after',
      title: text.member.after,
      end: true,
      tight: true,
      cell: ({ balance_after_hours }) => <Hours value={balance_after_hours} />,
    },
  ];
  return <DataTable caption={text.member.history} columns={columns} rows={lines} rowKey={({ id }) => id} />;
}

function What({ line }: { line: AccountLine }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const { counterpart } = line;
  const title = titleOf(line, text);
  const more = detailsOf(line, text, format);
  return (
    <>
      {counterpart.kind === 'member' && counterpart.id ? (
        <Anchor component={Link} href={`/c/${slug}/members/${counterpart.id}`} className="row-link">
          {title}
        </Anchor>
      ) : (
        <span className="row-link">{title}</span>
      )}{' '}
      {line.reversed_by_id && <Tag tone="quiet">{text.member.corrected}</Tag>}
      {more.length > 0 && <div className="quiet">{more.join(' · ')}</div>}
    </>
  );
}

const detailsOf = (line: AccountLine, text: Texts, format: Format): readonly string[] => [
  ...(line.reference ? [text.member.referenceIs(line.reference)] : []),
  ...creditDetails(line, text, format),
  ...(line.note ? [line.note] : []),
  ...(line.reason ? [line.reason] : []),
];

/** A line as one text: what it was, and all that is known of it. */
export const lineText = (line: AccountLine, text: Texts, format: Format): string =>
  [
    titleOf(line, text),
    line.reversed_by_id && text.member.corrected,
    // On paper the day is that of the booking.
    line.service_date && text.member.givenOn(format.day(line.service_date)),
    ...detailsOf(line, text, format),
  ]
    .filter(Boolean)
    .join(' · ');

function titleOf({ kind, hours, counterpart }: AccountLine, text: Texts): string {
  const name = counterpart.name ?? (counterpart.kind === 'chest' ? text.member.chest : text.member.opening);
  if (counterpart.kind === 'community') {
    return kind === 'credit' ? text.member.transferTo(name) : text.member.transferBack(name);
  }
  if (kind === 'credit') return text.member.creditFrom(name);
  if (kind === 'credit_reversal') return text.member.creditBack(name);
  if (kind === 'gift') return hours > 0 ? text.member.giftFrom(name) : text.member.giftTo(name);
  if (kind === 'exchange') return hours > 0 ? text.member.helped(name) : text.member.wasHelped(name);
  if (kind === 'opening' || kind === 'opening_reversal') return text.member.kinds[kind];
  return `${text.member.kinds[kind]}: ${name}`;
}
