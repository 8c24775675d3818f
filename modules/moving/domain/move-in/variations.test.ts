/** Other files of the same formats: what may differ there changes nothing here. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MoveSystem } from '@timebank/contract';
import { changed, planned, sampleOf, turned } from '../../../../test-support/moving-in.ts';

type Changes = Readonly<Record<string, (text: string) => string>>;

/** The numbers of the sample, whatever was changed in it. */
async function assertSame(system: MoveSystem, changes: Changes, answers = {}): Promise<void> {
  const sample = await sampleOf(system);
  const before = await planned(system, sample, answers);
  const after = await planned(system, changed(sample, changes), answers);
  assert.deepEqual(after.talk.faults, []);
  assert.deepEqual(after.balances, before.balances);
  assert.deepEqual(
    [after.plan.members.length, after.plan.listings.length, after.plan.exchangeCount],
    [before.plan.members.length, before.plan.listings.length, before.plan.exchangeCount],
  );
  assert.equal(after.plan.fund.openingSeconds, before.plan.fund.openingSeconds);
  assert.deepEqual(
    after.plan.exchanges.map(({ day, provider, receiver, seconds }) => [day, provider, receiver, seconds]).sort(),
    before.plan.exchanges.map(({ day, provider, receiver, seconds }) => [day, provider, receiver, seconds]).sort(),
  );
}

/** Quotes that hold separators stay; only separators between cells are replaced. */
const separatedBy = (separator: string) => (text: string) => {
  let quoted = false;
  return [...text]
    .map((one) => {
      if (one === '"') quoted = !quoted;
      return one === ',' && !quoted ? separator : one;
    })
    .join('');
};
const crlf = (text: string) => text.replaceAll('\n', '\r\n');

describe('TimeOverflow', () => {
  test('in another language, by semicolons, with a mark and other line ends', async () => {
    const spanish = (text: string) =>
      text
        .replaceAll("The user isn't active", 'El usuario no está activo')
        .replaceAll('The user no longer exists', 'El usuario ya no existe');
    await assertSame('timeoverflow', {
      Members: (text) =>
        crlf(
          separatedBy(';')(`\ufeff${text.replace(/^.*/, 'Núm,Nombre,Correo,Teléfono,Otro,Alta,Último,Idioma,Saldo')}`),
        ),
      Transfers: (text) => separatedBy('\t')(spanish(text).replace(/^.*/, 'Fecha,De,A,Anuncio,Cantidad')),
      Offers: (text) => text.replace(/^.*/, '"",Oferta,Etiquetas,Usuario,Creado'),
    });
  });

  test('in any order of rows it is the same move, and equal rows stay two', async () => {
    const sample = await sampleOf('timeoverflow');
    const before = await planned('timeoverflow', sample);
    const after = await planned('timeoverflow', changed(sample, { Transfers: turned, Members: turned }));
    assert.deepEqual(after.plan.sha256, before.plan.sha256);
    const equal = after.plan.exchanges.filter(
      ({ day, provider, receiver }) => day === '2021-02-14' && provider === '1' && receiver === '4',
    );
    assert.deepEqual([equal.length, new Set(equal.map(({ id }) => id)).size], [2, 2]);
  });

  test('names are unescaped, a number in brackets belongs to the member who has the name', async () => {
    const sample = await sampleOf('timeoverflow');
    const { plan } = await planned(
      'timeoverflow',
      changed(sample, { Transfers: (text) => text.replaceAll('Time Bank O&#39;Neill Square', 'Banc del Temps (2)') }),
    );
    assert.equal(plan.members.find(({ number }) => number === '10')?.name, 'Peter "Pit" Lang');
    assert.equal(plan.exchangeCount, 9);
    assert.equal(plan.exchanges.filter(({ provider, receiver }) => provider === null || receiver === null).length, 4);
  });

  test('the days of transfers are those of the chosen zone', async () => {
    const sample = await sampleOf('timeoverflow');
    const { plan } = await planned('timeoverflow', sample, { time_zone: 'Europe/Madrid' });
    assert.ok(plan.exchanges.some(({ day, provider }) => day === '2021-10-11' && provider === '10'));
  });
});

describe('Komunitin', () => {
  test('in another unit, which the document of the currency or a person tells', async () => {
    const times = (factor: number) => (text: string) =>
      text.replaceAll(
        /(committed|active|suspended|disabled),(-?\d+\.\d+)/g,
        (_, word, amount) => `${word},${(Number(amount) * factor).toFixed(4)}`,
      );
    const minutes = { accounts: times(60), transfers: times(60) };
    await assertSame('komunitin', { ...minutes, currency: (text) => text.replace('"d": 1', '"d": 60') });
    const sample = changed(await sampleOf('komunitin'), minutes);
    sample.delete('currency.json');
    const { balances } = await planned('komunitin', sample, { units_per_hour: 60 });
    assert.deepEqual([balances.OLMO0001, balances.OLMO0002], [-8280, 14100]);
  });

  test('documents in pages; without a page that is announced nothing is read', async () => {
    const sample = await sampleOf('komunitin');
    const document = JSON.parse(sample.get('members.json') ?? '');
    const pages = [0, 5].map((from) => JSON.stringify({ ...document, data: document.data.slice(from, from + 5) }));
    const paged = new Map(sample).set('members.json', pages[0] ?? '').set('members-2.json', pages[1] ?? '');
    assert.equal(
      (await planned('komunitin', paged)).plan.members.find(({ number }) => number === 'OLMO0008')?.name,
      'Elio Santi',
    );
    paged.delete('members-2.json');
    await assert.rejects(() => planned('komunitin', paged), /members\.json is a page of 10 members, and 5 are there/);
  });

  test('only the tables: members get their code as name', async () => {
    const sample = new Map([...(await sampleOf('komunitin'))].filter(([name]) => name.endsWith('.csv')));
    const { plan, talk } = await planned('komunitin', sample, { units_per_hour: 1 });
    assert.deepEqual([plan.members.length, plan.members[0]?.name, plan.exchangeCount], [9, 'OLMO0001', 9]);
    assert.deepEqual(talk.notes, ['codes_as_names', 'moved_nothing']);
  });
});

describe('CES', () => {
  test('of an older version: other names, capitals, slashes, offers and wants apart, Windows-1252', async () => {
    const sample = await sampleOf('ces');
    const older = changed(sample, {
      users: (text) =>
        text.replace(/^.*/, (line) =>
          line.replace('uid', 'UID').replace('firstname', 'Firstname').replace('date_created', 'DateCreated'),
        ),
      transactions: (text) =>
        text
          .replace(/^.*/, (line) =>
            line.replace('seller,', 'Seller,').replace('buyer,', 'Buyer,').replace('date_entered', 'DateEntered'),
          )
          .replaceAll(/(\d{4})-(\d\d)-(\d\d) /g, '$1/$2/$3 '),
    });
    const adverts = (older.get('adverts.csv') ?? '').replace('\n', '\u0000').split('\u0000');
    older.delete('adverts.csv');
    const [header = '', rows = ''] = adverts;
    older.set(
      'offers.csv',
      `${header}\n${rows
        .split(/\n(?=\d)/)
        .filter((row) => row.includes(',o,'))
        .join('\n')}`,
    );
    older.set(
      'wants.csv',
      `${header}\n${rows
        .split(/\n(?=\d)/)
        .filter((row) => row.includes(',w,'))
        .join('\n')}`,
    );
    const western = new Map<string, string | Buffer>(older);
    western.set('transactions.csv', Buffer.from(older.get('transactions.csv') ?? '', 'latin1'));
    const { plan, talk } = await planned('ces', western);
    assert.deepEqual(talk.faults, []);
    assert.deepEqual([plan.members.length, plan.listings.length, plan.exchangeCount], [10, 6, 10]);
    assert.ok(plan.exchanges.some(({ note }) => note === 'Tea and cake for the café'));
  });

  test('in a unit of minutes, with a levy to the fund, and in any order of rows', async () => {
    const sample = await sampleOf('ces');
    const before = await planned('ces', sample);
    const minutes = (text: string) =>
      text.replaceAll(/(?<=,)-?\d+\.\d\d(?=,|$)/gm, (amount) => (Number(amount) * 60).toFixed(2));
    const inMinutes = changed(sample, { balances: minutes, transactions: (text) => turned(minutes(text)) });
    const { plan, balances } = await planned('ces', inMinutes, { units_per_hour: '60' });
    assert.deepEqual(balances, before.balances);
    assert.deepEqual(plan.sha256, before.plan.sha256);
    const levied = await planned('ces', sample, { levies: 'fund' });
    assert.deepEqual(levied.balances, before.balances);
    assert.deepEqual(
      levied.plan.exchanges
        .filter(({ id }) => id.includes('levy'))
        .map(({ provider, receiver, seconds }) => [provider, receiver, seconds]),
      [[null, 'BIRC0008', 1080]],
    );
    assert.equal(levied.plan.exchangeCount, 10);
  });

  test('without balances they are what the transactions add up to', async () => {
    const sample = await sampleOf('ces');
    sample.delete('balances.csv');
    const { balances } = await planned('ces', sample);
    assert.equal(balances.BIRC0009, -6 * 3600 + 2 * 3600);
  });
});

describe('Cyclos', () => {
  const german: Changes = {
    members_a: (text) =>
      text.replace(
        /^.*/,
        '"Id","Benutzername","Name","E-Mail","Angelegt","Aktiviert","Letzte Anmeldung","Darlehensgruppen","Gruppe","Geburtstag","Gebiet","Broker","Name des Brokers"',
      ),
    members_report: (text) =>
      text
        .replace(/^.*/, '"Benutzername","Name","Zeitkonto: Unteres Limit","Zeitkonto: Kontostand"')
        .replaceAll('Time account', 'Zeitkonto'),
    members_transactions: (text) =>
      text
        .replace(
          /^.*/,
          '"Benutzername","Name","Konto","Art","Datum","Betrag","Von / an","Von / an","Nummer","Beschreibung"',
        )
        .replaceAll('Time account', 'Zeitkonto'),
    ads: (text) =>
      text
        .replace(
          /^.*/,
          '"Nr","Art","Titel","Kategorie","Preis","Währung","Unbefristet","Beginn","Ende","Benutzername","Name","Extern","Beschreibung"',
        )
        .replaceAll('"Offer"', '"Angebot"')
        .replaceAll('"Wants"', '"Gesuch"'),
  };

  test('in another language', () => assertSame('cyclos', german));

  test('with semicolons and decimal points', () => {
    const american = (text: string) =>
      separatedBy(';')(text).replaceAll(
        /"(-?[\d.]+),(\d\d)"/g,
        (_, whole, part) => `"${whole.replace('.', ',')}.${part}"`,
      );
    return assertSame('cyclos', { members_report: american, members_transactions: american });
  });

  test('with months before days', () => {
    const american = (text: string) => text.replaceAll(/"(\d\d)\/(\d\d)\/(\d{4})/g, '"$2/$1/$3');
    return assertSame('cyclos', { members_a: american, members_transactions: american, ads: american });
  });

  test('without first lines, between single quotes', () => {
    const bare = (text: string) => text.replace(/^.*\n/, '');
    const single = (text: string) =>
      text
        .replaceAll("'", '\u0000')
        .replaceAll('""', '\u0001')
        .replaceAll('"', "'")
        .replaceAll('\u0001', '"')
        .replaceAll('\u0000', "''");
    return assertSame('cyclos', {
      members_a: bare,
      members_report: bare,
      members_transactions: bare,
      ads: (text) => single(bare(text)),
    });
  });
});

describe('transfers of Cyclos', () => {
  test('without their numbers: rows are paired, and equal ones stay two', async () => {
    const withoutNumber = (text: string) => text.replaceAll(/,"(?:OAK\d+|Transaction number)"(?=,")/g, '');
    await assertSame('cyclos', { members_transactions: withoutNumber });
    const { plan } = await planned(
      'cyclos',
      changed(await sampleOf('cyclos'), { members_transactions: withoutNumber }),
    );
    assert.equal(plan.exchanges.filter(({ note }) => note === 'Letter to the council').length, 2);
  });

  test('without names and with the number', async () => {
    const cells = (text: string) => text.replaceAll(/^("[^"]*"),"(?:[^"]|"")*"(,"Time account"|,"Account")/gm, '$1$2');
    const related = (text: string) =>
      text.replaceAll(
        /("(?:gus|alva|bosse|cleo\.d|dmitri|fay_h|00123|olduser|Community account|From \/ to)"),"(?:[^"]|"")*"(,"(?:OAK|Transaction))/g,
        '$1$2',
      );
    await assertSame('cyclos', { members_transactions: (text) => related(cells(text)) }, { fund: 'Community account' });
  });

  test('a report that was cut off is asked about', async () => {
    const sample = changed(await sampleOf('cyclos'), {
      members_transactions: (text) => `${text.trimEnd()}\nThe report was limited to 25 rows\n`,
    });
    const { talk, plan } = await planned('cyclos', sample);
    assert.ok(talk.open.some(({ key }) => key === 'limited_report'));
    assert.equal(plan.exchangeCount, 10);
    assert.equal((await planned('cyclos', sample, { limited_report: 'stop' })).talk.faults.length, 1);
  });

  test('of several accounts one counts', async () => {
    const extra = (text: string) =>
      `${text.trimEnd()}\n"alva","Alva Nyström","Euro account","Payment","05/10/2026","100,00","gus","Gus Ferreira","OAK00016","Euros"\n`;
    const more = (text: string) =>
      text
        .split('\n')
        .map((row, at) => (row === '' ? row : `${row},${at === 0 ? '"Euro account: Account balance"' : '"9.999,00"'}`))
        .join('\n');
    const sample = changed(await sampleOf('cyclos'), { members_transactions: extra, members_report: more });
    const { talk, balances, plan } = await planned('cyclos', sample);
    assert.ok(talk.open.some(({ key, suggested }) => key === 'account' && suggested === 'Time account'));
    assert.deepEqual([balances.alva, plan.exchangeCount], [14400, 10]);
  });
});
