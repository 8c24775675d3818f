/** Hours of two in a story: what model and subjects share. */
import { DAY_MS } from '../../core/base/time.ts';
import { proposalLine, type SimulatedProposal } from '../simulator/proposals.ts';

/** As short as a community may choose, so that a story sees both. */
export const REMIND_DAYS = 1;
export const SILENT_DAYS = 2;

/** Of a member's page. */
export const proposalName = (by: number, form: number) => `h${form * 2 + by}`;

/** What the worker does with a version that waits. */
export function dueAct({ reminded }: SimulatedProposal, since: Date, now: Date): 'remind' | 'silence' | undefined {
  const waitedMs = now.getTime() - since.getTime();
  if (waitedMs > SILENT_DAYS * DAY_MS) return 'silence';
  return waitedMs > REMIND_DAYS * DAY_MS && !reminded ? 'remind' : undefined;
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
