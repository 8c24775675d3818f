/** What the menu offers each role, with partners and without. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMINISTRATOR_ROLES } from '@timebank/contract/words';
import { ROLE_PERMISSIONS } from '../desk/contract/routes.ts';
import { isOffered, menuOf, withBeside } from './parts/shell/menu.ts';

const openers = (has_partners: boolean) =>
  ADMINISTRATOR_ROLES.map((role) => ({ role, permissions: [...ROLE_PERMISSIONS[role]], has_partners }));
const keysOf = (opener: Parameters<typeof menuOf>[0]) =>
  menuOf(opener).flatMap(({ entries }) => entries.map(({ key }) => key));

test('without a partner the menu says nothing of partners, and no screen of theirs is offered', () => {
  for (const opener of openers(false)) {
    assert.ok(!menuOf(opener).some(({ group }) => group === 'groupPartners'), opener.role);
    assert.deepEqual(withBeside('partners', opener), [], opener.role);
    for (const path of ['partners', 'partners/new', 'calls', 'safety']) {
      assert.equal(isOffered({ path }, opener), false, `${opener.role}: ${path}`);
    }
  }
});

test('with a partner its screens are one entry, with calls and kill switch beside it for those who may', () => {
  for (const opener of openers(true)) {
    assert.ok(keysOf(opener).includes('partners'), opener.role);
    const beside = withBeside('partners', opener).map(({ key }) => key);
    const may = opener.permissions.includes('calls.read');
    assert.deepEqual(beside, ['partners', ...(may ? ['calls'] : []), 'safety'], opener.role);
  }
});

test('nobody has more than ten entries, and fewer where there is no partner', () => {
  for (const [at, opener] of openers(true).entries()) {
    const [full, less] = [keysOf(opener).length, keysOf(openers(false)[at] ?? opener).length];
    assert.ok(full <= 10, `${opener.role}: ${full}`);
    assert.ok(less < full, `${opener.role}: ${less}`);
  }
});
