import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { BANK_FILES, filledBankFile } from '../../../../test-support/bank-files.ts';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import { readMonth } from './month.ts';
import { changeInboxSettings } from './settings.ts';

const TODAY = '2026-11-25';

interface ExpectedLine {
  readonly reference: string | null;
  readonly amount: string;
  readonly rf: string | null;
  readonly state: string;
  readonly seconds: number | null | readonly (number | null)[];
  readonly note?: string;
}
interface ExpectedFile {
  readonly book_first: readonly (readonly [rf: string, hours: number, reference: string])[];
  readonly lines: readonly ExpectedLine[];
  readonly proofs: readonly { readonly holds: boolean | null | readonly (boolean | null)[] }[];
  readonly after: Readonly<Record<string, number | readonly number[]>>;
  readonly set_iban?: boolean;
  readonly account: string | null;
  readonly pair?: string;
  readonly exit?: readonly number[];
}

const EXPECTED = JSON.parse(await readFile(join(BANK_FILES, 'expected.json'), 'utf8')) as Record<string, ExpectedFile>;
const service = await testService();
service.clock.set(`${TODAY}T12:00:00.000Z`);

const numberOf = (rf: string) => Number(rf.slice(2));
const among = (allowed: unknown, found: unknown) => (Array.isArray(allowed) ? allowed : [allowed]).includes(found);

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`${name}: each line is what the bank means, and approving all books the right hours`, async () => {
    const inbox = await setUpInbox(service);
    for (const [rf, hours, reference] of expected.book_first) await inbox.credit(numberOf(rf), hours, reference);
    if (expected.set_iban) {
      await changeInboxSettings(service.deps, inbox.act, { account: expected.account ?? '' });
    }
    const bytes = await filledBankFile(name, inbox.references, TODAY);
    const { lines } = await inbox.importFile(bytes, name);
    const kept = expected.lines.filter(({ state }) => !state.includes('absent'));
    for (const [at, line] of kept.entries()) {
      const found = lines[at];
      const where = `${name} line ${at}: ${line.amount} ${line.note ?? ''}: ${found?.reason}`;
      assert.equal(found?.amount, line.amount, where);
      assert.ok(line.state.split('|').includes(found.state), `${where} is ${found.state}, not ${line.state}`);
      if (!line.state.includes('returned')) assert.ok(among(line.seconds, found.proposedSeconds), where);
      const member = line.rf === null ? null : decodeId('usr', inbox.members[numberOf(line.rf) - 1]?.id ?? '');
      if (found.proposedMemberId !== null) assert.equal(found.proposedMemberId, member, where);
    }
    await inbox.approveAll();
    await inbox.importFile(bytes, name);
    await inbox.approveAll();
    const before = new Array(5).fill(0);
    for (const [rf, hours] of expected.book_first) before[numberOf(rf) - 1] += hours * 3600;
    const more = (await inbox.balances()).map((seconds, at) => seconds - before[at]);
    for (const [at, seconds] of more.entries()) {
      assert.ok(among(expected.after[`RF${at + 1}`] ?? 0, seconds), `${name}: RF${at + 1} has ${seconds} s more`);
    }
    const holds = expected.proofs.every((proof) => proof.holds !== false);
    const months = new Set(lines.map(({ account, bookedOn }) => `${account || '-'} ${bookedOn?.slice(0, 7)}`));
    for (const [account = '', month = ''] of [...months].map((one) => one.split(' '))) {
      const { differences } = await readMonth(service.deps.database, inbox.communityId, account, month);
      const off = differences.filter(({ kind }) => holds || !kind.startsWith('balance'));
      assert.deepEqual(off, [], `${name} ${account} ${month}`);
    }
  });
}
