/** What came of a file: its movements, whether its figures agree, and what it leaves open. */

import { Button, Loader, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldError } from '../../../../console/src/api/call.ts';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Texts, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { failureText, fieldText } from '../../../../console/src/parts/page/failure.ts';
import { Notice } from '../../../../console/src/parts/page/states.tsx';
import { accountShown } from '../../../../console/src/parts/values/money.ts';
import { To } from '../../../../console/src/parts/values/to.tsx';
import type { InboxFile, InboxImport } from '../../contract/inbox.ts';
import { outcomeWords } from '../reconciliation/line-texts.ts';
import { failedProof, questionShown } from './line-words.ts';
import type { Answers, FileItem } from './use-file-imports.ts';

interface Props {
  readonly item: FileItem;
  readonly isBusy: boolean;
  readonly answer: (answers: Answers) => void;
}

export function FileOutcome({ item: { file, state, brought, error }, isBusy, answer }: Props) {
  const text = useText();
  const { inbox } = text;
  if (error) {
    const [fault] = error.fields;
    return (
      <Notice tone="bad" role="alert" title={file.name}>
        {fault ? fileFault(fault, text) : failureText(error, text)}
      </Notice>
    );
  }
  if (!brought) {
    return (
      <p className="row">
        {state === 'reading' && <Loader size={16} />} <span className="inbox-file">{file.name}</span>{' '}
        <span className="quiet">{state === 'reading' ? inbox.reading : inbox.waiting}</span>
      </p>
    );
  }
  const { lines, taken_accounts, file: kept, questions, comparisons } = brought;
  const proposals = lines.filter(({ proposal }) => proposal !== null).length;
  const isDoubtful = kept?.proofs.some(({ holds }) => holds === false);
  const isOpen = questions.length > 0;
  const tones = comparisons.map(({ report }) => outcomeWords(report, text).tone);
  const tone = isOpen || tones.includes('wait') ? 'wait' : tones.includes('info') ? 'info' : 'good';
  return (
    <Notice tone={isDoubtful ? 'bad' : tone} title={file.name}>
      {kept && <p>{inbox.brought(lines.length, proposals)}</p>}
      {kept && <Proofs proofs={kept.proofs} />}
      {taken_accounts.length > 0 && <p>{inbox.taken(taken_accounts.map(accountShown).join(', '))}</p>}
      {comparisons.map((compared) => (
        <ComparedWith key={compared.partner_id} {...compared} />
      ))}
      {isOpen && <Questions questions={questions} isBusy={isBusy} answer={answer} />}
    </Notice>
  );
}

/** What the comparison with a partner's credits found, and the ways on. */
function ComparedWith({ partner_id, partner_name, report }: InboxImport['comparisons'][number]) {
  const text = useText();
  const { slug } = useCommunity();
  const base = `/c/${slug}/partners/${partner_id}/statements`;
  const { title, sentences } = outcomeWords(report, text);
  return (
    <>
      <p>
        <strong>{text.inbox.comparedWith(partner_name, title)}</strong> {sentences.join(' ')}
      </p>
      <p className="row">
        <To href={`${base}/match/${report.id}`}>{text.inbox.toReport}</To>
        {report.open_not_compared > 0 && <To href={base}>{text.rates.title}</To>}
      </p>
    </>
  );
}

/** The proofs of a file as sentences; those that fail are red, with both figures. */
export function Proofs({ proofs }: Pick<InboxFile, 'proofs'>) {
  const { text, format } = useLanguage();
  const failed = proofs.filter(({ holds }) => holds === false);
  const holding = new Set(proofs.filter(({ holds }) => holds).map(({ kind }) => text.inbox.proofNames[kind]));
  const sentences = new Set(failed.map((proof) => failedProof(proof, text, format)));
  return (
    <>
      {[...sentences].map((sentence) => (
        <p key={sentence} className="inbox-fails">
          {sentence}
        </p>
      ))}
      {failed.length > 0 && <p>{text.inbox.doubt}</p>}
      {holding.size > 0 && <p>{text.inbox.agrees(format.list([...holding]))}</p>}
      {failed.length === 0 && holding.size === 0 && <p>{text.inbox.noProof}</p>}
    </>
  );
}

function Questions({
  questions,
  isBusy,
  answer,
}: Pick<InboxFile, 'questions'> & { isBusy: boolean; answer: (answers: Answers) => void }) {
  const text = useText();
  const { inbox } = text;
  const [answers, setAnswers] = useState<Answers>(
    Object.fromEntries(questions.map(({ key, suggested }) => [key, suggested ?? ''])),
  );
  const options: Readonly<Record<string, string>> = inbox.options;
  const set = (key: string, value: string) => setAnswers((before) => ({ ...before, [key]: value }));
  const isComplete = questions.every(({ key }) => answers[key]?.trim());
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) answer(answers);
      }}
    >
      <Stack gap="sm">
        <p>{inbox.questionTitle}</p>
        {questions.map((question) =>
          question.options ? (
            <Select
              key={question.key}
              label={questionShown(question, text)}
              data={question.options.map((value) => ({ value, label: options[value] ?? value }))}
              value={answers[question.key] || null}
              onChange={(value) => set(question.key, value ?? '')}
            />
          ) : (
            <TextInput
              key={question.key}
              label={questionShown(question, text)}
              value={answers[question.key] ?? ''}
              onChange={(event) => set(question.key, event.currentTarget.value)}
            />
          ),
        )}
        <div>
          <Button type="submit" loading={isBusy} disabled={!isComplete}>
            {inbox.answer}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Why a file cannot be read, and what to choose instead. */
function fileFault(fault: FieldError, text: Texts): string {
  const faults: Readonly<Record<string, (line: string, found: string, max: string) => string>> = text.inbox.faults;
  const { line = '', found = '', max = '' } = fault.values ?? {};
  return faults[fault.code]?.(String(line), String(found), String(max)) ?? fieldText(fault, text);
}
