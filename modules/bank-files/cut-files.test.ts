/** A download that broke off is noticed: it is refused, or its figures do not all hold. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { BANK_FILES, filledBankFile, paymentReferences } from '../../test-support/bank-files.ts';
import { readBankFile } from './read-file.ts';
import { BankFileFault } from './types.ts';

const STEP_BYTES = 100;

for (const name of readdirSync(BANK_FILES).filter((one) => /^(?:d0|d10|m|n01)/.test(one))) {
  test(`${name}, cut anywhere, is noticed`, async () => {
    const bytes = await filledBankFile(name, paymentReferences(14), '2026-11-26');
    const whole = await readBankFile(name, bytes, {});
    for (let end = 1; end < bytes.length; end += STEP_BYTES) {
      try {
        const { statements } = await readBankFile(name, bytes.subarray(0, end), {});
        // What is there may be whole statements, of which the file had more.
        const isWhole = JSON.stringify(whole.statements.slice(0, statements.length)) === JSON.stringify(statements);
        const proofs = statements.flatMap((statement) => statement.proofs);
        assert.ok(isWhole || proofs.some(({ holds }) => holds !== true), `cut after ${end} bytes`);
      } catch (error) {
        if (!(error instanceof BankFileFault)) throw error;
      }
    }
  });
}
