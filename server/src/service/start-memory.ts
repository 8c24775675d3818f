/** What the start alone needed: modules' texts, schemas on their way to checks, the migrations. */
const AFTER_MS = 3000;

/**
 * Gives it back some seconds after the start, when the first work is done too: V8 itself would keep it until there is
 * load (measured: 157 MB idle, 120 after it, for a pause of 70 ms). Without `--expose-gc`, which `bin/timebank` sets,
 * nothing happens.
 */
export function releaseStartMemory(): void {
  setTimeout(() => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), AFTER_MS).unref();
}
