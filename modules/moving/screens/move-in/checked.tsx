/** What was found: rows at fault, questions, counts and balances, and the button that books it all. */
import { Anchor, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice } from '../../../../console/src/parts/page/states.tsx';
import type { MoveIn } from '../../contract/moves.ts';
import { Running } from '../import/result.tsx';
import { Balances, useExactHours } from './balances.tsx';
import type { Answers, OngoingMove, Question } from './use-move.ts';

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

// What the files cannot say: each question with its suggestion.

const UNIT = 'units_per_hour';
const ZONE = 'time_zone';
const UNIT_FORM = /^\d{1,9}(?:[.,]\d{1,9})?$/;

/** What is typed, by question and item; '' is the item of a question with one answer. */
type TypedAnswers = Readonly<Record<string, Readonly<Record<string, string>>>>;

function Questions({ questions, ongoing }: { questions: readonly Question[]; ongoing: OngoingMove }) {
  const text = useText().moving;
  const { look, book, answer } = ongoing;
  const [typed, setTyped] = useState<TypedAnswers>(() =>
    Object.fromEntries(questions.map((question) => [question.key, suggestionsOf(question)])),
  );
  const set = (key: string, item: string, value: string) =>
    setTyped((before) => ({ ...before, [key]: { ...before[key], [item]: value } }));
  const isUnit = UNIT_FORM.test(typed[UNIT]?.['']?.trim() ?? '1') && unitOf(typed[UNIT]?.[''] ?? '1') > 0;
  return (
    <Card title={text.questionsTitle} lead={text.questionsLead}>
      <form
        className="form-column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isUnit) answer(answersOf(questions, typed));
        }}
      >
        <Stack gap="md">
          {questions.map((question) => (
            <QuestionFields
              key={question.key}
              question={question}
              typed={typed[question.key] ?? {}}
              error={question.key === UNIT && !isUnit ? text.unitFault : undefined}
              set={(item, value) => set(question.key, item, value)}
            />
          ))}
          <div>
            <Button type="submit" loading={look.busy} disabled={book.busy}>
              {text.answer}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}

interface QuestionFieldsProps {
  question: Question;
  typed: Readonly<Record<string, string>>;
  error: string | undefined;
  set: (item: string, value: string) => void;
}

function QuestionFields({ question, typed, error, set }: QuestionFieldsProps) {
  const text = useText().moving;
  const title = (text.questions as Words)[question.key] ?? question.question;
  if (question.items === null) {
    return <Field question={question} label={title} value={typed[''] ?? ''} error={error} set={(to) => set('', to)} />;
  }
  return (
    <fieldset className="fieldset">
      <legend>{title}</legend>
      <Stack gap="sm">
        {question.items.map((item) => (
          <Field
            key={item}
            question={question}
            label={item}
            value={typed[item] ?? ''}
            error={error}
            set={(to) => set(item, to)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

interface FieldProps {
  question: Question;
  label: string;
  value: string;
  error: string | undefined;
  set: (value: string) => void;
}

function Field({ question: { key, options, examples }, label, value, error, set }: FieldProps) {
  const text = useText().moving;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const hint = [(text.hints as Words)[key], key === ZONE ? text.browserZone(timeZone) : undefined]
    .filter(Boolean)
    .join(' ');
  const shared = {
    label,
    description: hint || undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  };
  const choices = key === ZONE ? zones(value) : options?.map(String);
  if (choices) {
    return (
      <Select
        {...shared}
        searchable={key === ZONE}
        nothingFoundMessage={text.zoneFault}
        data={choices.map((one) => ({ value: one, label: examples?.[one] || shownValue(text, key, one) }))}
        value={value}
        onChange={(to) => to && set(to)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      {...(key === UNIT ? { inputMode: 'decimal' as const } : {})}
      autoComplete="off"
      maxLength={100}
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** Every zone that the browser knows, and the one that is chosen. */
function zones(chosen: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])].filter(Boolean);
}

/** Words by names of another system's export. */
type Words = Readonly<Record<string, string>>;

const shownValue = (text: Texts['moving'], key: string, value: string) =>
  (text.valuesOf as Readonly<Record<string, Words>>)[key]?.[value] ?? (text.values as Words)[value] ?? value;

function suggestionsOf({ suggested, items }: Question): Record<string, string> {
  if (items === null || typeof suggested !== 'object') return { '': String(suggested) };
  return Object.fromEntries(items.map((item) => [item, String(suggested[item] ?? '')]));
}

const unitOf = (text: string) => Number(text.trim().replace(',', '.'));

function answersOf(questions: readonly Question[], typed: TypedAnswers): Answers {
  const read = ({ key, options }: Question, text: string) => {
    if (key === UNIT) return unitOf(text);
    return options?.find((option) => String(option) === text) ?? text.trim();
  };
  return Object.fromEntries(
    questions.map((question) => {
      const values = typed[question.key] ?? {};
      if (question.items === null) return [question.key, read(question, values[''] ?? '')];
      return [
        question.key,
        Object.fromEntries(question.items.map((item) => [item, read(question, values[item] ?? '')])),
      ];
    }),
  );
}
