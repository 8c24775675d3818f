/** What was found: rows at fault, questions, counts and balances, and the button that books it all. */
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { MoveIn } from '../../contract/moves.ts';
import { Running } from '../import/result.tsx';
import { Balances } from './balances.tsx';
import { useExactHours } from './exact-hours.ts';
import { Questions } from './questions.tsx';
import type { OngoingMove } from './use-move.ts';

export function Checked({ move, ongoing }: { move: MoveIn; ongoing: OngoingMove }) {
  const text = useText().moving;
  const { state, look, book, changeAnswers } = ongoing;
  const { questions, fault_count: faults } = move;
  const isOpen = questions.length > 0;
  return (
    <>
      {faults > 0 && <Faults move={move} />}
      {isOpen && <Questions key={questions.map(({ key }) => key).join()} questions={questions} ongoing={ongoing} />}
      {!isOpen && faults === 0 && (
        <Notice tone="good" role="status" title={text.possible}>
          {text.possibleLead}
        </Notice>
      )}
      {!isOpen && <Found move={move} />}
      {!isOpen && state.asked.length > 0 && (
        <div>
          <Anchor component="button" type="button" disabled={look.busy || book.busy} onClick={changeAnswers}>
            {text.changeAnswers}
          </Anchor>
        </div>
      )}
      {!isOpen && <Balances move={move} />}
      {!isOpen && faults === 0 && <Book move={move} ongoing={ongoing} />}
    </>
  );
}

function Faults({ move: { faults, fault_count: count } }: { move: MoveIn }) {
  const text = useText().moving;
  const format = useFormat();
  const title = text.faultsTitle(count);
  return (
    <Card title={title} lead={text.faultsLead}>
      <DataTable
        caption={title}
        columns={[
          {
            key: 'what',
            title: text.what,
            main: true,
            cell: ({ code, values, message }) => text.faults[code as keyof typeof text.faults]?.(values) ?? message,
          },
          { key: 'file', title: text.file, cell: ({ file }) => file },
          { key: 'line', title: text.line, tight: true, cell: ({ line }) => format.number(line) },
          { key: 'member', title: text.member, cell: ({ member }) => member ?? '–' },
        ]}
        rows={faults.map((fault, index) => ({ ...fault, index }))}
        rowKey={({ index }) => index}
      />
      {count > faults.length && (
        <p className="quiet">{text.faultsShown(format.number(faults.length), format.number(count))}</p>
      )}
    </Card>
  );
}

/** Counts and sums, and what a person is to know besides. */
function Found({ move }: { move: MoveIn }) {
  const text = useText().moving;
  const format = useFormat();
  const hours = useExactHours();
  const { members, listings, exchanges, balance_seconds: sum, fund_seconds: fund, notes } = move;
  return (
    <Card title={text.found}>
      <Facts
        items={[
          [text.counts.members, format.number(members)],
          [text.counts.listings, format.number(listings)],
          [text.counts.exchanges, format.number(exchanges)],
          [text.counts.sum, hours(sum)],
          ...(fund === null ? [] : [[text.counts.fund, hours(fund)] as const]),
        ]}
      />
      {notes.length > 0 && (
        <ul className="move-notes">
          {notes.map((code) => (
            <li key={code}>{text.notes[code as keyof typeof text.notes]}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Book({ move, ongoing }: { move: MoveIn; ongoing: OngoingMove }) {
  const text = useText().moving;
  const { state, look, book } = ongoing;
  return (
    <Card>
      <Stack gap="md">
        <ActionFailed error={book.error} />
        {book.error && <p>{text.lost}</p>}
        {book.busy && <Running progressKey={state.progressKey} label={text.booking} />}
        <Group>
          <Button loading={book.busy} disabled={look.busy} onClick={() => void book.run()}>
            {text.book(move.members)}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
