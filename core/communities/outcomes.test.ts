import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isReference } from '@timebank/contract';
import { sampleMembers } from '../../modules/office/domain/communities/sample-community.ts';
import { isPaymentReference } from '../people/members/payment-reference.ts';
import { DOCUMENTED_MEMBERS, DOCUMENTED_REFERENCES, forcedByMember, forcedByReference } from './outcomes.ts';

const GUIDE = join(import.meta.dirname, '../../docs/partner/sandbox.md');

/** The rows of the tables in the guide. */
function guideRows(): string[] {
  return readFileSync(GUIDE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
}

test("the guide's tables are the table of outcomes, row by row", () => {
  assert.deepEqual(guideRows(), [
    ...DOCUMENTED_MEMBERS.map(
      ({ paymentReference, name, means }) => `| \`${paymentReference}\` | ${name} | ${means} |`,
    ),
    ...DOCUMENTED_REFERENCES.map(({ prefix, means }) => `| \`${prefix}…\` | ${means} |`),
  ]);
});

test('documented members have valid payment references of their own, and are none of the sample', () => {
  const references = DOCUMENTED_MEMBERS.map(({ paymentReference }) => paymentReference);
  assert.ok(references.length > 3 && references.every(isPaymentReference), references.join());
  assert.equal(new Set(references).size, references.length);
  const ids = [...sampleMembers(), ...DOCUMENTED_MEMBERS].map(({ externalId }) => externalId);
  assert.equal(new Set(ids).size, ids.length);
});

test('a reference forces what its prefix says and nothing else, and no prefix is the beginning of another', () => {
  for (const { prefix, outcome } of DOCUMENTED_REFERENCES) {
    assert.ok(isReference(prefix));
    assert.deepEqual(forcedByReference(`${prefix}1`), outcome);
    const longer = DOCUMENTED_REFERENCES.filter((other) => other.prefix.startsWith(prefix));
    assert.equal(longer.length, 1, prefix);
  }
  for (const reference of [
    'sandbox',
    'sandbox-',
    'sandbox-42',
    'Sandbox-429-1',
    'x sandbox-429-1',
    '2026112100004711',
  ]) {
    assert.equal(forcedByReference(reference), undefined, reference);
  }
  for (const externalId of [null, '', 'S001', 'S002', 'D001']) assert.equal(forcedByMember(externalId), undefined);
});
