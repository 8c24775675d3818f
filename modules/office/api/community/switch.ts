import { invalidField } from '../../../../core/base/refusal.ts';

/**
 * The reason to switch off with, null to switch on.
 * @throws Refusal validation_failed when there is no reason to switch off
 */
export function disabledReasonOf({ enabled, reason }: { enabled: boolean; reason?: string }): string | null {
  if (enabled) return null;
  if (reason === undefined || reason.trim() === '') {
    throw invalidField('reason', 'required', 'reason is required to switch off.');
  }
  return reason;
}
