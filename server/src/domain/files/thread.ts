/** Reads one file of a person, in a thread of its own: nothing that stands in it can hold up the service. */
import { once } from 'node:events';
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { IMPORT_COLUMNS } from '../import/import.ts';
import { readRows, readSample } from '../import/read-rows.ts';
import { FileFault } from '../import/types.ts';
import { readStatementFile } from '../reconcile/read-file.ts';
import { UnusableFile } from '../reconcile/types.ts';
import type { FileAnswer, Question } from './protocol.ts';

const PART_ITEMS = 500;

if (!isMainThread && parentPort) await answer(parentPort, workerData as Question);

async function answer(port: MessagePort, question: Question): Promise<void> {
  const send = (message: FileAnswer) => port.postMessage(message);
  try {
    const rest: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(await read(question, send))) {
      if (!Array.isArray(value)) {
        rest[name] = value;
        continue;
      }
      for (let at = 0; at === 0 || at < value.length; at += PART_ITEMS) {
        const acknowledged = once(port, 'message');
        send({ type: 'part', list: name, items: value.slice(at, at + PART_ITEMS) });
        await acknowledged;
      }
    }
    send({ type: 'result', rest });
  } catch (error) {
    if (error instanceof UnusableFile) send({ type: 'unusable', message: error.message });
    else if (error instanceof FileFault) {
      send({ type: 'fault', code: error.code, line: error.line, message: error.message });
    } else throw error;
  } finally {
    port.close();
  }
}

async function read({ task, bytes }: Question, send: (message: FileAnswer) => void): Promise<object> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (task.what) {
    case 'statement':
      return await readStatementFile(
        (async function* () {
          yield file;
        })(),
      );
    case 'sample':
      return await readSample(file, IMPORT_COLUMNS[task.kind], task.options);
    case 'rows':
      return await readRows(file, IMPORT_COLUMNS[task.kind], {
        ...task.options,
        onProgress: ({ done, total }) => send({ type: 'progress', done, total }),
      });
  }
}
