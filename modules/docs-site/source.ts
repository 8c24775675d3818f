/** The files that pages are made of, and what becomes of their addresses when they are served. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, normalize, resolve } from 'node:path';
import { refusal } from '../../core/base/refusal.ts';
import { ADDRESS_OF_FILE, type SitePage } from './site.ts';

/** The address in the samples of partners' files, which run against a demo. */
export const SAMPLE_ORIGIN = 'http://127.0.0.1:8080';
const PROJECT = resolve(import.meta.dirname, '../..');

/** @param file its path in the repository */
export const installedPath = (file: string): string => resolve(PROJECT, file);

export const isInstalled = (file: string): boolean => existsSync(installedPath(file));

/** @throws Refusal `not_found` where the service was installed without the file */
export async function readInstalled(file: string): Promise<string> {
  return readFile(installedPath(file), 'utf8').catch(() => {
    throw refusal('not_found', 'This page is not installed with the service.');
  });
}

/** Samples call the service that serves them. */
export function atOrigin(text: string, origin: string): string {
  return text.replaceAll(SAMPLE_ORIGIN, origin);
}

/** Whether a page's samples call the service: an operator's address of the same name is the machine's own. */
export function isForPartners({ file = '' }: Pick<SitePage, 'file'>): boolean {
  return file.startsWith('docs/partner/') || file === 'client/README.md';
}

/** From a link in a file to an address here or on the web; undefined: its target is not served. */
export function servedAddress(file: string, href: string): string | undefined {
  if (href.startsWith('#')) return href;
  if (/^https:\/\//.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const address = ADDRESS_OF_FILE.get(normalize(`${dirname(file)}/${path}`));
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}
