/** Which release this is. */
import { readFileSync } from 'node:fs';

/** The service's version, as its package names it. */
export function serviceVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
