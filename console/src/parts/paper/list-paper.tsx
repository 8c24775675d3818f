/** A list on paper: all rows that fit its filters, in its order, with the columns that the person sees. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useCommunity } from '../../api/hooks.ts';
import { useLanguage } from '../../i18n/text.ts';
import { Paper } from './paper.tsx';
import { PaperTable } from './paper-table.tsx';
import { type PlainColumn, takenOf } from './plain.ts';

/** With more columns than these, the paper lies on its long side at first. */
const UPRIGHT_COLUMNS = 5;

export default function ListPaper<Row>({
  title,
  filters,
  rowsShown,
  sum,
  columns,
  rows,
  isWhole,
  sign,
  onClose,
}: {
  title: string;
  /** The filters that are set, in words. */
  filters: readonly string[];
  /** How many rows there are, in words. */
  rowsShown: (count: string, one: boolean) => string;
  sum?: string | undefined;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  /** False: there are more rows than one list on paper takes. */
  isWhole: boolean;
  /** Whether a column to sign in is offered. */
  sign?: boolean | undefined;
  onClose: () => void;
}) {
  const { text, format } = useLanguage();
  const { name } = useCommunity();
  const [signed, setSigned] = useState(false);
  const [wide, setWide] = useState(takenOf(columns).length > UPRIGHT_COLUMNS);
  return (
    <Paper
      title={title}
      wide={wide}
      onClose={onClose}
      options={
        <>
          {sign && (
            <Checkbox
              label={text.paper.signatures}
              checked={signed}
              onChange={(event) => setSigned(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={text.paper.landscape}
            checked={wide}
            onChange={(event) => setWide(event.currentTarget.checked)}
          />
        </>
      }
    >
      <header className="paper-title">
        <p>{name}</p>
        <h2>{title}</h2>
        <p>
          {[
            format.day(today()),
            rowsShown(format.number(rows.length), rows.length === 1),
            !isWhole && text.paper.first,
            sum,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {filters.length > 0 && <p>{filters.join(' · ')}</p>}
      </header>
      <PaperTable caption={title} columns={columns} rows={rows} {...(signed ? { empty: text.paper.signature } : {})} />
    </Paper>
  );
}

/** The calendar day by the clock of the person. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
