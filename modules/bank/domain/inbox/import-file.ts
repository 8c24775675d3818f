/** A bank's file into the inbox: what it proves is kept, and each of its movements is there once. */
import { createHash } from 'node:crypto';
import { inParts } from '../../../../core/base/parts.ts';
import { DAY_MS, dayOf } from '../../../../core/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { readReferencesIn } from '../../../../core/people/members/payment-reference.ts';
import { keptFileName } from '../../../bank-files/texts.ts';
import type {
  BankAnswers,
  BankFile,
  BankLine,
  BankProof,
  BankQuestion,
  BankStatement,
} from '../../../bank-files/types.ts';
import { membersNamed } from '../matching/named-members.ts';
import type { NamedMemberRow } from '../matching/queries.ts';
import { accountIn, findBankAccount } from './accounts.ts';
import { REPORTED_DAYS_APART_MAX } from './alike.ts';
import { deleteBankStatements, insertBankStatements } from './balance-queries.ts';
import {
  type BankAccountRow,
  insertBankFile,
  selectAskedFile,
  selectBankAccounts,
  updateBankAccount,
  writtenAddress,
} from './file-queries.ts';
import { identifyLines } from './identify.ts';
import { keepLearntIn } from './keep-learnt.ts';
import { selectKnownLines } from './known-queries.ts';
import { type LearntRow, learn } from './learn.ts';
import { forgetAskedLines, insertBankLines, insertLineFiles, lockInbox, selectLinesOfFile } from './queries.ts';
import { refreshIn } from './refresh.ts';
import type { Names, NewBankLine } from './types.ts';

export interface BankUpload {
  readonly name: string | null;
  readonly bytes: Buffer;
  /** Choices for what the file leaves open; remembered for its accounts. */
  readonly answers: BankAnswers;
  /** @throws BankFileFault */
  readonly read: (name: string | null, bytes: Buffer, answers: BankAnswers) => Promise<BankFile>;
}

export interface ImportedFile {
  readonly fileId: number;
  readonly sha256: string;
  /** In the order of the file; a line that the inbox had is there, too. */
  readonly lineIds: readonly number[];
  /** Accounts that no setting names, taken for the community's. */
  readonly takenAccounts: readonly string[];
  readonly notes: readonly string[];
  /** What of the file is about accounts whose transfers a partner reports, by its id. */
  readonly ofPartners: ReadonlyMap<number, BankFile>;
}

const ROWS_AT_ONCE = 2000;
const REFERENCE_MAX = 128;
/** No line is of it. */
const NO_DAY = '0001-01-01';

/**
 * Imports a file; the same file again changes nothing but what new answers decide.
 * @throws BankFileFault where it cannot be read
 */
export async function importIntoInbox(deps: ChangeDeps, act: CommunityAct, file: BankUpload): Promise<ImportedFile> {
  const { communityId } = act;
  const sha256 = createHash('sha256').update(file.bytes).digest();
  const read = await readWithAnswers(deps, communityId, file);
  const name = keptFileName(file.name);
  return await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    await lockInbox(transaction, { communityId });
    const accounts = await selectBankAccounts(transaction, { communityId });
    const takenAccounts: string[] = [];
    const statements: PlacedStatement[] = [];
    const ofPartners = new Map<number, BankFile>();
    for (const statement of withoutCopies(read.statements)) {
      const before = accounts.map(({ account }) => account);
      const account = await accountIn(within, communityId, accounts, statement.account);
      if (!before.includes(account.account) && !accounts.some(({ namedBy }) => namedBy === 'settings')) {
        takenAccounts.push(account.account);
      }
      statements.push({ ...statement, account });
      const { partnerId } = account;
      if (partnerId === null) continue;
      const earlier = ofPartners.get(partnerId)?.statements ?? [];
      ofPartners.set(partnerId, { ...read, statements: [...earlier, statement] });
    }
    await keepAnswers(within, communityId, statements, file.answers);
    const days = statements.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()).toSorted();
    const [asked] = await selectAskedFile(transaction, { communityId, sha256 });
    if (asked) await forgetAskedLines(transaction, { communityId, fileId: asked.id });
    const [row] = await insertBankFile(transaction, {
      communityId,
      sha256,
      name,
      accounts: [...new Set(statements.map(({ account }) => account.account))],
      firstDay: days[0] ?? null,
      lastDay: days.at(-1) ?? null,
      proofs: JSON.stringify(proofsOf(statements)),
      questions: JSON.stringify(read.questions satisfies readonly BankQuestion[]),
      importedBy: act.actor,
      importedAt: at,
    });
    if (!row) throw new Error('a file without an id');
    await keepBalancesIn(within, communityId, row.id, statements);
    const lineIds = await keepLinesIn(within, communityId, row.id, statements);
    await refreshIn(transaction, communityId);
    audit('inbox.imported', `bank_file:${row.id}`, { sha256: sha256.toString('hex'), lines: lineIds.length });
    const { notes } = read;
    return { fileId: row.id, sha256: sha256.toString('hex'), lineIds, takenAccounts, notes, ofPartners };
  });
}

type PlacedStatement = Omit<BankStatement, 'account'> & { readonly account: BankAccountRow };

/** What the file leaves open is answered by what was chosen for its account before. */
async function readWithAnswers({ database }: ChangeDeps, communityId: number, file: BankUpload): Promise<BankFile> {
  const read = await file.read(file.name, file.bytes, file.answers);
  if (read.questions.length === 0) return read;
  const accounts = await selectBankAccounts(database.reads, { communityId });
  const known = read.statements.flatMap(({ account }) => findBankAccount(accounts, account) ?? []);
  const answers = Object.assign({}, ...known.map((account) => account.answers), file.answers) as BankAnswers;
  const isMore = Object.keys(answers).length > Object.keys(file.answers).length;
  return isMore ? await file.read(file.name, file.bytes, answers) : read;
}

async function keepAnswers(
  { transaction }: Change,
  communityId: number,
  statements: readonly PlacedStatement[],
  given: BankAnswers,
): Promise<void> {
  if (Object.keys(given).length === 0) return;
  const accounts = new Map(statements.map(({ account }) => [account.id, account]));
  for (const { id, holder, holderAddress, partnerId, namedBy, answers } of accounts.values()) {
    const kept = { holder, holderAddress: writtenAddress(holderAddress), partnerId, namedBy };
    const all = JSON.stringify({ ...answers, ...given });
    await updateBankAccount(transaction, { communityId, id, ...kept, answers: all });
  }
}

/** An archive may hold one statement twice. */
function withoutCopies(statements: readonly BankStatement[]): BankStatement[] {
  if (statements.length < 2) return [...statements];
  const seen = new Set<string>();
  return statements.filter((statement) => {
    const key = JSON.stringify({
      ...statement,
      document: undefined,
      lines: statement.lines.map(({ place: _, ...line }) => line),
    });
    const isNew = !seen.has(key) || statement.lines.length === 0;
    seen.add(key);
    return isNew;
  });
}

const proofsOf = (statements: readonly PlacedStatement[]): BankProof[] =>
  statements.flatMap(({ proofs, account }) =>
    proofs.map((proof) => ({ ...proof, account: proof.account ?? (account.account || null) })),
  );

/** Balances of reports of the day are of a moment within it, and a notification has none. */
async function keepBalancesIn(
  { transaction }: Change,
  communityId: number,
  fileId: number,
  statements: readonly PlacedStatement[],
): Promise<void> {
  const rows = statements.flatMap(({ kind, account, currency, from, opening, closing }, at) => {
    const days = [opening?.day ?? from, closing?.day].flatMap((day) => day ?? []).toSorted();
    const [firstDay, lastDay = firstDay] = days;
    if (kind !== 'final' || !(opening ?? closing) || firstDay === undefined || lastDay === undefined) return [];
    const amounts = { opening: opening?.amount ?? null, closing: closing?.amount ?? null };
    return [{ number: at + 1, accountId: account.id, currency, firstDay, lastDay, ...amounts }];
  });
  await deleteBankStatements(transaction, { communityId, fileId });
  for (const chunk of inParts(rows, ROWS_AT_ONCE))
    await insertBankStatements(transaction, { rows: chunk, communityId, fileId });
}

/** A movement of a statement, by its place in the file. */
interface PlacedLine {
  readonly at: number;
  readonly line: BankLine;
  readonly statement: PlacedStatement;
}

/** @returns the ids in the order of the file */
async function keepLinesIn(
  within: Change,
  communityId: number,
  fileId: number,
  statements: readonly PlacedStatement[],
): Promise<number[]> {
  const { transaction } = within;
  const all = statements.flatMap((statement) => statement.lines.map((line) => ({ line, statement })));
  const placed = all.filter(({ line }) => !line.isPending).map((one, at): PlacedLine => ({ at, ...one }));
  const ids = new Array<number>(placed.length).fill(0);
  // The same file again, with another answer or under another version: its lines are those that it brought before.
  for (const { number, lineId } of await selectLinesOfFile(transaction, { communityId, fileId })) {
    if (number <= ids.length) ids[number - 1] = lineId;
  }
  if (ids.length > 0 && ids.every((id) => id !== 0)) return ids;
  // A report of the day and a notification are of movements that a statement beside them has as well.
  for (const kind of ['final', 'interim', 'details'] as const) {
    const ofKind = placed.filter(({ statement }) => statement.kind === kind);
    for (const report of Map.groupBy(ofKind, ({ statement }) => statement.document).values()) {
      await keepReportIn(within, communityId, fileId, report, ids);
    }
  }
  const files = placed.map(({ at, line }) => ({ number: at + 1, lineId: ids[at] as number, place: line.place }));
  for (const chunk of inParts(files, ROWS_AT_ONCE))
    await insertLineFiles(transaction, { rows: chunk, communityId, fileId });
  return ids;
}

/** One report: the lines of one kind in one file of an archive. Its lines are movements of their own. */
async function keepReportIn(
  within: Change,
  communityId: number,
  fileId: number,
  placed: readonly PlacedLine[],
  ids: number[],
): Promise<void> {
  const { transaction, at: createdAt } = within;
  const fresh: { readonly at: number; readonly row: NewBankLine }[] = [];
  const taken = new Set(placed.flatMap(({ at }) => ids[at] || []));
  for (const accountId of new Set(placed.map(({ statement }) => statement.account.id))) {
    const own = placed.filter(({ statement, at }) => statement.account.id === accountId && ids[at] === 0);
    const rows: NewBankLine[] = [];
    for (const chunk of inParts(own, ROWS_AT_ONCE)) rows.push(...(await newLines(transaction, communityId, chunk)));
    const known = await selectKnownLines(transaction, { communityId, accountId, ...whereKnown(rows) });
    const learnt: LearntRow[] = [];
    const byId = new Map(known.map((line) => [line.id, line]));
    for (const [index, { isLine, mayBeLine = null }] of identifyLines(rows.map(asIdentified), known, taken).entries()) {
      const [{ at }, row] = [own[index] as PlacedLine, rows[index] as NewBankLine];
      const line = isLine === undefined ? undefined : byId.get(isLine);
      if (isLine === undefined) fresh.push({ at, row: { ...row, mayBeLineId: mayBeLine } });
      else ids[at] = isLine;
      const more = line && learn(line, row);
      if (more) learnt.push(more);
    }
    await keepLearntIn(within, { communityId, accountId }, byId, learnt);
  }
  fresh.sort((a, b) => a.at - b.at);
  for (const chunk of inParts(fresh, ROWS_AT_ONCE)) {
    const rows = chunk.map(({ row }) => row);
    const inserted = await insertBankLines(transaction, { rows, communityId, fileId, createdAt });
    const rising = inserted.map(({ id }) => id).toSorted((a, b) => a - b);
    for (const [index, { at }] of chunk.entries()) ids[at] = rising[index] as number;
  }
}

/** Where lines are looked for that a report may tell of: on near days, and under the bank's own references. */
function whereKnown(rows: readonly NewBankLine[]) {
  const days = rows.flatMap(({ bookedOn }) => bookedOn ?? []).toSorted();
  const shifted = (day: string | undefined, by: number) =>
    day === undefined ? NO_DAY : dayOf(new Date(Date.parse(day) + by * DAY_MS));
  return {
    firstDay: shifted(days[0], -REPORTED_DAYS_APART_MAX),
    lastDay: shifted(days.at(-1), REPORTED_DAYS_APART_MAX),
    references: [
      ...new Set(rows.flatMap((row) => [(row.isBankWide && row.reference) || [], row.entryReference ?? []].flat())),
    ],
    uetrs: rows.flatMap(({ uetr }) => uetr ?? []),
  };
}

const asIdentified = (row: NewBankLine) => ({
  ...row,
  namedMemberId: row.names === 'member' ? row.namedMemberId : null,
});

async function newLines(
  transaction: Change['transaction'],
  communityId: number,
  placed: readonly PlacedLine[],
): Promise<NewBankLine[]> {
  const read = placed.map(({ line }) => readReferencesIn([...line.texts, line.endToEndId ?? '']));
  const references = read.flatMap((one) => one.references);
  const members = await membersNamed(transaction, communityId, references, ROWS_AT_ONCE);
  return placed.map(({ line, statement }, at) => ({
    accountId: statement.account.id,
    statementKind: statement.kind,
    format: statement.format,
    reference: referenceText(line.reference),
    isBankWide: line.isBankWide,
    entryReference: referenceText(line.entryReference),
    uetr: line.uetr ?? null,
    endToEndId: referenceText(line.endToEndId),
    relatedReference: referenceText(line.relatedReference),
    bookedOn: line.bookedOn,
    amount: line.amount,
    currency: line.currency ?? statement.currency,
    originalAmount: line.originalAmount,
    originalCurrency: line.originalCurrency,
    payer: line.payer === null ? null : plainText(line.payer),
    payerAccount: line.payerAccount === null ? null : plainText(line.payerAccount).slice(0, 64),
    texts: line.texts.slice(0, line.texts.length - (line.bookingTexts?.length ?? 0)).map(plainText),
    bookingTexts: (line.bookingTexts ?? []).map(plainText),
    kind: line.kind,
    missingDetails: line.missingDetails,
    isUnreadable: line.isUnreadable,
    mayBeLineId: null,
    ...namedBy(read[at] as ReturnType<typeof readReferencesIn>, members),
  }));
}

function namedBy(
  { references, unreadable }: ReturnType<typeof readReferencesIn>,
  members: ReadonlyMap<string, NamedMemberRow>,
): { names: Names; namedMemberId: string | null } {
  const found = [...new Set(references.flatMap((reference) => members.get(reference)?.id ?? []))];
  const [only, other] = found;
  if (only !== undefined)
    return other ? { names: 'several', namedMemberId: null } : { names: 'member', namedMemberId: only };
  const names = references.length > 0 ? 'unknown' : unreadable === null ? 'none' : 'unreadable';
  return { names, namedMemberId: null };
}

/** A reference that no table holds names nothing. */
const referenceText = (text: string | null) => (text === null || text.length > REFERENCE_MAX ? null : plainText(text));
const plainText = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ');
