/** Partners and the office, when the database does not answer, wait until it does, and ask again. */
import { isUnavailable } from '../../core/database/connection.ts';
import type { CallOptions, TestResponse } from '../call.ts';
import type { TestService } from '../harness.ts';
import { waitUntil } from '../wait-until.ts';

const ATTEMPTS_MAX = 20;

/** Resolves when the service says that it can reach its database. */
async function ready(service: TestService): Promise<void> {
  const asked = async () => (await service.call('GET', '/health/ready')).status === 200;
  await waitUntil('the database answers', asked);
}

/** @param ask gets whether it is a repeat: the first one may have happened without an answer */
export async function untilAnswered<T>(service: TestService, ask: (repeated: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(attempt > 1);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !(isUnavailable(error) || isRefusedToken(error))) throw error;
      await ready(service);
    }
  }
}

const isRefusedToken = (error: unknown) => error instanceof Error && error.message.startsWith('no token: 503');

/** Sends a request; while the answer is 503, again. */
export async function callUntilAnswered(
  service: TestService,
  method: string,
  path: string,
  options: CallOptions,
): Promise<{ readonly response: TestResponse; readonly repeated: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const response = await service.call(method, path, options);
    if (response.status !== 503) return { response, repeated: attempt > 1 };
    if (attempt === ATTEMPTS_MAX) throw new Error(`the database did not answer ${ATTEMPTS_MAX} times in a row`);
    await ready(service);
  }
}
