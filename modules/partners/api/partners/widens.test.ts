import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartnerSettings } from '../../../../core/partners/settings.ts';
import { widensRights } from './partners.ts';

const HOUR = 3600;
const BEFORE: PartnerSettings = {
  name: 'Harbour Bank',
  scopes: ['users.read', 'wallet.write'],
  allowedAddresses: ['192.0.2.0/24', '2001:db8::/48'],
  rateLimitPerMinute: 600,
  maxCreditSeconds: 100 * HOUR,
  maxMemberDaySeconds: 20 * HOUR,
  maxPartnerDaySeconds: 1000 * HOUR,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  note: null,
};
const OPEN: PartnerSettings = {
  ...BEFORE,
  allowedAddresses: [],
  rateLimitPerMinute: 0,
  maxMemberDaySeconds: null,
  maxPartnerDaySeconds: null,
};

const CASES: readonly [what: string, widens: boolean, changes: Partial<PartnerSettings>, before?: PartnerSettings][] = [
  ['nothing', false, {}],
  ['the name', false, { name: 'Harbour & Sons' }],
  ['whom to ask', false, { contactName: 'Ada', contactEmail: 'ada@example.org', contactPhone: '1', note: 'x' }],
  ['a scope more', true, { scopes: ['users.read', 'users.pii', 'wallet.write'] }],
  ['a scope for another', true, { scopes: ['users.read', 'wallet.read'] }],
  ['a scope less', false, { scopes: ['users.read'] }],
  ['no scope', false, { scopes: [] }],
  ['scopes in another order', false, { scopes: ['wallet.write', 'users.read'] }],
  ['a larger single credit', true, { maxCreditSeconds: 100 * HOUR + 1 }],
  ['a smaller single credit', false, { maxCreditSeconds: 1 }],
  ['a higher cap per member', true, { maxMemberDaySeconds: 21 * HOUR }],
  ['no cap per member', true, { maxMemberDaySeconds: null }],
  ['a lower cap per member', false, { maxMemberDaySeconds: HOUR }],
  ['a first cap per member', false, { maxMemberDaySeconds: 9000 * HOUR }, OPEN],
  ['a higher cap per partner', true, { maxPartnerDaySeconds: 1001 * HOUR }],
  ['no cap per partner', true, { maxPartnerDaySeconds: null }],
  ['a lower cap per partner', false, { maxPartnerDaySeconds: HOUR }],
  ['a first cap per partner', false, { maxPartnerDaySeconds: 9000 * HOUR }, OPEN],
  ['a higher rate', true, { rateLimitPerMinute: 601 }],
  ['no limit of the rate', true, { rateLimitPerMinute: 0 }],
  ['a lower rate', false, { rateLimitPerMinute: 599 }],
  ['a first limit of the rate', false, { rateLimitPerMinute: 1_000_000 }, OPEN],
  ['the rate unlimited as before', false, { rateLimitPerMinute: 0 }, OPEN],
  ['an address more', true, { allowedAddresses: [...BEFORE.allowedAddresses, '198.51.100.7/32'] }],
  ['a shorter prefix', true, { allowedAddresses: ['192.0.0.0/16'] }],
  ['a shorter prefix of IPv6', true, { allowedAddresses: ['2001:db8::/47'] }],
  ['another family', true, { allowedAddresses: ['2001:db8:1::/48'] }],
  ['no list', true, { allowedAddresses: [] }],
  ['an address less', false, { allowedAddresses: ['192.0.2.0/24'] }],
  ['a longer prefix', false, { allowedAddresses: ['192.0.2.128/25', '192.0.2.7/32'] }],
  ['a longer prefix of IPv6', false, { allowedAddresses: ['2001:db8:0:1::/64'] }],
  ['addresses in another order', false, { allowedAddresses: BEFORE.allowedAddresses.toReversed() }],
  ['a first list', false, { allowedAddresses: ['198.51.100.0/24'] }, OPEN],
  ['one right less and another more', true, { scopes: [], maxCreditSeconds: 101 * HOUR }],
];

for (const [what, widens, changes, before = BEFORE] of CASES) {
  test(`${what}: ${widens ? 'lets the partner do more' : 'lets the partner do no more than before'}`, () => {
    assert.equal(widensRights(before, { ...before, ...changes }), widens);
  });
}
