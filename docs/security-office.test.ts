/** What the page for security offices promises in numbers is what the program does by default. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_MIN_VERSION } from 'node:tls';
import { SETTINGS } from '../core/base/settings.ts';
import { ROOT } from './test-support/blocks.ts';

const page = await readFile(join(ROOT, 'docs/partner/security-office.md'), 'utf8');

test('each time that data is kept for is the default of its setting', () => {
  for (const [row, setting] of [
    ['the log of your calls', 'KEEP_CALLS_DAYS'],
    ['events and deliveries', 'KEEP_EVENTS_DAYS'],
    ['who read which e-mail address', 'KEEP_EMAIL_READS_DAYS'],
  ] as const) {
    const days = SETTINGS.find(({ name }) => name === setting)?.defaultText.match(/\d+/)?.[0];
    assert.match(page, new RegExp(`^\\| ${row}[^|]*\\| ${days} days \\|$`, 'm'), setting);
  }
});

test('the oldest TLS that webhooks are sent with is the one that the page names', () => {
  assert.equal(DEFAULT_MIN_VERSION, 'TLSv1.2');
  assert.match(page, /TLS 1\.2 or 1\.3 only/);
});

test('the questions that only an operator can answer are marked', () => {
  const [, questions = ''] = page.split('## Four questions');
  const items = questions.split('\n## ')[0]?.match(/^\d\. .*/gm) ?? [];
  assert.equal(items.length, 4);
  for (const item of items) assert.match(item, /\*\*Operator:\*\*/);
});
