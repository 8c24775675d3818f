import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigits, createPaymentReference, readReferencesIn } from './payment-reference.ts';

const paymentReferencesIn = (pieces: readonly string[]) => readReferencesIn(pieces).references;
/** Of the length that references had before. */
const REFERENCE = `RF${checkDigits('1234567890123456')}1234567890123456`;
const [, A = '', B = '', C = '', D = '', E = ''] = /^(.{4})(.{4})(.{4})(.{4})(.{4})$/.exec(REFERENCE) ?? [];

test('a payment reference is read however a bank delivers it', () => {
  for (const pieces of [
    [REFERENCE],
    [`${A} ${B} ${C} ${D} ${E}`],
    [`${A}-${B}-${C}-${D}-${E}`],
    [`${A}.${B}.${C}.${D}.${E}`],
    [`${A}/${B}/${C}/${D}/${E}`],
    [`${A} ${B}\r\n${C}\n      ${D}${E}`],
    [`for Mum ${A} - ${B}. ${C}`, `${D} ${E} thanks`],
    [`Zeitbank ${A}${B}${C.slice(0, 2)}`, `${C.slice(2)}${D}${E}`],
    [`Zeitbank ${A}${B}`, `${C}${D}${E}`, 'and more'],
    ['for Mum R', REFERENCE.slice(1)],
    [`Zeitbank${REFERENCE}`],
    [`SVWZ+${REFERENCE}ABWA+Berger`],
    [`EREF+77SVWZ+${REFERENCE}`],
    [`hours ${REFERENCE.toLowerCase()}thanks`],
    [REFERENCE, '2026-11-20'],
    [`rf rf12 ${REFERENCE}`],
    [`2026${REFERENCE}`],
    [`${A}\u2013${B}\u2011${C}\u2212${D}\u2014${E}`],
    [`${A}\u00a0${B}\u202f${C}\u2003${D}\u200b${E}`],
    [`${A}00000${B}${C}${D}${E}`],
    [`${A} 0 ${B}`, `${C} ${D} ${E} 20.11.2026`],
  ]) {
    assert.deepEqual(paymentReferencesIn(pieces), [REFERENCE], JSON.stringify(pieces));
  }
});

test('a text that is merely near a payment reference is none', () => {
  const wrong = String((Number(REFERENCE.at(-1)) + 1) % 10);
  for (const text of [
    `${REFERENCE.slice(0, -1)}${wrong}`,
    REFERENCE.slice(0, -1),
    `${REFERENCE}7`,
    `${A} ${B},${C} ${D} ${E}`,
    `${A} ${B} x ${C} ${D} ${E}`,
    REFERENCE.replace('RF', 'R F'),
    REFERENCE.slice(2),
    // Digits and letters of other scripts, and a capital that folds to ASCII.
    REFERENCE.replace('1', '\u0661'),
    REFERENCE.replace('1', '\uff11'),
    REFERENCE.replace('RF', '\uff32\uff26'),
    'RF18539007547034',
    'RF45G72UUR',
    'rf',
    '',
  ]) {
    assert.deepEqual(paymentReferencesIn([text]), [], text);
  }
});

test('several references in one text are all read, each once', () => {
  const other = createPaymentReference();
  assert.deepEqual(paymentReferencesIn([`${REFERENCE}${other}`, REFERENCE]), [REFERENCE, other]);
});

test('a reference of eighteen characters is read as well, and one that fails is named as written', () => {
  const reference = createPaymentReference();
  assert.deepEqual(paymentReferencesIn([`Stunden ${reference} 20.11.2026`]), [reference]);
  const wrong = `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}`;
  assert.deepEqual(readReferencesIn([`hours ${wrong} thanks`]), { references: [], unreadable: wrong });
  assert.equal(readReferencesIn([`hours ${reference.slice(0, 15)}`]).unreadable, reference.slice(0, 15));
  assert.equal(readReferencesIn([wrong, reference]).unreadable, null);
  assert.equal(readReferencesIn(['Dorf 12 345', 'thanks']).unreadable, null);
});
