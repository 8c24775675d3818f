import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type AttemptResult,
  asksToSlowDown,
  DISABLE_AFTER_MS,
  decideOutcome,
  isGivenUp,
  isSuccess,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAYS_MS,
  retryAfterMs,
} from './retry.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const answer = (statusCode: number | null, retryAfter: string | null = null): AttemptResult => ({
  statusCode,
  error: statusCode === null ? 'timeout' : null,
  retryAfter,
  latencyMs: 5,
});
const waitMs = (attempt: number, result: AttemptResult, random = 0.5) => {
  const outcome = decideOutcome(attempt, result, NOW, () => random);
  return outcome.kind === 'retry' ? outcome.nextAttemptAt.getTime() - NOW.getTime() : outcome.kind;
};

describe('the retry table', () => {
  test('has ten attempts over about 75 hours', () => {
    assert.equal(RETRY_DELAYS_MS.length, 10);
    const hours = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / 3600_000;
    assert.ok(hours > 75 && hours < 76, String(hours));
  });

  test('is followed with a jitter of a tenth, and ends after the tenth attempt', () => {
    for (let attempt = 1; attempt <= 9; attempt++) {
      const delay = RETRY_DELAYS_MS[attempt] as number;
      assert.equal(waitMs(attempt, answer(500)), delay);
      assert.equal(waitMs(attempt, answer(500), 0), Math.round(delay * 0.9));
      assert.ok(Math.abs((waitMs(attempt, answer(500), 0.999999) as number) - delay * 1.1) < delay / 1000);
    }
    assert.equal(waitMs(10, answer(500)), 'failed');
    assert.equal(waitMs(11, answer(500)), 'failed');
  });

  test('any answer but 2xx is a failure, a redirect too; 410 ends it at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        const outcome = decideOutcome(1, answer(status), NOW, () => 0.5);
        const expected = status >= 200 && status < 300 ? 'delivered' : status === 410 ? 'gone' : 'retry';
        assert.equal(outcome.kind, expected);
        assert.equal(isSuccess(answer(status)), expected === 'delivered');
      }),
      // The edges, which a draw seldom meets.
      { examples: [[199], [200], [299], [300], [410]] },
    );
    assert.equal(waitMs(1, answer(null)), 5000);
  });

  test('Retry-After may lengthen a wait to at most 24 hours and never shortens it', () => {
    assert.equal(waitMs(1, answer(429, '60')), 60_000);
    assert.equal(waitMs(1, answer(503, '1')), 5000);
    assert.equal(waitMs(1, answer(503, '999999999999')), RETRY_AFTER_MAX_MS);
    assert.equal(waitMs(1, answer(503, '9'.repeat(16))), RETRY_AFTER_MAX_MS);
    assert.equal(waitMs(1, answer(503, '9'.repeat(400))), RETRY_AFTER_MAX_MS);
    assert.equal(waitMs(1, answer(503, `${'0'.repeat(30)}60`)), 60_000);
    assert.equal(waitMs(1, answer(503, 'Fri, 20 Nov 2026 12:02:00 GMT')), 120_000);
    assert.equal(waitMs(1, answer(503, 'Friday, 20-Nov-26 12:02:00 GMT')), 120_000);
    assert.equal(waitMs(1, answer(503, 'Fri Nov 20 12:02:00 2026')), 120_000);
    assert.equal(waitMs(1, answer(503, 'Fri, 20 Nov 2020 12:02:00 GMT')), 5000);
    assert.equal(waitMs(1, answer(503, 'soon')), 5000);
  });

  test('an unreadable Retry-After is no Retry-After', () => {
    for (const text of ['', ' ', '-1', '1.5', '1e3', 'x', 'tomorrow', '2026-11-21', 'Fri, 99 Nov 2026 12:02:00 GMT']) {
      assert.equal(retryAfterMs(text, NOW), undefined, text);
    }
    assert.equal(retryAfterMs(null, NOW), undefined);
    assert.equal(retryAfterMs(' 7 ', NOW), 7000);
  });
});

test('429, 502 and 504 ask to slow down, other failures do not', () => {
  for (const status of [429, 502, 504]) assert.ok(asksToSlowDown(answer(status)));
  for (const status of [200, 400, 500, 503]) assert.ok(!asksToSlowDown(answer(status)));
});

test('a subscription is given up after five days of nothing but failure, not before', () => {
  const since = (agoMs: number) => new Date(NOW.getTime() - agoMs);
  assert.ok(!isGivenUp(null, NOW));
  assert.ok(!isGivenUp(since(DISABLE_AFTER_MS - 1), NOW));
  assert.ok(isGivenUp(since(DISABLE_AFTER_MS), NOW));
});
