import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../../test-support/harness.ts';

test('when the audit row cannot be written no e-mail address is served, and reads without addresses go on', async () => {
  const service = await startTestService();
  try {
    const partner = await service.createPartner();
    const member = await service.createMember({ ...partner, email: 'private@example.org' });
    const noEmail = await service.createMember({ ...partner, email: null });
    const pii = await service.token(partner);
    const plain = await service.token(partner, ['users.read']);
    await service.ownerQuery(`create function broken() returns trigger language plpgsql as
      $$ begin raise exception 'audit log is full'; end $$`);
    await service.ownerQuery('create trigger broken before insert on audit_log execute function broken()');

    for (const path of [`/users/${member.id}`, '/users']) {
      const refused = await service.call('GET', path, { token: pii });
      assert.deepEqual([refused.status, refused.body.error], [500, 'server_error'], path);
      assert.equal(refused.text.includes('private@'), false);
      assert.equal((await service.call('GET', path, { token: plain })).status, 200, path);
    }

    await service.ownerQuery('drop trigger broken on audit_log');
    for (const id of [member.id, noEmail.id]) {
      assert.equal((await service.call('GET', `/users/${id}`, { token: pii })).status, 200);
    }
  } finally {
    await service.stop();
  }
});
