/** Failed proofs of identity in the audit log. */
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import { wideAddress } from '../../../../core/base/throttle.ts';

/**
 * Notes a failed attempt. Failures are not limited in number, so those of an hour from one range of addresses at one
 * account are two rows: the first, and the number of the others.
 */
export async function auditFailure(
  { failedSignIns, clock }: OfficeDeps,
  { address, requestId }: { readonly address: string; readonly requestId: string },
  administratorId: number | undefined,
  reason: string,
): Promise<void> {
  // The typed address is not kept: some people type a password into that field.
  const subject = administratorId === undefined ? {} : { subject: `administrator:${administratorId}` };
  const shown = administratorId === undefined ? 'unknown account' : reason;
  await failedSignIns.note(JSON.stringify([wideAddress(address), administratorId, shown]), {
    communityId: null,
    at: clock.now(),
    actor: 'anonymous',
    action: 'sign_in.failed',
    ...subject,
    address,
    requestId,
    details: { reason: shown },
  });
}
