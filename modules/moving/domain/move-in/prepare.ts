/** From the files of a move and the answers to what is to be booked. Needs no database. */
import type { MoveNoteCode, MoveSystem } from '@timebank/contract';
import { withoutCodePages } from './encodings.ts';
import { filesOfMove } from './files.ts';
import { type MovePlan, planMove } from './plan.ts';
import { MOVE_PROFILES } from './profiles.ts';
import { createTalk } from './questions.ts';
import { type Answers, type MoveFile, MoveFileFault, type MoveQuestion, type RowFault } from './types.ts';

const FILE_NAME_MAX = 255;

/** How the files are to be read. */
export interface MoveReading {
  readonly system: MoveSystem;
  /** Of the person, and of an earlier run of this move. */
  readonly answers: Answers;
  readonly kept: Answers;
  /** The day of the move, `YYYY-MM-DD`. */
  readonly today: string;
  readonly now: Date;
}

export interface PreparedMove {
  readonly plan: MovePlan;
  readonly questions: readonly MoveQuestion[];
  readonly faults: readonly RowFault[];
  readonly notes: readonly MoveNoteCode[];
  /** The answers in use, suggestions not among them. */
  readonly used: Answers;
  readonly fileNames: readonly string[];
}

/** @throws MoveFileFault, MoveAnswerFault */
export async function prepareMove(
  given: readonly MoveFile[],
  { system, answers, kept, today, now }: MoveReading,
): Promise<PreparedMove> {
  const talk = createTalk(answers, kept, today);
  const files = withoutCodePages(await filesOfMove(given), talk);
  const source = await MOVE_PROFILES[system](files, talk);
  if (source.members.length === 0 && talk.faults.length === 0) throw new MoveFileFault('no_members');
  const plan = planMove(source, talk, now);
  const fileNames = files.map(({ name }) => name.slice(0, FILE_NAME_MAX));
  return { plan, questions: talk.open, faults: talk.faults, notes: talk.notes, used: talk.used, fileNames };
}
