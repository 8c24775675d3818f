import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';

/**
 * The text of a file that the page has offered, with its byte order mark. The browser may run elsewhere, so the file has no
 * path here.
 */
export async function textOf(download: Download): Promise<string> {
  return (await buffer(await download.createReadStream())).toString('utf8');
}
