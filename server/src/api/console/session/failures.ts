/** Attempts to prove who one is, that failed, in the audit log. */
import type { Deps } from '../../../domain/deps.ts';
import { wideAddress } from '../../../platform/base/throttle.ts';

/**
 * Notes an attempt that failed. Anybody may fail as often as he likes, so those of an hour from one range of addresses at
 * one account are two rows: the first, and the number of the rest.
 */
export async function auditFailure(
  { failedSignIns, clock }: Deps,
  { address, requestId }: { readonly address: string; readonly requestId: string },
  administratorId: number | undefined,
  reason: string,
): Promise<void> {
  // What was typed is not kept: passwords are typed into the wrong field.
  const subject = administratorId === undefined ? {} : { subject: `administrator:${administratorId}` };
  const told = administratorId === undefined ? 'unknown account' : reason;
  await failedSignIns.note(JSON.stringify([wideAddress(address), administratorId, told]), {
    communityId: null,
    at: clock.now(),
    actor: 'anonymous',
    action: 'sign_in.failed',
    ...subject,
    ...{ address, requestId, details: { reason: told } },
  });
}
