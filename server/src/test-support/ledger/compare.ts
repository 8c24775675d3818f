/** Plays steps to a ledger and to the model, and compares after each. */
import assert from 'node:assert/strict';
import { createModel } from './model.ts';
import type { Step } from './steps.ts';

/** A ledger with two members, a chest and a partner, all new. */
export interface Subject {
  /** What it answered, in the model's words. */
  step(step: Step): Promise<string>;
  /** In whole seconds: both members', and the chest's. */
  balances(): Promise<readonly number[]>;
}

/** @throws AssertionError naming the steps up to the first difference */
export async function compareWithModel(subject: Subject, steps: readonly Step[]): Promise<void> {
  const model = createModel();
  for (const [at, step] of steps.entries()) {
    const expected = { answer: model.step(step), balances: [...model.balances] };
    const actual = { answer: await subject.step(step), balances: [...(await subject.balances())] };
    assert.deepEqual(actual, expected, `after ${JSON.stringify(steps.slice(0, at + 1))}`);
  }
}

/** An error's code and the codes of its fields in the model's words. */
export function answerOf(code: string, fields: readonly { field: string; code: string }[] = []): string {
  const details = fields.map((fault) => {
    if (code === 'reference_conflict') return fault.field;
    return fault.code.replace(/^max_(\w+)_hours$/, '$1');
  });
  return [code, ...details].join(' ');
}
