/** One of several processes that answer requests. Starts, serves and stops as the first process says. */
import { joinDatabaseServer } from '../platform/database/open.ts';
import { createProcessMetrics } from '../platform/metrics/metrics.ts';
import { createTools, type Surroundings, startServing } from './parts.ts';
import { faultOf, type ProcessOrder, type ProcessReport } from './process-messages.ts';
import { createStops } from './stops.ts';

/**
 * Serves until it is told to stop, and returns the exit code. When the first process ends without a word, `node:cluster`
 * ends this one at once: the database is gone as well.
 */
export async function serveAsOneOfSeveral(surroundings: Surroundings): Promise<number> {
  const { config, log } = surroundings;
  const metrics = config.metricsPort === undefined ? undefined : createProcessMetrics();
  const go = Promise.withResolvers<Extract<ProcessOrder, { kind: 'go' }> | 'stop'>();
  const drain = Promise.withResolvers<void>();
  const told = Promise.withResolvers<'stop'>();
  process.on('message', (order: ProcessOrder) => {
    if (order.kind === 'go') go.resolve(order);
    if (order.kind === 'count') void count();
    if (order.kind === 'drain') drain.resolve();
    if (order.kind === 'stop') {
      go.resolve('stop');
      told.resolve('stop');
    }
  });
  let isServing = false;
  async function count(): Promise<void> {
    await report({ kind: 'counted', snapshot: metrics && isServing ? await metrics.snapshot() : [] });
  }
  const stops = createStops(log);
  try {
    const server = await joinDatabaseServer(config);
    stops.add(() => server.stop());
    const tools = await createTools(surroundings, server, stops);
    const deps = { ...tools.deps, metrics };
    const serving = await startServing({ ...tools, deps }, stops, process.ppid);
    void drain.promise.then(serving.drain);
    void serving.ended.then((reason) => report({ kind: 'outdated', reason }));
    await report({ kind: 'listening', origin: serving.origin });
    const order = await go.promise;
    if (order !== 'stop') {
      serving.go(order.worker);
      isServing = true;
      await report({ kind: 'ready' });
    }
    await told.promise;
    await stops.all();
    return 0;
  } catch (error) {
    await report({ kind: 'failed', ...faultOf(error) });
    await stops.all();
    return 1;
  }
}

/** Resolves when it is on its way, so that it is not lost when this process ends. */
function report(message: ProcessReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
