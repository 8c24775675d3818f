/** Moving in from another system: one act over several files, all of it or nothing (docs/decisions/imports.md). */
import type { MoveNoteCode, MoveSystem } from '@timebank/contract';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { dayOf } from '../../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { learnRows } from '../../../../core/database/statistics.ts';
import type { ImportProgress } from '../../../tables/record-types.ts';
import { discardPlans, lockOpeningAccount, planForAnyCommunity } from '../import/queries.ts';
import { rerunning } from '../import/rerun.ts';
import type { MovePlan } from './plan.ts';
import { type PreparedMove, prepareMove } from './prepare.ts';
import { type MoveRow, selectIsFilled, selectStandingMove } from './queries.ts';
import type { Answers, MoveFile, MoveQuestion, RowFault } from './types.ts';
import { writeMoveIn } from './write.ts';

/** What is to move in, and how. */
export interface MoveInput {
  readonly system: MoveSystem;
  readonly files: readonly MoveFile[];
  readonly answers: Answers;
  /** True: everything but writing. */
  readonly checkOnly: boolean;
  /** Who moves in: `administrator:3`, `command line`. */
  readonly recordedBy: string;
  /** Reads the files; here where absent. */
  readonly prepare?: typeof prepareMove;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface MoveResult {
  /** `done`: it is in the books, now or before. `possible`: nothing prevents it. `open`: questions or rows do. */
  readonly outcome: 'done' | 'possible' | 'open';
  /** Whether the community held this move before. */
  readonly repeated: boolean;
  readonly plan: MovePlan;
  readonly questions: readonly MoveQuestion[];
  readonly faults: readonly RowFault[];
  readonly notes: readonly MoveNoteCode[];
}

/**
 * Moves in, or says what prevents it. A second run of the same move changes nothing.
 * @throws MoveFileFault, MoveAnswerFault; refusal state_conflict when the community holds anything else
 */
export async function moveIn(deps: ChangeDeps, communityId: number, input: MoveInput): Promise<MoveResult> {
  const before = await readStanding(deps.database.heavy, communityId);
  const { fileNames, used, ...told } = await preparedBy(deps, input, before);
  const { plan, questions, faults } = told;
  if (questions.length > 0 || faults.length > 0) return { ...told, outcome: 'open', repeated: false };
  if (input.checkOnly) {
    const repeated = isRepeated(before, input.system, plan);
    if (!repeated) await demandEmpty(deps.database.heavy, communityId);
    return { ...told, outcome: repeated ? 'done' : 'possible', repeated };
  }
  const act = { communityId, actor: input.recordedBy };
  const repeated = await rerunning(() =>
    change(deps, act, async (within) => {
      const { transaction } = within;
      await planForAnyCommunity(transaction);
      await discardPlans(transaction);
      const [opening] = await lockOpeningAccount(transaction, { communityId });
      if (!opening) throw refusal('not_found', 'There is no such community.');
      if (isRepeated(await readStanding(transaction, communityId), input.system, plan)) return true;
      await demandEmpty(transaction, communityId);
      const { system, recordedBy } = input;
      const kept = { system, fileNames, answers: used, planSha256: plan.sha256 };
      await writeMoveIn(
        within,
        { communityId, openingAccountId: opening.id, recordedBy, ...kept },
        plan,
        input.onProgress,
      );
      return false;
    }),
  );
  if (!repeated) await learnRows(deps.database, plan.members.length + plan.exchanges.length);
  return { ...told, outcome: 'done', repeated };
}

async function preparedBy(
  { clock }: ChangeDeps,
  { system, files, answers, prepare = prepareMove }: MoveInput,
  before: MoveRow | undefined,
): Promise<PreparedMove> {
  const now = clock.now();
  const kept = before?.system === system ? before : undefined;
  // What has expired is decided on the day of the move, so that a later run finds the same.
  const today = dayOf(kept?.movedAt ?? now);
  return await prepare(files, { system, answers, kept: kept?.answers ?? {}, today, now });
}

async function readStanding(on: Queryable, communityId: number): Promise<MoveRow | undefined> {
  return (await selectStandingMove(on, { communityId }))[0];
}

const isRepeated = (before: MoveRow | undefined, system: MoveSystem, { sha256 }: MovePlan): boolean =>
  before !== undefined && before.system === system && before.planSha256.equals(sha256);

/** @throws refusal state_conflict */
async function demandEmpty(on: Queryable, communityId: number): Promise<void> {
  const [row] = await selectIsFilled(on, { communityId });
  if (!row?.filled) return;
  throw consoleConflict(
    'not_empty',
    'The community holds members or hours that are not of this move. Move into an empty community, or undo what is there.',
  );
}
