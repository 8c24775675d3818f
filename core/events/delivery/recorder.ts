/** Attempts that have ended, on their way into the database: in batches, and again while it is away. */
import { type Attempt, attemptLogLine } from './deliver.ts';
import type { WorkerDeps } from './loop.ts';
import { type RecordedOutcome, record } from './record.ts';

export interface Recorder {
  /** Takes an attempt over until it is recorded, or given up: then its lease ends, and it is repeated. */
  add(made: Attempt): void;
  /** Resolves when nothing is being recorded: a record locks its subscriptions. */
  recorded(): Promise<void>;
  /** From now on what cannot be recorded is given up. */
  stop(): void;
}

const BATCH_MAX = 250;
/** A record need not be quick, and one statement for fifty costs little more than one for five. */
const GATHER_MS = 40;
const RETRY_MS = 500;
const TELL_EVERY_MS = 10_000;

const countLine = (made: readonly Attempt[]) => ({
  attempts: made.length,
  first_delivery_id: made[0]?.claim.deliveryId,
});

/** @param onEnd called for each attempt once, when nothing more is done for it */
export function createRecorder(
  { clock, database, log }: Pick<WorkerDeps, 'clock' | 'database' | 'log'>,
  onEnd: (made: Attempt) => void,
): Recorder {
  // Without a promise for each: a thousand of them wait at a time, and live long enough to be dear to collect.
  const waiting: Attempt[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let recording: Promise<void> | undefined;
  let stopped = false;

  function recordSoon(): void {
    if (waiting.length >= BATCH_MAX || stopped) recordNext();
    else if (waiting.length > 0) gathering ??= setTimeout(recordNext, GATHER_MS);
  }

  function recordNext(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (recording || waiting.length === 0) return;
    recording = recordBatch(waiting.splice(0, BATCH_MAX)).then(() => {
      recording = undefined;
      recordSoon();
    });
  }

  async function recordBatch(batch: readonly Attempt[]): Promise<void> {
    let recorded: RecordedOutcome[];
    try {
      recorded = await record(database, batch);
    } catch (error) {
      return tryAgain(batch, error as Error);
    }
    const isLogged = log.isLevelEnabled('info');
    for (const [at, made] of batch.entries()) {
      if (isLogged) log.info(attemptLogLine(made, recorded[at] as RecordedOutcome), 'webhook attempt');
      onEnd(made);
    }
  }

  let toldAtMs = Number.NEGATIVE_INFINITY;
  /** While the database is away, until the lease has passed. One line tells of many, and not of each try. */
  function tryAgain(batch: readonly Attempt[], { message: error }: Error): void {
    const isOver = ({ claim }: Attempt) => stopped || clock.now() >= claim.lease.until;
    const { given = [], again = [] } = Object.groupBy(batch, (made) => (isOver(made) ? 'given' : 'again'));
    if (given.length > 0)
      log.warn({ ...countLine(given), error }, 'webhook attempts were not recorded and will be repeated');
    for (const made of given) onEnd(made);
    if (again.length > 0 && performance.now() - toldAtMs >= TELL_EVERY_MS) {
      toldAtMs = performance.now();
      log.warn({ ...countLine(again), error }, 'webhook attempts could not be recorded yet');
    }
    if (again.length === 0) return;
    setTimeout(() => {
      waiting.push(...again);
      recordSoon();
    }, RETRY_MS);
  }

  return {
    add(made) {
      waiting.push(made);
      recordSoon();
    },
    async recorded() {
      await recording;
    },
    stop() {
      stopped = true;
      recordNext();
    },
  };
}
