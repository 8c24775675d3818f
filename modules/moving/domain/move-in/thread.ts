/** The entry of the thread that reads the files of a move. */
import { answerInThread } from '../../../../core/base/threads/answer.ts';
import { prepareMove } from './prepare.ts';
import { ANSWER_FAULT, type FlatMove, type MoveTask } from './prepare-in-thread.ts';
import { MoveAnswerFault, MoveFileFault } from './types.ts';

await answerInThread<MoveTask>(
  async ({ files, reading }, bytes): Promise<FlatMove> => {
    let from = 0;
    const given = files.map(({ name, bytes: size }) => {
      from += size;
      return { name, bytes: bytes.subarray(from - size, from) };
    });
    const { plan, ...told } = await prepareMove(given, reading);
    const { sha256, ...rest } = plan;
    return { ...told, ...rest, sha256Hex: sha256.toString('hex') };
  },
  (error) => {
    if (error instanceof MoveAnswerFault)
      return { message: error.message, code: ANSWER_FAULT, details: { key: error.key } };
    if (error instanceof MoveFileFault)
      return { message: error.message, code: error.code, details: { ...error.values } };
    return undefined;
  },
);
