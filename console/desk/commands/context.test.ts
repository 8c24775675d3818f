/** What commands print of texts that people wrote: no text gives a terminal commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spelledOut, table } from './context.ts';

test('control characters are spelled out on a terminal, also those that turn the direction of writing around', () => {
  assert.equal(spelledOut('a\x1b[2J\x07b\x9b\x7f\u202ec'), 'a\\u001b[2J\\u0007b\\u009b\\u007f\\u202ec');
  assert.equal(spelledOut('a\rb'), 'a\\u000db');
  assert.equal(spelledOut('a\tb\r\nc\nd Zo\u00eb'), 'a\tb\r\nc\nd Zo\u00eb');
  const value = { note: 'a\x7f\x9b' };
  assert.deepEqual(JSON.parse(spelledOut(JSON.stringify(value))), value, 'JSON says the same');
});

test('a row of a table is one line, whatever is in its cells', () => {
  assert.deepEqual(table(['name', 'note'], [['a\nb', '\x1b[2Jc']]), ['name  note', 'a\ufffdb   \ufffd[2Jc']);
});
