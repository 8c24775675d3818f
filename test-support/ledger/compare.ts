/** Plays stories to ledgers and to models, and compares after each step. */
import assert from 'node:assert/strict';
import { createModel, type Model } from './model.ts';
import { type LedgerStep, morningAfter, type Night, type Story } from './steps.ts';

/** A ledger with two members, a chest and three partners, all new. */
export interface Subject {
  /** The answer, in the model's words. */
  step(step: LedgerStep): Promise<string>;
  /** In whole seconds: both members', and the chest's. */
  balances(): Promise<readonly number[]>;
  /** All proposals as `proposalText` says them, with what was booked under their external ids. */
  proposals(): Promise<readonly string[]>;
  /** The clock has been moved, and the worker has reminded and handed over. */
  wait(now: Date): Promise<void>;
  /** The final statements of all partners, oldest first; days that are due are closed. */
  statements(): Promise<readonly string[]>;
}

/**
 * Plays the days of all stories side by side. Between them the clock goes on, for all at the same time.
 * @throws AssertionError naming the steps up to the first difference
 */
export async function compareWithModel(
  subjects: readonly Subject[],
  stories: readonly Story[],
  nights: readonly Night[],
  start: Date,
  beginDay: (now: Date) => Promise<void>,
): Promise<void> {
  const plays = stories.map((story, at) => ({
    story,
    subject: subjects[at] as Subject,
    model: createModel(start),
  }));
  let now = start;
  for (const [day, night] of nights.entries()) {
    await Promise.all(plays.map(({ subject, model, story }) => playDay(subject, model, story, day)));
    now = morningAfter(now, night);
    await beginDay(now);
    for (const { model, subject, story } of plays) {
      model.wait(now);
      await subject.wait(now);
      const proposals = [(await subject.proposals()).toSorted(), model.proposals().toSorted()];
      assert.deepEqual(proposals[0], proposals[1], `at ${now.toISOString()} ${tell(story)}`);
    }
  }
  await Promise.all(
    plays.map(async ({ subject, model, story }) => {
      assert.deepEqual(await subject.statements(), model.statements(), `at ${now.toISOString()} ${tell(story)}`);
    }),
  );
}

async function playDay(subject: Subject, model: Model, story: Story, day: number): Promise<void> {
  const steps = story[day] ?? [];
  for (const [at, step] of steps.entries()) {
    const expected = {
      answer: model.step(step),
      balances: [...model.balances],
      proposals: model.proposals().toSorted(),
    };
    const actual = {
      answer: await subject.step(step),
      balances: [...(await subject.balances())],
      proposals: (await subject.proposals()).toSorted(),
    };
    assert.deepEqual(actual, expected, tell([...story.slice(0, day), steps.slice(0, at + 1)]));
  }
}

const tell = (story: Story) => `after ${JSON.stringify(story)}`;

/** An error's code and the codes of its fields in the model's words. */
export function answerOf(code: string, fields: readonly { field: string; code: string }[] = []): string {
  const details = fields.map((fault) => {
    if (fault.code === 'differs') return fault.field;
    return fault.code.replace(/^max_(\w+)_hours$/, '$1');
  });
  return [code, ...details].join(' ');
}
