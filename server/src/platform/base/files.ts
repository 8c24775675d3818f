/** Files that must be there after a power cut, and names that carry an instant. */
import { open } from 'node:fs/promises';

/** Makes the names in a folder durable, as `fsync` does its files. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** An instant for a file's name: `2026-11-22T09-30-00Z`. */
export function stampOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}
