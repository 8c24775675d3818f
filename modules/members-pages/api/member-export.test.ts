/** A member's export has everything: it is held to the columns that erasing empties. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { columnsWithValues, createWholeMember, rowsOfMember } from '../../../test-support/whole-member.ts';
import { exportMemberData } from './member-export.ts';

const service = await testService();

/** What a member's export calls by another name. */
const EXPORTED_AS: Readonly<Record<string, string>> = {
  ...{ credits_seconds: 'balance_hours', debits_seconds: 'balance_hours', entry_reference: 'reference' },
  ...{ checker: 'checked_by', own_values: 'own_fields', user_agent: 'browser', email_state: 'email_is_bad' },
};
/** What it leaves out, by the reason. */
const NOT_EXPORTED: Readonly<Record<string, readonly string[]>> = {
  'keys of rows': [
    ...['community_id', 'member_id', 'person_id', 'other_id', 'listing_id', 'deputy_id', 'comparison_id', 'credit_id'],
    ...['named_member_id', 'form', 'message_uuid', 'xid', 'changed_xid'],
  ],
  'keys that open something': ['token_hash', 'key_hash', 'stop_key', 'tries', 'expires_at'],
  'made from the name, telephone and address, to find them': [
    ...['search_name', 'word', 'grams', 'sort_name', 'phone_key', 'second_phone_key', 'address_key'],
  ],
  'ids alone, for partners': ['audience', 'data'],
  'how a call or a mail went, not what it said': [
    ...['operation', 'latency_us', 'amount_seconds', 'attempts', 'last_attempt_at', 'next_attempt_at', 'reason_key'],
    ...['error', 'urgent'],
  ],
  "the partner's books beside the bank's": [
    ...['changed_at', 'changed_by', 'difference', 'is_reversal', 'problem', 'revision', 'worth_hours'],
  ],
  'about two members: the other one would be named': ['decision', 'decided_at', 'decided_by'],
  'who of the office said so': ['chosen_by'],
};

test('the export of a member has every column that erasing empties', async () => {
  const { member, act } = await createWholeMember(service);
  const exported = await exportMemberData(service.deps, act, { slug: 'any', name: 'Any' }, member.uuid);
  const known = new Set(Object.values(NOT_EXPORTED).flat());
  JSON.stringify(exported, (key, value) => {
    known.add(key);
    return value;
  });
  const missing = Object.entries(await rowsOfMember(service, member)).flatMap(([table, rows]) =>
    columnsWithValues(rows)
      .filter((column) => !known.has(EXPORTED_AS[column] ?? column))
      .map((column) => `${table}.${column}`),
  );
  assert.deepEqual(missing, []);
});
