/** A move on its way: the files, the answers, what the service found, and what was booked. */

import type { MoveSystem } from '@timebank/contract/words';
import { useState } from 'react';
import { IMPORT_BYTES_MAX, MOVE_FILES_MAX } from '../../../../console/desk/contract/routes.ts';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import type { MoveIn } from '../../contract/moves.ts';

const FILE_NAME_MAX = 255;

export type Question = MoveIn['questions'][number];
type Value = string | number;
/** By the key of the question; one value, or one for each item. */
export type Answers = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

interface MoveState {
  readonly system: MoveSystem;
  readonly files: readonly File[];
  /** Why the files cannot be checked. */
  readonly fault: string | undefined;
  readonly answers: Answers;
  /** Every question that was asked of these files, answered or not. */
  readonly asked: readonly Question[];
  readonly checked: MoveIn | undefined;
  readonly done: MoveIn | undefined;
  readonly progressKey: string;
}

const UNREAD = { fault: undefined, answers: {}, asked: [], checked: undefined, done: undefined } as const;
const START: MoveState = { ...UNREAD, system: 'timeoverflow', files: [], progressKey: '' };

export type OngoingMove = ReturnType<typeof useMove>;

export function useMove() {
  const text = useText().moving;
  const { slug } = useCommunity();
  const [state, setState] = useState(START);
  const set = (part: Partial<MoveState>) => setState((before) => ({ ...before, ...part }));
  const look = useAction(async (answers: Answers) => {
    const { query, file } = requestOf(state, answers);
    const { data } = await call('checkMove', { params: { slug }, query, file });
    setState((before) => ({
      ...before,
      answers,
      asked: [...before.asked.filter(({ key }) => !data.questions.some((one) => one.key === key)), ...data.questions],
      checked: data,
    }));
  });
  const book = useAction(async () => {
    const progressKey = crypto.randomUUID();
    set({ progressKey });
    const { query, file } = requestOf(state, state.answers);
    const { data } = await call('runMove', { params: { slug }, query: { ...query, progress_key: progressKey }, file });
    set(data.outcome === 'done' ? { done: data, checked: undefined } : { checked: data });
    await refresh('getMoveState', 'listImports', 'listMembers', 'listCommunityListings', 'listExchanges');
    await refresh('getOverview', 'getCommunitySeries', 'getCommunityFigures');
  });
  return {
    state,
    look,
    book,
    chooseSystem: (system: MoveSystem) => set({ ...UNREAD, system }),
    addFiles: (more: readonly File[]) => {
      const names = new Set(more.map(({ name }) => name));
      set({ ...UNREAD, files: [...state.files.filter(({ name }) => !names.has(name)), ...more] });
    },
    removeFile: (name: string) => set({ ...UNREAD, files: state.files.filter((one) => one.name !== name) }),
    again: () => setState((before) => ({ ...START, system: before.system })),
    check: () => {
      const size = state.files.reduce((sum, file) => sum + file.size, 0);
      const fault =
        state.files.length === 0
          ? text.noFiles
          : state.files.length > MOVE_FILES_MAX
            ? text.tooMany
            : size > IMPORT_BYTES_MAX
              ? text.tooLarge
              : undefined;
      set({ ...UNREAD, fault });
      if (!fault) void look.run({});
    },
    answer: (answers: Answers) => void look.run({ ...state.answers, ...answers }),
    /** Asks everything once more, with what was answered in the fields. */
    changeAnswers: () => {
      const { checked, asked, answers } = state;
      if (!checked) return;
      const questions = asked.map((question) => ({
        ...question,
        suggested: answers[question.key] ?? question.suggested,
      }));
      set({ checked: { ...checked, outcome: 'open', questions } });
    },
  };
}

/** The JSON that names the files, and behind it the files. */
function requestOf({ system, files }: MoveState, answers: Answers) {
  const named = files.map(({ name, size }) => ({
    name: [...name.toWellFormed()].slice(0, FILE_NAME_MAX).join('') || '-',
    bytes: size,
  }));
  const head = new Blob([JSON.stringify({ files: named, answers })]);
  return { query: { from: system, head_bytes: head.size }, file: new Blob([head, ...files]) };
}
