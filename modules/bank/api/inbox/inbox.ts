/** /communities/{slug}/inbox: what moved on the community's bank accounts. */

import { createHash } from 'node:crypto';
import { actOf, type CommunityHandler, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { Uploads } from '../../../../console/desk/uploads.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { readBankFileInThread } from '../../../bank-files/read-in-thread.ts';
import { type BankAnswers, type BankFile, BankFileFault } from '../../../bank-files/types.ts';
import {
  APPROVED_LINES_MAX,
  type approveInboxLines,
  type decideInboxLine,
  INBOX_FILE_BYTES_MAX,
  type importBankFile,
  listInboxFiles,
  listInboxLines,
} from '../../contract/inbox.ts';
import { approveLines } from '../../domain/inbox/approve.ts';
import { decideLine } from '../../domain/inbox/decide-line.ts';
import { selectBankFilePage, selectBankFiles } from '../../domain/inbox/file-queries.ts';
import { importIntoInbox } from '../../domain/inbox/import-file.ts';
import { completeProofs, LAST_LINE_ID, readLinePage, readLines, refreshInbox } from '../../domain/inbox/read-inbox.ts';
import { lineTerms } from '../../domain/inbox/search-terms.ts';
import { compareRead, neededAnswers } from '../../domain/reconcile/reconcile.ts';
import { readReport } from '../reconciliation/reports.ts';
import { fileRefusal, presentInboxFile, presentInboxLine, presentQuestions } from './present.ts';

type FoundPartner = Awaited<ReturnType<typeof findPartner>>;

/**
 * The handler of one process; imports share the limits for uploaded files. The one door for a bank's file: it becomes lines
 * of the inbox, and what is about a partner's account is compared with the partner's credits; where the person says whose
 * it is, that is all.
 */
export function createImportBankFileHandler(uploads: Uploads): ConsoleHandler<typeof importBankFile> {
  return async (call, deps) => {
    const { communityId } = call.membership;
    const { file_name: name = null, answers: written, partner_id: named } = call.query;
    const answers = answersOf(written);
    const partner = named === undefined ? undefined : await findPartner(deps, call.membership, named);
    return await uploads.take(communityId, call.file, INBOX_FILE_BYTES_MAX, async (bytes) => {
      try {
        const sha256 = createHash('sha256').update(bytes).digest();
        const compared = async ({ id: partnerId, name: partner_name }: FoundPartner, read: BankFile) => {
          if (neededAnswers(read).length > 0) return [];
          const { id } = await compareRead(deps, { ...actOf(call), partnerId }, { name, sha256, read });
          const report = await readReport(deps, communityId, partnerId, id);
          return [{ partner_id: partnerId, partner_name, report }];
        };
        if (partner) {
          const read = await readBankFileInThread(name, bytes, answers);
          const brought = { file: null, lines: [], taken_accounts: [], notes: [...read.notes] };
          const questions = presentQuestions(neededAnswers(read));
          return { data: { ...brought, questions, comparisons: await compared(partner, read) } };
        }
        const upload = { name, bytes, answers, read: readBankFileInThread };
        const brought = await importIntoInbox(deps, actOf(call), upload);
        const { fileId, lineIds, takenAccounts, notes } = brought;
        const files = await selectBankFiles(deps.database.reads, { communityId, ids: [fileId] });
        const [file] = await completeProofs(deps.database.reads, communityId, files);
        if (!file) throw new Error('an imported file is gone');
        const rows = await readLines(deps.database.heavy, communityId, lineIds);
        const lines = rows.map(presentInboxLine);
        const comparisons = [];
        for (const [id, read] of brought.ofPartners) {
          comparisons.push(...(await compared(await findPartner(deps, call.membership, String(id)), read)));
        }
        const shown = presentInboxFile(file);
        const texts = { taken_accounts: [...takenAccounts], notes: [...notes], questions: shown.questions };
        return { data: { file: shown, lines, ...texts, comparisons } };
      } catch (error) {
        if (!(error instanceof BankFileFault)) throw error;
        throw fileRefusal(error);
      }
    });
  };
}

/** @throws Refusal validation_failed where it is no JSON object of texts */
function answersOf(text: string | undefined): BankAnswers {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && Object.values(value).every((one) => typeof one === 'string')) return value as BankAnswers;
  } catch {
    // The refusal below says what it must be.
  }
  throw invalidField('answers', 'invalid_format', 'answers must be a JSON object of texts by the key of the question.');
}

export const listInboxLinesHandler: CommunityHandler<typeof listInboxLines> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listInboxLines);
  if (page.after === undefined) await refreshInbox(deps.database, communityId);
  const { after: beforeId = LAST_LINE_ID, limit } = page;
  const { find = '', before, state = before === undefined ? null : 'open' } = call.query;
  const cameBefore = before === undefined ? undefined : new Date(`${before}T00:00:00Z`);
  const wanted = { beforeId, limit, terms: lineTerms(find), cameBefore };
  const rows = await readLinePage(deps.database.heavy, communityId, state, wanted);
  return pageOf(page, rows, ({ id }) => String(id), presentInboxLine);
};

export const listInboxFilesHandler: CommunityHandler<typeof listInboxFiles> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listInboxFiles);
  const rows = await selectBankFilePage(deps.database.reads, {
    communityId,
    beforeId: page.after ?? LAST_LINE_ID,
    limit: page.limit,
  });
  const files = await completeProofs(deps.database.reads, communityId, rows);
  return pageOf(page, files, ({ fileId }) => String(fileId), presentInboxFile);
};

export const approveInboxLinesHandler: CommunityHandler<typeof approveInboxLines> = async (call, deps) => {
  const { bookedIds, refused, ownIds } = await approveLines(deps, actOf(call), call.body.ids);
  const isFull = bookedIds.length + refused.length + ownIds.length >= APPROVED_LINES_MAX;
  return {
    data: {
      booked: [...bookedIds],
      refused: refused.map((one) => ({ ...one })),
      own: [...ownIds],
      has_more: call.body.ids === null && isFull && bookedIds.length > 0,
    },
  };
};

export const decideInboxLineHandler: CommunityHandler<typeof decideInboxLine> = async (call, deps) => {
  const id = readNumber(call.params.lineId);
  if (id === undefined) throw consoleRefusal('inbox_line_not_found', 'This community has no such line in its inbox.');
  const { note, member_id: memberId, remember, reverse_credit_id: reverseCreditId, same } = call.body;
  await decideLine(deps, actOf(call), id, { note, memberId, remember, reverseCreditId, same });
  const [row] = await readLines(deps.database.reads, call.membership.communityId, [id]);
  if (!row) throw consoleRefusal('inbox_line_not_found', 'This community has no such line in its inbox.');
  return { data: presentInboxLine(row) };
};
