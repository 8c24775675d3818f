import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  BANK_FILES,
  dayFrom,
  expectedBankFiles,
  filledBankFile,
  paymentReferences,
} from '../../test-support/bank-files.ts';
import { readBankFile } from './read-file.ts';
import type { BankFile } from './types.ts';

const TODAY = '2026-11-26';
const EXPECTED = await expectedBankFiles();
const HERE = new Set(readdirSync(BANK_FILES));

/** Lines in the form of `expected.json`. */
function linesOf({ statements }: BankFile) {
  return statements.flatMap(({ account, lines }) => lines.map((line) => ({ ...line, account })));
}

for (const digits of [14, 16]) {
  describe(`files in the dialects of banks, with references of ${digits + 4} characters`, () => {
    for (const [name, expected] of Object.entries(EXPECTED).filter(([name]) => HERE.has(name))) {
      test(`${name} is read as its bank means it`, async () => {
        const bytes = await filledBankFile(name, paymentReferences(digits), TODAY);
        const file = await readBankFile(name, bytes, {});
        assert.equal(file.questions.length > 0, expected.ask !== undefined, JSON.stringify(file.questions));
        assert.equal(file.statements[0]?.account, expected.account);
        const lines = linesOf(file);
        const shown = lines.map(({ reference, amount, currency, bookedOn }) => [reference, amount, currency, bookedOn]);
        // Of several days, an answer decides.
        const day = (written: number | string | null) =>
          typeof written === 'number' ? dayFrom(TODAY, written) : (written?.split('|')[0] ?? null);
        const wanted = expected.lines.map((line) => [line.reference, line.amount, line.currency, day(line.booked_on)]);
        assert.deepEqual(shown, wanted);
        for (const [at, { payer, account, state }] of expected.lines.entries()) {
          const line = lines[at];
          if (payer !== null) assert.ok(line?.payer?.includes(payer), `${line?.payer} is not ${payer}`);
          if (account !== undefined) assert.equal(line?.account, account);
          assert.equal(line?.isPending, state.includes('absent'));
          assert.equal(line?.isUnreadable, false);
        }
        checkProofs(file, expected);
      });
    }
  });
}

function checkProofs({ statements }: BankFile, { proofs }: (typeof EXPECTED)[string]): void {
  const found = statements.flatMap((statement) => statement.proofs);
  for (const proof of proofs) {
    const holds = [proof.holds].flat();
    const match = found.find(
      (one) =>
        one.kind === proof.kind &&
        holds.includes(one.holds) &&
        (one.holds === null || (one.expected === proof.expected && one.found === proof.found)) &&
        (proof.account === undefined || one.account === proof.account) &&
        (proof.statement === undefined || one.statement === proof.statement) &&
        (proof.reference === undefined || one.reference === proof.reference),
    );
    assert.ok(match, `${JSON.stringify(proof)} is not in ${JSON.stringify(found)}`);
  }
  const failed = found.filter(({ holds }) => holds === false).map(({ kind }) => kind);
  const mayFail = proofs.filter(({ holds }) => [holds].flat().includes(false)).map(({ kind }) => kind);
  assert.deepEqual(
    failed.filter((kind) => !mayFail.includes(kind)),
    [],
  );
}
