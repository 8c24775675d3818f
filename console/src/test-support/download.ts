import { text } from 'node:stream/consumers';
import type { Download } from 'playwright-core';

/** The text of a file that the page has offered. The browser may run elsewhere, so the file has no path here. */
export async function textOf(download: Download): Promise<string> {
  return await text(await download.createReadStream());
}
