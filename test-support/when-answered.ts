import type { TestResponse } from './harness.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Asks until the answer is no 503, as a partner does: after a crash of the database each kind of connection comes back by
 * itself, the last up to a second after the first.
 */
export async function whenAnswered(ask: () => Promise<TestResponse>): Promise<TestResponse> {
  let answer = await ask();
  await waitUntil('the service answers', async () => {
    if (answer.status === 503) answer = await ask();
    return answer.status !== 503;
  });
  return answer;
}
