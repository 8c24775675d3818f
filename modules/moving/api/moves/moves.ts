/** /communities/{slug}/move: all files of another system are checked together, then booked whole or not at all. */

import { actOf, type CommunityCall, type CommunityDeps, type ConsoleHandler } from '../../../../console/desk/call.ts';
import type { ConsoleFieldError } from '../../../../console/desk/contract/errors.ts';
import { IMPORT_BYTES_MAX, MOVE_FILES_MAX } from '../../../../console/desk/contract/routes.ts';
import type { Uploads } from '../../../../console/desk/uploads.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Deps } from '../../../../core/deps.ts';
import {
  type checkMove,
  type getMoveState,
  MOVE_FAULTS_LISTED_MAX,
  MOVE_LISTED_MAX,
  type MoveIn,
  type MoveState,
  type runMove,
  type undoMove,
} from '../../contract/moves.ts';
import { readObstacle, undoMoveIn } from '../../domain/import/undo.ts';
import { type MoveInput, type MoveResult, moveIn } from '../../domain/move-in/move-in.ts';
import type { PlannedMember } from '../../domain/move-in/plan.ts';
import { prepareMoveInThread } from '../../domain/move-in/prepare-in-thread.ts';
import { selectIsFilled, selectShownMove } from '../../domain/move-in/queries.ts';
import { type Answers, MoveAnswerFault, type MoveFile, MoveFileFault } from '../../domain/move-in/types.ts';
import { invalid, parsedJson } from '../imports/imports.ts';
import type { ProgressByKey } from '../imports/progress.ts';

export interface MoveHandlers {
  readonly checkMove: ConsoleHandler<typeof checkMove>;
  readonly runMove: ConsoleHandler<typeof runMove>;
}

type MoveCall = CommunityCall<typeof checkMove> | CommunityCall<typeof runMove>;

/** The handlers of one process; moves share the limits for uploaded files. */
export function createMoveHandlers(uploads: Uploads, progress: ProgressByKey): MoveHandlers {
  const move = (call: MoveCall, deps: CommunityDeps, checkOnly: boolean, onProgress?: MoveInput['onProgress']) => {
    const { communityId } = call.membership;
    const { from: system, head_bytes: headBytes } = call.query;
    if (system === undefined) throw invalid('from', 'required', 'from is required.');
    if (headBytes === undefined) throw invalid('head_bytes', 'required', 'head_bytes is required.');
    return uploads.take(communityId, call.file, IMPORT_BYTES_MAX + headBytes, async (bytes) => {
      const { files, answers } = partsOf(bytes, headBytes);
      const { actor } = actOf(call);
      const input = { system, files, answers, checkOnly, recordedBy: actor, prepare: prepareMoveInThread, onProgress };
      try {
        return { data: present(await moveIn(deps, communityId, input)) };
      } catch (error) {
        throw refusalOf(error);
      }
    });
  };
  return {
    checkMove: (call, deps) => move(call, deps, true),
    runMove: async (call, deps) => {
      const { onProgress, end } = progress.of(call.membership.communityId, call.query.progress_key);
      try {
        return await move(call, deps, false, onProgress);
      } finally {
        end();
      }
    },
  };
}

export const getMoveStateHandler: ConsoleHandler<typeof getMoveState> = async ({ membership }, deps) => {
  return { data: await readState(deps, membership.communityId) };
};

export const undoMoveHandler: ConsoleHandler<typeof undoMove> = async (call, deps) => {
  const act = actOf(call);
  await undoMoveIn(deps, act);
  return { data: await readState(deps, act.communityId) };
};

async function readState({ database }: Pick<Deps, 'database'>, communityId: number): Promise<MoveState> {
  const [row] = await selectShownMove(database.reads, { communityId });
  const [{ filled } = { filled: false }] = await selectIsFilled(database.reads, { communityId });
  if (!row) return { is_empty: !filled, move: null };
  const { membersImportId, fileNames, movedAt, movedBy, answers, ...counts } = row;
  const obstacle = membersImportId === null ? null : await readObstacle(database.heavy, communityId, membersImportId);
  return {
    is_empty: !filled,
    move: {
      ...counts,
      file_names: [...fileNames],
      answers: answers as NonNullable<MoveState['move']>['answers'],
      moved_at: movedAt.toISOString(),
      moved_by: movedBy,
      obstacle: obstacle && { ...obstacle, names: [...obstacle.names] },
    },
  };
}

/** The files behind the JSON that names them. @throws Refusal invalid_request */
function partsOf(bytes: Buffer, headBytes: number): { files: MoveFile[]; answers: Answers } {
  const head = headOf(bytes.toString('utf8', 0, headBytes));
  const sum = head.files.reduce((total, one) => total + one.bytes, headBytes);
  if (sum !== bytes.length) {
    throw invalid('head_bytes', 'invalid_format', 'The files are not as long as the beginning of the body says.');
  }
  let from = headBytes;
  const files = head.files.map(({ name, bytes: size }) => {
    from += size;
    return { name, bytes: bytes.subarray(from - size, from) };
  });
  return { files, answers: head.answers };
}

interface Head {
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly answers: Answers;
}

function headOf(text: string): Head {
  const head = parsedJson(text) as Partial<Head> | null | undefined;
  const isFile = (one: unknown) => {
    const { name, bytes } = (one ?? {}) as { name?: unknown; bytes?: unknown };
    return (
      typeof name === 'string' && name !== '' && name.length <= 255 && Number.isSafeInteger(bytes) && Number(bytes) >= 0
    );
  };
  const files: unknown = head?.files;
  const answers: unknown = head?.answers;
  const isHead =
    Array.isArray(files) &&
    files.length > 0 &&
    files.length <= MOVE_FILES_MAX &&
    files.every(isFile) &&
    typeof answers === 'object' &&
    answers !== null &&
    !Array.isArray(answers);
  if (isHead) return head as Head;
  const message = `The beginning of the body must be JSON with files (1 to ${MOVE_FILES_MAX}, each with name and bytes) and answers.`;
  throw invalid('head_bytes', 'invalid_format', message);
}

function refusalOf(error: unknown): unknown {
  if (error instanceof MoveFileFault) {
    const { message, code, values } = error;
    const fault: ConsoleFieldError = { field: 'file', code, message, values: { ...values } };
    return refusal('validation_failed', message, [fault]);
  }
  if (!(error instanceof MoveAnswerFault)) return error;
  const { message, key } = error;
  const field = key === null ? 'answers' : `answers.${key}`;
  return refusal('validation_failed', message, [{ field, code: 'invalid_format', message }]);
}

function present({ outcome, plan, questions, faults, notes }: MoveResult): MoveIn {
  const { members, listings, exchangeCount, fund } = plan;
  const opening = members.filter(({ openingSeconds }) => openingSeconds !== 0);
  return {
    outcome,
    members: members.length,
    listings: listings.length,
    exchanges: exchangeCount,
    balance_seconds: members.reduce((sum, { balanceSeconds }) => sum + balanceSeconds, 0),
    fund_seconds: fund.balanceSeconds,
    balances: listed(members).map(presentBalance),
    opening_count: opening.length,
    questions: questions.map(({ options, items, suggested, examples, ...question }) => ({
      ...question,
      options: options && [...options],
      suggested: typeof suggested === 'object' ? { ...suggested } : suggested,
      items: items && [...items],
      ...(examples ? { examples: { ...examples } } : {}),
    })),
    faults: faults.slice(0, MOVE_FAULTS_LISTED_MAX).map((one) => ({ ...one, values: { ...one.values } })),
    fault_count: faults.length,
    notes: [...notes],
  };
}

/** All of them, by number; of too many, those with an opening balance before the others. */
function listed(members: readonly PlannedMember[]): readonly PlannedMember[] {
  if (members.length <= MOVE_LISTED_MAX) return members;
  const explained = members.filter(({ openingSeconds }) => openingSeconds === 0);
  const open = members.filter(({ openingSeconds }) => openingSeconds !== 0);
  return [...open, ...explained].slice(0, MOVE_LISTED_MAX);
}

function presentBalance(member: PlannedMember): MoveIn['balances'][number] {
  const { number, name, status, thereSeconds, balanceSeconds, reasons } = member;
  return {
    ...{ number, name, status, there_seconds: thereSeconds, here_seconds: balanceSeconds },
    exchanged_seconds: member.exchangedSeconds,
    fund_seconds: member.fundSeconds,
    opening_seconds: member.openingSeconds,
    gone_seconds: reasons.goneSeconds,
    elsewhere_seconds: reasons.elsewhereSeconds,
    other_seconds: reasons.otherSeconds,
  };
}
