/** A community whose members pay by bank transfer: files filled in with their references, imported, approved. */
import { decodeId } from '@timebank/contract';
import { changeRates } from '../core/partners/rates/rates.ts';
import { type Approval, approveLines } from '../modules/bank/domain/inbox/approve.ts';
import { selectBankFiles } from '../modules/bank/domain/inbox/file-queries.ts';
import { importIntoInbox } from '../modules/bank/domain/inbox/import-file.ts';
import type { ListedLineRow } from '../modules/bank/domain/inbox/queries.ts';
import { completeProofs, LAST_LINE_ID, readLinePage, refreshInbox } from '../modules/bank/domain/inbox/read-inbox.ts';
import { readBankFile } from '../modules/bank-files/read-file.ts';
import type { BankAnswers } from '../modules/bank-files/types.ts';
import type { TestMember, TestService } from './harness.ts';
import { credited } from './wallet.ts';

const ACTOR = 'administrator:1';

/** @param rates hours per unit by currency */
export async function setUpInbox(
  service: TestService,
  rates: Readonly<Record<string, string>> = { EUR: '1/20', GBP: '1/20', CHF: '1/20' },
) {
  const partner = await service.createPartner();
  const { communityId } = partner;
  const act = { communityId, actor: ACTOR };
  await changeRates(service.deps, { ...act, partnerId: null }, { hoursPerUnit: rates, from: null });
  const members: TestMember[] = [];
  for (let number = 1; number <= 5; number++) {
    members.push(await service.createMember({ communityId, name: `Member ${number}` }));
  }
  const token = await service.token(partner);
  const references = members.map(({ paymentReference }) => paymentReference);
  const listLines = async (): Promise<ListedLineRow[]> => {
    await refreshInbox(service.deps.database, communityId);
    const page = { beforeId: LAST_LINE_ID, limit: 100_000 };
    return (await readLinePage(service.deps.database.heavy, communityId, null, page)).toReversed();
  };
  return {
    ...{ partner, communityId, act, members, references, token, listLines },
    /** A partner's credit. */
    credit: (member: number, hours: number, reference: string) =>
      credited(service, token, members[member - 1]?.id ?? '', hours, reference),
    /** A file's lines and proofs, in the order of the file. */
    async importFile(bytes: Buffer | string, name: string | null = null, answers: BankAnswers = {}, actor = ACTOR) {
      const file = { name, bytes: Buffer.from(bytes), answers, read: readBankFile };
      const imported = await importIntoInbox(service.deps, { communityId, actor }, file);
      const rows = await selectBankFiles(service.deps.database.reads, { communityId, ids: [imported.fileId] });
      const [row] = await completeProofs(service.deps.database.reads, communityId, rows);
      const lines = new Map((await listLines()).map((line) => [line.id, line]));
      return { ...imported, row, lines: imported.lineIds.map((id) => lines.get(id) as ListedLineRow) };
    },
    approve: (ids: readonly number[] | null = null, actor = 'administrator:2'): Promise<Approval> =>
      approveLines(service.deps, { communityId, actor }, ids),
    async approveAll(): Promise<void> {
      while ((await approveLines(service.deps, { communityId, actor: 'administrator:2' }, null)).bookedIds.length > 0);
    },
    /** Seconds of each member, in their order. */
    async balances(): Promise<number[]> {
      const rows = await service.ownerQuery<{ member_id: string; seconds: string }>(
        `select member_id, credits_seconds - debits_seconds as seconds from accounts
         where community_id = $1 and member_id is not null`,
        [communityId],
      );
      const byId = new Map(rows.map((one) => [one.member_id, Number(one.seconds)]));
      return members.map(({ id }) => byId.get(decodeId('usr', id) ?? '') ?? 0);
    },
  };
}
