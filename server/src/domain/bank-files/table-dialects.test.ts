import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayFrom,
  EXPECTED_TABLES,
  type ExpectedFile,
  FILLED_REFERENCES,
  filledTable,
} from '../../test-support/filled-tables.ts';
import { readCfonb120 } from './cfonb120.ts';
import { readNorma43 } from './norma43.ts';
import { readOfx } from './ofx.ts';
import { readQif } from './qif.ts';
import { readTable } from './table.ts';
import { type BankAnswers, type BankFile, BankFileFault } from './types.ts';

const READERS: Readonly<Record<string, (file: Buffer, answers: BankAnswers) => BankFile | Promise<BankFile>>> = {
  csv: readTable,
  n43: readNorma43,
  txt: readCfonb120,
  ofx: readOfx,
  qif: readQif,
};

async function read(name: string, today: string, bytes = filledTable(name, today)): Promise<BankFile> {
  const reader = READERS[name.split('.').at(-1) ?? ''];
  assert.ok(reader, name);
  return await reader(bytes, {});
}

function compare(name: string, file: BankFile, expected: ExpectedFile, today: string): void {
  const lines = file.statements.flatMap((statement) =>
    statement.lines.map((line) => ({ ...line, account: statement.account })),
  );
  const shown = lines.map(({ place, amount, texts }) => `${place} ${amount} ${texts}`).join('\n');
  assert.equal(lines.length, expected.lines.length, `${name}\n${shown}`);
  for (const [at, wanted] of expected.lines.entries()) {
    const line = lines[at];
    assert.ok(line);
    const where = `${name}, line ${at}\n${shown}`;
    assert.deepEqual([line.reference, line.amount], [wanted.reference, wanted.amount], where);
    assert.equal(line.currency, wanted.currency, where);
    assert.equal(line.account, wanted.account ?? expected.account, where);
    const days: (string | null)[] =
      typeof wanted.booked_on === 'number'
        ? [dayFrom(today, wanted.booked_on)]
        : (wanted.booked_on?.split('|') ?? [null]);
    assert.ok(days.includes(line.bookedOn), `${where}\n${line.bookedOn}`);
    if (wanted.payer !== null) assert.ok(line.payer?.includes(wanted.payer), `${where}\n${line.payer}`);
    assert.ok(!line.isUnreadable, where);
    if (wanted.rf === undefined) continue;
    const joined = line.texts
      .join('')
      .replaceAll(/[\s\u00a0-]/g, '')
      .toUpperCase();
    const isNamedByReturn = line.relatedReference !== null;
    assert.ok(
      isNamedByReturn || joined.includes(FILLED_REFERENCES[Number(wanted.rf[2]) - 1] ?? '?'),
      `${where}\n${line.texts}`,
    );
  }
  const proofs = file.statements.flatMap((statement) => statement.proofs);
  for (const wanted of expected.proofs) {
    const holds = [wanted.holds].flat();
    const isFound = proofs.some(
      (proof) =>
        proof.kind === wanted.kind &&
        holds.includes(proof.holds) &&
        proof.expected === wanted.expected &&
        proof.found === wanted.found &&
        (wanted.account === undefined || proof.account === wanted.account) &&
        (wanted.reference === undefined || proof.reference === wanted.reference),
    );
    assert.ok(isFound, `${name}: ${JSON.stringify(wanted)} of ${JSON.stringify(proofs)}`);
  }
  const failing = (all: readonly { holds: unknown }[]) => all.filter(({ holds }) => holds === false).length;
  assert.equal(failing(proofs), failing(expected.proofs), JSON.stringify(proofs));
}

for (const name of Object.keys(EXPECTED_TABLES)) {
  test(`${name} has the lines, the account and the proofs that its bank wrote`, async () => {
    for (const today of ['2026-11-26', '2026-03-05', '2027-01-01', '2026-12-12']) {
      compare(name, await read(name, today), EXPECTED_TABLES[name] as ExpectedFile, today);
    }
  });

  test(`${name}, cut anywhere, is refused or read, and no proof is claimed that its end would hold`, async () => {
    const bytes = filledTable(name, '2026-11-26');
    for (let length = 1; length < bytes.length; length += 97) {
      try {
        const file = await read(name, '2026-11-26', bytes.subarray(0, length));
        const proofs = file.statements.flatMap((statement) => statement.proofs);
        const isClosed = proofs.some(({ kind, holds }) => kind === 'balance' && holds === true);
        assert.ok(!isClosed || /n43$/.test(name), `${length}: ${JSON.stringify(proofs)}`);
        if (/n43$/.test(name)) assert.ok(!proofs.every(({ holds }) => holds), `${length}`);
      } catch (error) {
        assert.ok(error instanceof BankFileFault, `${name} ${length}: ${error}`);
      }
    }
  });
}
