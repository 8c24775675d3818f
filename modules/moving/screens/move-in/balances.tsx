/** Every member's balance there and here, and why the exchanges do not explain all of it. */
import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { SearchFilter } from '../../../../console/src/parts/lists/filters.tsx';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import type { MoveIn } from '../../contract/moves.ts';

type Balance = MoveIn['balances'][number];

const STEP = 50;

export function Balances({ move }: { move: MoveIn }) {
  const text = useText().moving;
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [isOpening, setOpening] = useState(false);
  const [shown, setShown] = useState(STEP);
  const wanted = search.toLocaleLowerCase();
  const found = move.balances.filter(
    ({ number, name, opening_seconds }) =>
      (!isOpening || opening_seconds !== 0) && `${number} ${name}`.toLocaleLowerCase().includes(wanted),
  );
  const columns = useColumns();
  return (
    <Card title={text.balances} lead={text.balancesLead}>
      <Group gap="md" align="end" className="move-filters">
        <SearchFilter label={text.search} value={search} change={setSearch} />
        {move.opening_count > 0 && (
          <Checkbox
            label={text.onlyOpening(move.opening_count)}
            checked={isOpening}
            onChange={(event) => setOpening(event.currentTarget.checked)}
          />
        )}
      </Group>
      {found.length === 0 ? (
        <p>{text.nobody}</p>
      ) : (
        <DataTable
          caption={text.balances}
          columns={columns}
          rows={found.slice(0, shown)}
          rowKey={({ number }) => number}
        />
      )}
      {found.length > 0 && (
        <Group gap="md" className="move-count">
          <p className="quiet" role="status">
            {text.shown(format.number(Math.min(shown, found.length)), format.number(found.length))}
          </p>
          {found.length > shown && (
            <Button variant="default" onClick={() => setShown(shown + STEP)}>
              {text.more}
            </Button>
          )}
        </Group>
      )}
      {move.members > move.balances.length && (
        <p className="quiet">{text.listed(format.number(move.balances.length))}</p>
      )}
    </Card>
  );
}

function useColumns(): Column<Balance>[] {
  const text = useText().moving;
  const hours = useExactHours();
  const amount = (key: string, title: string, of: (row: Balance) => number | null): Column<Balance> => ({
    key,
    title,
    end: true,
    tight: true,
    cell: (row) => {
      const seconds = of(row);
      return seconds === null ? '–' : <Amount seconds={seconds} shown={hours(seconds)} />;
    },
  });
  return [
    {
      key: 'member',
      title: text.member,
      main: true,
      cell: ({ number, name }) => (
        <>
          {name}
          {name !== number && <div className="quiet">{number}</div>}
        </>
      ),
    },
    amount('there', text.there, (row) => row.there_seconds),
    amount('here', text.here, (row) => row.here_seconds),
    amount('exchanged', text.exchanged, (row) => row.exchanged_seconds),
    amount('fund', text.fund, (row) => row.fund_seconds),
    amount('opening', text.opening, (row) => row.opening_seconds),
    { key: 'why', title: text.why, cell: (row) => <Reasons row={row} /> },
  ];
}

function Amount({ seconds, shown }: { seconds: number; shown: string }) {
  return (
    <span className="hours" data-negative={seconds < 0 || undefined}>
      {shown}
    </span>
  );
}

/** What the opening balance consists of. */
function Reasons({ row }: { row: Balance }) {
  const { because } = useText().moving;
  const hours = useExactHours();
  const parts = [
    row.gone_seconds !== 0 && because.gone(hours(row.gone_seconds)),
    row.elsewhere_seconds !== 0 && because.elsewhere(hours(row.elsewhere_seconds)),
    row.other_seconds !== 0 && because.other(hours(row.other_seconds)),
    row.there_seconds === null && because.summed,
  ].filter((part) => part !== false);
  if (parts.length === 0) return '–';
  return parts.map((part) => <div key={part}>{part}</div>);
}

// Hours to the second: in decimals where two are enough, else with minutes and seconds.

/** @returns a function from seconds to a text such as `7.5 h` or `−7:31:05 h` */
export function useExactHours(): (seconds: number) => string {
  const { text, format } = useLanguage();
  return (seconds) => {
    const size = Math.abs(seconds);
    const two = (value: number) => String(value).padStart(2, '0');
    const shown =
      size % 36 === 0
        ? format.hours(size / 3600)
        : `${format.number(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}:${two(size % 60)}`;
    return text.members.hours(`${seconds < 0 ? '−' : ''}${shown}`);
  };
}
