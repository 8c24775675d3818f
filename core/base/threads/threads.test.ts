import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readBankFile } from '../../../modules/bank-files/read-file.ts';
import { readBankFileInThread } from '../../../modules/bank-files/read-in-thread.ts';
import { BankFileFault } from '../../../modules/bank-files/types.ts';
import { IMPORT_COLUMNS } from '../../../modules/moving/domain/import/import.ts';
import { readRowsInThread } from '../../../modules/moving/domain/import/read-in-thread.ts';
import { readRows } from '../../../modules/moving/domain/import/read-rows.ts';
import { FileFault } from '../../../modules/tables/record-types.ts';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { sampleFile } from '../../../test-support/sample-files.ts';
import { measureSlowness, patientMs } from '../../../test-support/speed.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
/** On two quiet cores: as long as a partner hardly notices. */
const BUSY_MAX_MS = 250;

async function* once(bytes: Buffer) {
  yield bytes;
}

describe('a file read in a thread', () => {
  test('says what it says when it is read here', async () => {
    const camt = await readFile(join(FIXTURES, 'statement-camt053.xml'));
    assert.deepEqual(await readBankFileInThread(null, camt, {}), await readBankFile(null, once(camt), {}));
    for (const kind of ['members', 'listings', 'exchanges'] as const) {
      const bytes = sampleFile(kind);
      const here = await readRows(bytes, IMPORT_COLUMNS[kind], { kind });
      assert.ok(here.rows.length >= 1000);
      const steps: number[] = [];
      assert.deepEqual(await readRowsInThread(bytes, kind, {}, ({ done }) => steps.push(done)), here);
      assert.ok(steps.length > 0);
    }
  });

  test('is refused in the same words', async () => {
    await assert.rejects(readBankFileInThread(null, Buffer.from('<a><b></a>'), {}), BankFileFault);
    const kind = 'members';
    const fault = readRows(Buffer.from('name\n"x'), IMPORT_COLUMNS.members, { kind }).catch((error: unknown) => error);
    await assert.rejects(readRowsInThread(Buffer.from('name\n"x'), 'members', {}), (error: unknown) => {
      assert.ok(error instanceof FileFault);
      return true;
    });
    const here = (await fault) as FileFault;
    const there = await readRowsInThread(Buffer.from('name\n"x'), 'members', {}).catch((error: unknown) => error);
    assert.deepEqual(
      [(there as FileFault).code, (there as FileFault).line, (there as FileFault).message],
      [here.code, here.line, here.message],
    );
    assert.deepEqual([(there as FileFault).params, (there as FileFault).understood], [here.params, here.understood]);
  });

  test('that takes too long or too much memory ends with one sentence', async () => {
    const rows = Buffer.from(`external_id,name,status,balance_hours\n${'x,y,active,0\n'.repeat(150_000)}`);
    await assert.rejects(readRowsInThread(rows, 'members', {}, undefined, { timeoutMs: 50, memoryMb: 768 }), {
      message: 'The file takes longer than 0.05 seconds to read. Split it.',
    });
    await assert.rejects(readRowsInThread(rows, 'members', {}, undefined, { timeoutMs: 60_000, memoryMb: 24 }), {
      message: 'The file needs too much memory to be read. Split it.',
    });
  });
});

describe('while the worst file of each kind is read', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  /**
   * Asks /health/live all the time while the work goes on. The longest piece for which this thread lets no other one begin
   * is measured in the thread's own processor time, which has no part of what else runs on the machine.
   */
  async function assertNeverBusy(work: Promise<unknown>): Promise<void> {
    let going = true;
    const ended = work.finally(() => {
      going = false;
    });
    let longest = 0;
    let before = process.threadCpuUsage();
    const turn = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.threadCpuUsage();
    }, 5);
    try {
      while (going) assert.equal((await fetch(`${service.origin}/health/live`)).status, 200);
      await ended;
    } finally {
      clearInterval(turn);
    }
    // The machine can have become slower since the run began.
    const limitMs = Math.max(patientMs(BUSY_MAX_MS), BUSY_MAX_MS * measureSlowness());
    assert.ok(longest < limitMs, `${Math.round(longest)} ms of at most ${Math.round(limitMs)}`);
  }

  const attributes = Array.from({ length: 300_000 }, (_, at) => `a${at}="1"`).join(' ');
  const entry = (at: number) =>
    `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>` +
    `<AcctSvcrRef>A${at}</AcctSvcrRef></Ntry>`;
  const camt = (inner: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`;
  const statements: readonly (readonly [string, string])[] = [
    ['an element of 300,000 attributes', camt(`<Ntry ${attributes}></Ntry>`)],
    ['60,000 entries', camt(Array.from({ length: 60_000 }, (_, at) => entry(at)).join(''))],
    ['49,000 entries, which are compared', camt(Array.from({ length: 49_000 }, (_, at) => entry(at)).join(''))],
    ['elements nested 100,000 deep', camt('<a>'.repeat(100_000))],
    ['one text of 8 MB', camt(`<Ntry><Amt Ccy="EUR">${'1'.repeat(8_000_000)}</Amt></Ntry>`)],
    ['a table that never closes a quotation mark', `entry_reference,amount\n"${'x'.repeat(4_000_000)}`],
  ];
  for (const [what, text] of statements) {
    test(`a bank's statement with ${what}: the service is never busy with it for 250 ms`, async () => {
      const { client, slug, communityId } = await signedIn(service);
      const { partnerId } = await service.createPartner({ communityId });
      const upload = client.call('reconcileStatement', { params: { slug, partnerId }, file: text });
      await assertNeverBusy(upload);
      const { status } = await upload;
      assert.ok([200, 422].includes(status), String(status));
    });
  }

  test('a file of 150,000 members, and one of 2 million columns: the service is never busy with it for 250 ms', async () => {
    const { client, slug } = await signedIn(service);
    const line = (at: number) => `m-${at},Member ${at},member-${at}@example.org,active,1.5`;
    const many = `external_id,name,email,status,balance_hours\n${Array.from({ length: 150_000 }, (_, at) => line(at)).join('\n')}`;
    const wide = `external_id,${'x,'.repeat(2_000_000)}`;
    for (const file of [many, wide]) {
      const upload = client.call('previewImport', { params: { slug }, query: { kind: 'members' }, file });
      await assertNeverBusy(upload);
      assert.equal((await upload).status, 200);
    }
  });
});

test("two slow uploads of one community hold up nobody else's, and not the community's own for longer than they are worked on", async () => {
  const service = await startTestService();
  try {
    const [slow, other] = [await signedIn(service), await signedIn(service)];
    const gate = Promise.withResolvers<void>();
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(Buffer.from('external_id,name\n'));
          await gate.promise;
          controller.enqueue(Buffer.from('1,Ada\n'));
          controller.close();
        },
      });
    const held = [0, 1].map(() =>
      fetch(`${service.origin}/api/console/v1/communities/${slow.slug}/imports/preview?kind=members`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/octet-stream',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: `__Host-timebank=${slow.client.cookie}`,
          'X-CSRF-Token': slow.client.csrf ?? '',
        },
        body: endless(),
        duplex: 'half',
      } as RequestInit),
    );
    const preview = (of: typeof slow) =>
      of.client.call('previewImport', {
        params: { slug: of.slug },
        query: { kind: 'members' },
        file: 'external_id,name\n1,Ada\n',
      });
    assert.equal((await preview(other)).status, 200);
    assert.equal((await preview(slow)).status, 200);
    gate.resolve();
    const statuses = (await Promise.all(held)).map(({ status }) => status).sort();
    assert.ok(
      statuses.every((status) => [200, 503].includes(status)),
      statuses.join(),
    );
  } finally {
    await service.stop();
  }
});
