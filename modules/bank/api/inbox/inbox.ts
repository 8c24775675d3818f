/** /communities/{slug}/inbox: what moved on the community's bank accounts. */

import { actOf, type CommunityHandler, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { Uploads } from '../../../../console/desk/uploads.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { readBankFileInThread } from '../../../bank-files/read-in-thread.ts';
import { type BankAnswers, BankFileFault } from '../../../bank-files/types.ts';
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
import { selectLinesById } from '../../domain/inbox/queries.ts';
import { completeProofs, LAST_LINE_ID, readLinePage, refreshInbox } from '../../domain/inbox/read-inbox.ts';
import { fileRefusal, presentInboxFile, presentInboxLine } from './present.ts';

/** The handler of one process; imports share the limits for uploaded files. */
export function createImportBankFileHandler(uploads: Uploads): ConsoleHandler<typeof importBankFile> {
  return async (call, deps) => {
    const { communityId } = call.membership;
    const { file_name: name = null, answers } = call.query;
    const given = answersOf(answers);
    return await uploads.take(communityId, call.file, INBOX_FILE_BYTES_MAX, async (bytes) => {
      try {
        const read = readBankFileInThread;
        const { fileId, lineIds, takenAccounts, notes } = await importIntoInbox(deps, actOf(call), {
          name,
          bytes,
          answers: given,
          read,
        });
        const files = await selectBankFiles(deps.database.reads, { communityId, ids: [fileId] });
        const [file] = await completeProofs(deps.database.reads, communityId, files);
        if (!file) throw new Error('an imported file is gone');
        const rows = await selectLinesById(deps.database.heavy, { communityId, ids: lineIds });
        const lines = rows.map(presentInboxLine);
        return {
          data: { file: presentInboxFile(file), lines, taken_accounts: [...takenAccounts], notes: [...notes] },
        };
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
  const message = 'answers must be a JSON object of texts by the key of the question.';
  throw refusal('validation_failed', message, [{ field: 'answers', code: 'invalid_format', message }]);
}

export const listInboxLinesHandler: CommunityHandler<typeof listInboxLines> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listInboxLines);
  if (page.after === undefined) await refreshInbox(deps.database, communityId);
  const { after: beforeId = LAST_LINE_ID, limit } = page;
  const { before, state = before === undefined ? null : 'open' } = call.query;
  const cameBefore = before === undefined ? undefined : new Date(`${before}T00:00:00Z`);
  const rows = await readLinePage(deps.database.heavy, communityId, state, { beforeId, limit }, cameBefore);
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
  const [row] = await selectLinesById(deps.database.reads, { communityId: call.membership.communityId, ids: [id] });
  if (!row) throw consoleRefusal('inbox_line_not_found', 'This community has no such line in its inbox.');
  return { data: presentInboxLine(row) };
};
