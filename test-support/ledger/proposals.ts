/** Hours of two in a story: what model and subjects share. */
import {
  type AnswerOperation,
  NO_MEMBER,
  type ProposeOperation,
  type SettleOperation,
} from '../simulator/operations.ts';
import { proposalLine, type SimulatedProposal } from '../simulator/proposals.ts';
import { nextDay, testDayOf } from './day.ts';
import type { TwoStep } from './steps.ts';

/** As short as a community may choose, so that a story sees both. */
export const REMIND_DAYS = 1;
export const SILENT_DAYS = 2;

/** Accounts 0 and 1 are members, 2 is the chest. */
const CHEST = 2;

/**
 * What a step does, as a life has it, too.
 * @param made the names of all proposals, with the present version of each, the oldest first
 */
export function operationOf(
  step: Exclude<TwoStep, { do: 'listing' }>,
  made: readonly (readonly [name: string, revision: number])[],
  now: Date,
): ProposeOperation | AnswerOperation | SettleOperation {
  if (step.do === 'propose') {
    const { by, form, daysAgo } = step;
    const other = step.other === CHEST ? NO_MEMBER : step.other;
    return { ...step, community: 0, other, name: `h${form * 2 + by}`, day: nextDay(testDayOf(now), -daysAgo) };
  }
  const [name, revision] = made.at(-1 - step.back) ?? ['none', 1];
  return { ...step, community: 0, name, seen: step.seen ?? revision };
}

/** @param transfers in seconds, of all that have its external id */
export function proposalText(
  name: string,
  proposal: SimulatedProposal,
  transfers: readonly { readonly seconds: number; readonly listed: boolean }[],
): string {
  const booked = transfers.map(({ seconds, listed }) => `${seconds} s${listed ? ' for the listing' : ''}`);
  return `${proposalLine(name, proposal)}; booked [${booked}]`;
}
