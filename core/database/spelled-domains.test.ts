import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { domainToASCII } from 'node:url';
import pg from 'pg';
import { withTestDatabase } from '../../test-support/database.ts';
import { spelledAddress } from '../base/email-address.ts';

test('addresses that were stored as browsers send them become what is stored now, where no other account has that', async () => {
  const sql = await readFile(join(import.meta.dirname, 'migrations/0043_spelled_domains.sql'), 'utf8');
  const domains = ['brücke.example', 'straße.münchen.de', 'παράδειγμα.δοκιμή', '例え.テスト', 'пример.рф', 'ü.de'];
  const odd = ['xn--.example', 'xn--99999999.example', 'xn--a.example', 'xn--brcke-lva.xn--', 'plain.example'];
  const sent = [...domains.map((one) => `Otto@${domainToASCII(one)}`), ...odd.map((one) => `otto@${one}`)];
  await withTestDatabase(async ({ ownerUrl }) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    try {
      await check(client);
    } finally {
      await client.end();
    }
  });

  async function check(client: pg.Client) {
    const add = 'insert into administrators (email, name, created_at) values ($1, $1, now())';
    for (const email of ['ida@brücke.example', 'ida@xn--brcke-lva.example', ...sent.map((one) => one.toLowerCase())]) {
      await client.query(add, [email]);
    }
    await client.query(sql);
    const { rows } = await client.query<{ name: string; email: string }>('select name, email from administrators');
    for (const { name, email } of rows) {
      const isTaken = name === 'ida@xn--brcke-lva.example';
      // What is no domain stays, whole or in part.
      if (!isTaken && domainToASCII(name.split('@')[1] ?? '') !== '') assert.equal(email, spelledAddress(name), name);
      else assert.equal(foldedDomain(email), foldedDomain(name));
    }
    assert.equal(rows.length, sent.length + 2);
  }
});

const foldedDomain = (email: string) => domainToASCII(email.split('@')[1] ?? '');
