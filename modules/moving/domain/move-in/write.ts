/** Books a plan in one change: members with their openings, listings, then exchanges, each noted as an import. */
import type { ImportKind, MoveSystem } from '@timebank/contract';
import type { Change } from '../../../../core/change/change.ts';
import { lockAccounts, NO_KEYS } from '../../../../core/ledger/queries.ts';
import type { ExchangePosting, OpeningPosting } from '../../../../core/ledger/types.ts';
import { categoryIdsIn } from '../../../../core/people/categories/names.ts';
import { type AccountRow, insertOrganisation, selectSharedAccounts } from '../../../members/domain/account-queries.ts';
import { createListingsIn } from '../../../members/domain/listings/create.ts';
import { type CreatedMember, createMembersIn } from '../../../members/domain/members/create.ts';
import type { ImportProgress } from '../../../tables/record-types.ts';
import { chunksOf } from '../import/import-file.ts';
import { postAll } from '../import/post-all.ts';
import { discardPlans } from '../import/queries.ts';
import { insertImport, insertImportRows } from '../import/undo-queries.ts';
import type { MovePlan, PlannedParty } from './plan.ts';
import { insertMove, selectBalancesByNumber } from './queries.ts';

const CHUNK_ROWS = 500;
const CATEGORY_MAX = 100;

/** Where the plan is written, and what is kept with it. */
export interface MoveTarget {
  readonly communityId: number;
  readonly openingAccountId: number;
  readonly recordedBy: string;
  readonly system: MoveSystem;
  readonly fileNames: readonly string[];
  readonly answers: object;
  readonly planSha256: Buffer;
}

/** @returns the id of the move @throws Error when a balance is another than planned: then nothing stays */
export async function writeMoveIn(
  within: Change,
  target: MoveTarget,
  plan: MovePlan,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<number> {
  const { transaction, at } = within;
  const { communityId, recordedBy, system, fileNames, answers, planSha256 } = target;
  const shared = await selectSharedAccounts(transaction, { communityId });
  const chest = shared.find(({ kind }) => kind === 'chest');
  if (!chest) throw new Error('a community without a fund');
  const organisations = await writeOrganisations(within, communityId, shared, plan);
  const total = plan.members.length + plan.listings.length + plan.exchanges.length;
  let done = 0;
  const onWritten = (rows: number) => {
    done += rows;
    onProgress({ phase: 'writing', done, total });
  };
  const writing: MoveWriting = { within, target, onWritten };
  const members = await writeMembers(writing, plan);
  const memberOf = (number: string) => members.created.get(number) as CreatedMember;
  const accountOf = (party: PlannedParty) => {
    if (party === null) return chest.id;
    return typeof party === 'string' ? memberOf(party).accountId : (organisations.get(party.organisation) as number);
  };
  const memberAccountIds = [...members.created.values()].map(({ accountId }) => accountId);
  const accountIds = [chest.id, ...organisations.values(), ...memberAccountIds];
  await lockAccounts(transaction, { ...NO_KEYS, accountCommunityIds: accountIds.map(() => communityId), accountIds });
  const openings = plan.members.map(({ number, openingSeconds }) => ({ number, openingSeconds }));
  for (const { items } of chunksOf(openings, CHUNK_ROWS)) {
    await postAll(
      within,
      items
        .filter(({ openingSeconds }) => openingSeconds !== 0)
        .map(({ number, openingSeconds }) => openingOf(target, accountOf(number), openingSeconds, `opening:${number}`)),
    );
  }
  const ofOrganisations = plan.organisations.filter(({ openingSeconds }) => openingSeconds !== 0);
  await postAll(
    within,
    ofOrganisations.map(({ name, openingSeconds }) =>
      openingOf(target, accountOf({ organisation: name }), openingSeconds, null),
    ),
  );
  const fund = openingOf(target, chest.id, plan.fund.openingSeconds, null);
  const [fundOpeningId = null] = plan.fund.openingSeconds === 0 ? [] : await postAll(within, [fund]);
  const listings = await writeListings(writing, plan, (number) => memberOf(number).id);
  const listingIdOf = (listing: string | null) => (listing === null ? null : (listings.created.get(listing) ?? null));
  const exchanges = await writeExchanges(writing, plan, accountOf, listingIdOf);
  await demandBalances(within, communityId, plan);
  const [move] = await insertMove(transaction, {
    ...{ communityId, system, fileNames, planSha256, answers: JSON.stringify(answers) },
    ...{ membersImportId: members.importId, listingsImportId: listings.importId, exchangesImportId: exchanges },
    ...{ fundOpeningId, movedBy: recordedBy, movedAt: at },
  });
  if (!move) throw new Error('a move was not noted');
  const counts = { members: plan.members.length, listings: plan.listings.length, exchanges: plan.exchangeCount };
  within.audit('move.imported', `move:${move.id}`, { system, ...counts });
  return move.id;
}

const openingOf = (
  { communityId, openingAccountId, recordedBy }: MoveTarget,
  accountId: number,
  balanceSeconds: number,
  externalId: string | null,
): OpeningPosting => ({
  kind: 'opening',
  ...{ communityId, accountId, openingAccountId, balanceSeconds, externalId, recordedBy },
});

/** The change in which rows are written, for which community, and the counter of those that are. */
interface MoveWriting {
  readonly within: Change;
  readonly target: MoveTarget;
  readonly onWritten: (rows: number) => void;
}

async function writeMembers(writing: MoveWriting, { members }: MovePlan) {
  const { within, target } = writing;
  const { communityId } = target;
  const created = new Map<string, CreatedMember>();
  const importId = await writeKind(writing, 'members', members, async (chunk) => {
    const rows = await createMembersIn(
      within,
      communityId,
      chunk.map(({ number, name, email, status, language, joinedOn, visibility = null, details }) => {
        return { ...details, externalId: number, name, email, status, language, joinedOn, visibility };
      }),
    );
    for (const [index, { number }] of chunk.entries()) created.set(number, rows[index] as CreatedMember);
    return rows.map(({ id }) => id);
  });
  return { created, importId };
}

async function writeListings(writing: MoveWriting, plan: MovePlan, memberIdOf: (number: string) => string) {
  const { within, target } = writing;
  const beginningOf = (day: string | null) =>
    day === null ? within.at : new Date(Math.min(Date.parse(`${day}T00:00:00Z`), within.at.getTime()));
  const created = new Map<string, string>();
  const importId = await writeKind(writing, 'listings', plan.listings, async (chunk) => {
    const ids = await createListingsIn(
      within,
      target.communityId,
      chunk.map(({ id, member, type, title, description, category, status, createdOn, estimatedSeconds = null }) => ({
        ...{ externalId: id, memberId: memberIdOf(member), type, title, description, category, status },
        ...{ estimatedSeconds, createdAt: beginningOf(createdOn) },
      })),
    );
    for (const [index, { id }] of chunk.entries()) created.set(id, ids[index] as string);
    return ids;
  });
  return { created, importId };
}

/** The accounts of organisations by name; one that is there from before is taken. */
async function writeOrganisations(
  within: Change,
  communityId: number,
  shared: readonly AccountRow[],
  { organisations }: MovePlan,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { name } of organisations) {
    const known = shared.find((account) => account.kind === 'organisation' && account.name === name);
    const values = { communityId, name, lowerBalanceSeconds: null, createdAt: within.at };
    const [row] = known ? [known] : await insertOrganisation(within.transaction, values);
    if (!row) throw new Error('an organisation came while the community was locked');
    if (!known)
      within.audit('account.created', `account:${row.id}`, { kind: 'organisation', lower_balance_seconds: null });
    ids.set(name, row.id);
  }
  return ids;
}

function writeExchanges(
  writing: MoveWriting,
  { exchanges }: MovePlan,
  accountOf: (party: PlannedParty) => number,
  listingIdOf: (listing: string | null) => string | null,
) {
  const { within, target } = writing;
  const { communityId, recordedBy } = target;
  return writeKind(writing, 'exchanges', exchanges, async (chunk) => {
    const names = chunk.map(({ category }) => category.slice(0, CATEGORY_MAX));
    const categoryIdOf = await categoryIdsIn(within, communityId, names);
    return await postAll(
      within,
      chunk.map(
        ({ id, kind, day, provider, receiver, listing, seconds, note, category }): ExchangePosting => ({
          ...{ kind, communityId, amountSeconds: seconds, serviceDate: day, externalId: id, note },
          ...{ providerAccountId: accountOf(provider), receiverAccountId: accountOf(receiver) },
          ...{ listingId: listingIdOf(listing), limited: false, recordedBy },
          categoryId: categoryIdOf(category.slice(0, CATEGORY_MAX)),
        }),
      ),
    );
  });
}

/** Writes rows of one kind in chunks. @returns the id of the import they are noted as; null: there are none */
async function writeKind<Row>(
  { within, target, onWritten }: MoveWriting,
  kind: ImportKind,
  rows: readonly Row[],
  writeRows: (chunk: readonly Row[]) => Promise<readonly string[]>,
): Promise<number | null> {
  if (rows.length === 0) return null;
  const { communityId, recordedBy, system, planSha256 } = target;
  const { transaction, at } = within;
  const [noted] = await insertImport(transaction, {
    ...{ communityId, kind, fileName: system, fileSha256: planSha256, rowCount: rows.length },
    ...{ createdCount: rows.length, importedBy: recordedBy, importedAt: at },
  });
  if (!noted) throw new Error('an import was not noted');
  for (const chunk of chunksOf(rows, CHUNK_ROWS)) {
    const createdIds = await writeRows(chunk.items);
    await insertImportRows(transaction, { communityId, importId: noted.id, createdIds });
    await within.flush();
    onWritten(chunk.items.length);
    // Plans made for empty tables are wrong from here on.
    if (chunk.end === CHUNK_ROWS) await discardPlans(transaction);
  }
  within.audit(`${kind}.imported`, `community:${communityId}`, { rows: rows.length, created: rows.length, skipped: 0 });
  return noted.id;
}

async function demandBalances({ transaction }: Change, communityId: number, { members }: MovePlan): Promise<void> {
  const rows = await selectBalancesByNumber(transaction, { communityId });
  const balances = new Map(rows.map(({ externalId, balanceSeconds }) => [externalId, balanceSeconds]));
  const wrong = members.find(({ number, balanceSeconds }) => balances.get(number) !== balanceSeconds);
  if (wrong || balances.size !== members.length) throw new Error('a member of a move has another balance than there');
}
