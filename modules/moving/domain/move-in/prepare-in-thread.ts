/** Reads the files of a move in a thread of its own. */
import { MOVE_FILE_CODES } from '@timebank/contract';
import { askThread, READ_LIMITS } from '../../../../core/base/threads/ask.ts';
import type { ThreadFault } from '../../../../core/base/threads/protocol.ts';
import type { MovePlan } from './plan.ts';
import type { MoveReading, PreparedMove, prepareMove } from './prepare.ts';
import type { MoveValues } from './sentences.ts';
import { MoveAnswerFault, MoveFileFault } from './types.ts';

/** The question of the thread; the files follow one another in its bytes. */
export interface MoveTask {
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly reading: MoveReading;
}

/** A prepared move whose lists come in parts. */
export type FlatMove = Omit<PreparedMove, 'plan'> &
  Pick<MovePlan, 'members' | 'listings' | 'exchanges' | 'exchangeCount' | 'fund' | 'organisations'> & {
    readonly sha256Hex: string;
  };

/** What a fault of an answer is called on its way out of the thread. */
export const ANSWER_FAULT = 'answer';

/** `prepareMove` where no content of a file can hold up the service. @throws MoveFileFault, MoveAnswerFault */
export const prepareMoveInThread: typeof prepareMove = async (files, reading) => {
  const task: MoveTask = { files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })), reading };
  const flat = await askThread<MoveTask, FlatMove>(task, Buffer.concat(files.map(({ bytes }) => bytes)), {
    thread: new URL('./thread.ts', import.meta.url),
    limits: READ_LIMITS,
    toError: faultOf,
  });
  const { members, listings, exchanges, exchangeCount, fund, organisations, sha256Hex, ...told } = flat;
  const plan = {
    members,
    listings,
    exchanges,
    exchangeCount,
    fund,
    organisations,
    sha256: Buffer.from(sha256Hex, 'hex'),
  };
  return { ...told, plan };
};

function faultOf({ message, code, details = {} }: ThreadFault): Error {
  if (code === ANSWER_FAULT) return new MoveAnswerFault(message, (details as { key: string | null }).key);
  const known = MOVE_FILE_CODES.find((one) => one === code);
  return known ? new MoveFileFault(known, details as MoveValues, message) : new MoveFileFault('too_much');
}
