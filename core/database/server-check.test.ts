import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../test-support/database.ts';
import { execute } from '../../test-support/server.ts';
import { checkBeforeMigrating } from './server-check.ts';

test('a database of any encoding but UTF8 is refused, whichever role looks', async () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    const database = await createTestDatabase({ encoding });
    try {
      for (const connection of [database.ownerConnection, database.appConnection]) {
        await assert.rejects(checkBeforeMigrating([connection]), {
          name: 'Error',
          message: new RegExp(`^The database's encoding is ${encoding} and timebank needs UTF8: make another one `),
        });
      }
    } finally {
      await database.drop();
    }
  }
});

test('a database that takes no writes is refused, also when only one role may not write', async () => {
  const database = await createTestDatabase({ migrated: false });
  try {
    await checkBeforeMigrating([database.ownerConnection, database.appConnection]);
    const name = new URL(database.appUrl).pathname.slice(1);
    const role = new URL(database.appUrl).username;
    const change = (what: string) => execute(new URL('/postgres', database.ownerUrl).href, what);
    const refused = { message: /^The database takes no writes, since default_transaction_read_only is on: / };
    await change(`alter role ${role} in database ${name} set default_transaction_read_only = on`);
    await checkBeforeMigrating([database.ownerConnection]);
    await assert.rejects(checkBeforeMigrating([database.ownerConnection, database.appConnection]), refused);
    await change(`alter role ${role} in database ${name} reset default_transaction_read_only`);
    await change(`alter database ${name} set default_transaction_read_only = on`);
    await assert.rejects(checkBeforeMigrating([database.ownerConnection]), refused);
  } finally {
    await database.drop();
  }
});
