/** Who sees a member, as `selectSeers` reads it. */

/** Whether anybody sees the member: partners without a choice of the member, also those to come, or some that there are. */
export function isSeen({ byDefault, partnerIds }: { byDefault: boolean; partnerIds: readonly number[] }): boolean {
  return byDefault || partnerIds.length > 0;
}
