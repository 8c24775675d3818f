/** Days as members read them in each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { italianDay, longDate, PLAIN_ADDRESS_STYLE, sayDayOf, sayMoment, speak } from './voice.ts';

const ROME = { ...PLAIN_ADDRESS_STYLE, timeZone: 'Europe/Rome' };

test('the first of a month is an ordinal in French and Italian, and articles of Italian days are elided', () => {
  const day = (on: string) => new Date(`${on}T10:00:00Z`);
  assert.equal(speak(`le ${sayDayOf(day('2026-03-01'))}`, ROME, 'fr'), 'le 1er mars 2026');
  assert.equal(speak(`le ${sayDayOf(day('2026-03-11'))}`, ROME, 'fr'), 'le 11 mars 2026');
  assert.equal(longDate(day('2026-03-01'), 'es', { timeZone: 'UTC' }), '1 de marzo de 2026');
  assert.equal(speak(italianDay('il', sayDayOf(day('2026-03-01'))), ROME, 'it'), 'il 1º marzo 2026');
  assert.equal(speak(italianDay('dal', sayDayOf(day('2026-05-08'))), ROME, 'it'), 'dall’8 maggio 2026');
  assert.equal(speak(italianDay('al', sayDayOf(day('2026-05-11'))), ROME, 'it'), 'all’11 maggio 2026');
  assert.equal(speak(italianDay('il', sayDayOf(day('2026-05-18'))), ROME, 'it'), 'il 18 maggio 2026');
  assert.equal(speak(`al ${sayDayOf(day('2026-05-08'))}`, ROME, 'es'), 'al 8 de mayo de 2026');
});

test('times are those of the community in every language', () => {
  const at = sayMoment(new Date('2026-05-08T10:00:00Z'));
  assert.equal(speak(italianDay('il', at), ROME, 'it'), 'l’8 maggio 2026 alle ore 12:00');
  assert.equal(speak(at, ROME, 'fr'), '8 mai 2026 à 12:00');
  assert.equal(speak(at, ROME, 'es'), '8 de mayo de 2026 a las 12:00');
  assert.equal(speak(at, PLAIN_ADDRESS_STYLE, 'fr'), '8 mai 2026 à 10:00 (UTC)');
});
