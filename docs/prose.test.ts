/** Pages of partners say what data shows or returns: it neither hears nor tells. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PAGES } from '../modules/docs-site/site.ts';
import { isForPartners } from '../modules/docs-site/source.ts';
import { ROOT } from './test-support/blocks.ts';

/** `Tell the administrator` is what a person does. */
const ODD: readonly RegExp[] = [
  /\b(?:tells|hears?)\b/i,
  /\blook-ups?\b/i,
  /\banswers [1-5]\d\d\b/,
  /\b(?:walk|in step)\b/i,
  /\bwakes?\b/i,
];

test('no page of a partner has verbs of hearing for data, or another name for a lookup', async () => {
  for (const { file = '' } of PAGES.filter(isForPartners)) {
    const text = await readFile(join(ROOT, file), 'utf8');
    const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
    for (const odd of ODD) assert.doesNotMatch(prose, odd, file);
  }
});
