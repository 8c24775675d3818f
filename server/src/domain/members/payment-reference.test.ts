import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDigits, createPaymentReference, isPaymentReference } from './payment-reference.ts';

// Examples in public use: one reference in two spellings, short ones, and one with letters.
const EXAMPLES = ['RF18539007547034', 'RF18000000000539007547034', 'RF712348231', 'RF471234567890', 'RF45G72UUR'];

test('known creditor references are right, and so are their check digits', () => {
  for (const reference of EXAMPLES) {
    assert.equal(isPaymentReference(reference), true, reference);
    assert.equal(checkDigits(reference.slice(4)), reference.slice(2, 4));
  }
});

test('every reference made is right, of twenty characters, and new', () => {
  const made = Array.from({ length: 5000 }, createPaymentReference);
  for (const reference of made) {
    assert.match(reference, /^RF[0-9]{2}[1-9][0-9]{15}$/);
    assert.ok(isPaymentReference(reference), reference);
  }
  assert.equal(new Set(made).size, made.length);
});

test('one wrong digit and two swapped neighbours are always noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 18 }), fc.integer({ min: 0, max: 9 }), (at, digit) => {
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
