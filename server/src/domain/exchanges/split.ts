/**
 * Shares a whole among several, each a multiple of the step, as equal as the step allows; the first get one step more
 * where it does not come out even.
 * @param totalSeconds a multiple of the step
 * @returns seconds, which add up to the total
 */
export function shareOut(totalSeconds: number, count: number, stepSeconds: number): number[] {
  const steps = totalSeconds / stepSeconds;
  const [each, more] = [Math.floor(steps / count), steps % count];
  return Array.from({ length: count }, (_, index) => (each + (index < more ? 1 : 0)) * stepSeconds);
}
