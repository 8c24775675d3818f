import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDigits, createPaymentReference, isPaymentReference, readPaymentReference } from './payment-reference.ts';

// Examples in public use: one reference in two spellings, short ones, and one with letters.
const EXAMPLES = ['RF18539007547034', 'RF18000000000539007547034', 'RF712348231', 'RF471234567890', 'RF45G72UUR'];

test('known creditor references are right, and so are their check digits', () => {
  for (const reference of EXAMPLES) {
    assert.equal(isPaymentReference(reference), true, reference);
    assert.equal(checkDigits(reference.slice(4)), reference.slice(2, 4));
  }
});

test('every reference made is right, of eighteen characters, and new', () => {
  const made = Array.from({ length: 5000 }, createPaymentReference);
  for (const reference of made) {
    assert.match(reference, /^RF[0-9]{2}[1-9][0-9]{13}$/);
    assert.ok(isPaymentReference(reference), reference);
  }
  assert.equal(new Set(made).size, made.length);
});

test('one wrong digit and two swapped neighbours are always noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 16 }), fc.integer({ min: 0, max: 9 }), (at, digit) => {
      const reference = createPaymentReference();
      const wrong = reference.slice(0, at) + digit + reference.slice(at + 1);
      assert.equal(isPaymentReference(wrong), wrong === reference);
      const swapped = reference.slice(0, at) + reference[at + 1] + reference[at] + reference.slice(at + 2);
      assert.equal(isPaymentReference(swapped), swapped === reference);
    }),
    { numRuns: 1000 },
  );
});

test('a text that is not in the electronic form is no reference', () => {
  for (const text of [
    '',
    'RF',
    'RF18',
    'rf18539007547034',
    'RF18 5390 0754 7034',
    'XX18539007547034',
    'RF1853900754703\u0664',
  ]) {
    assert.equal(isPaymentReference(text), false, text);
  }
});

test('spaces, dashes, case and zeros behind the check digits do not change a reference', () => {
  const reference = 'RF18539007547034';
  for (const written of [
    'rf18 5390 0754 7034',
    'RF18\u20115390\u201307547034',
    'RF18\u00a05390\u202f0754\u22127034',
    'RF18000000539007547034',
    'RF18 0000 0000 0539 0075 4703 4',
    '\u200bRF18\t539007547034\n',
  ]) {
    assert.deepEqual(readPaymentReference(written), { reference }, written);
  }
  assert.deepEqual(readPaymentReference('RF18539007547035'), { fault: 'wrong_check_digits' });
  for (const other of ['RF18.5390', 'RF1\u0668539007547034', 'RF18539007547034Ä', 'RF', '']) {
    assert.deepEqual(readPaymentReference(other), { fault: 'invalid_payment_reference' }, other);
  }
});
