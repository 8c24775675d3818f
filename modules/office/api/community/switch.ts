import { refusal } from '../../../../core/base/refusal.ts';

/**
 * The reason to switch off with, null to switch on.
 * @throws Refusal validation_failed when there is no reason to switch off
 */
export function disabledReasonOf({ enabled, reason }: { enabled: boolean; reason?: string }): string | null {
  if (enabled) return null;
  if (reason === undefined || reason.trim() === '') {
    const message = 'reason is required to switch off.';
    throw refusal('validation_failed', message, [{ field: 'reason', code: 'required', message }]);
  }
  return reason;
}
