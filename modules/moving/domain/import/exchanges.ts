/** Importing exchanges of the past. The community's limits bind what is recorded from now on, not history. */
import { EXCHANGE_FIELDS, EXCHANGE_KINDS, type ImportProblemCode, shown } from '@timebank/contract';
import type { Transaction } from '../../../../core/database/query.ts';
import { lockAccounts, NO_KEYS } from '../../../../core/ledger/queries.ts';
import type { ExchangePosting } from '../../../../core/ledger/types.ts';
import { categoryIdsIn } from '../../../../core/people/categories/names.ts';
import { selectSharedAccounts } from '../../../members/domain/account-queries.ts';
import { latestServiceDay } from '../../../members/domain/exchanges/service-day.ts';
import { checkCategory, fileCategories } from './file-categories.ts';
import { MADE_HERE } from './filled-columns.ts';
import {
  compare,
  createExamined,
  type ExaminedRows,
  type FileKind,
  importOf,
  lookUp,
  valuesOf,
} from './import-file.ts';
import { postAll } from './post-all.ts';
import { addProblem } from './problems.ts';
import { selectListingsByExternalId, selectMembersByExternalId, selectTransfersByExternalId } from './queries.ts';
import { column, type FileRow, type RowOf } from './read-rows.ts';

export const EXCHANGE_COLUMNS = {
  external_id: column('required', EXCHANGE_FIELDS.external_id, undefined, MADE_HERE),
  service_date: column('required', EXCHANGE_FIELDS.service_date),
  provider_external_id: column('required', EXCHANGE_FIELDS.provider_external_id),
  receiver_external_id: column('required', EXCHANGE_FIELDS.receiver_external_id),
  hours: column('required', EXCHANGE_FIELDS.hours),
  // Any listing of the community: an exchange may answer one that belongs to neither party.
  listing_external_id: column('optional', EXCHANGE_FIELDS.listing_external_id),
  note: column('optional', EXCHANGE_FIELDS.note),
  kind: column('optional', EXCHANGE_FIELDS.kind, 'exchange_kind'),
  // A name that the list lacks is added to it.
  category: column('optional', EXCHANGE_FIELDS.category),
} as const;

interface NewExchange extends RowOf<typeof EXCHANGE_COLUMNS> {
  readonly providerAccountId: number;
  readonly receiverAccountId: number;
  readonly listingId: string | null;
  /** The file's own, else that of the listing; empty: none. */
  readonly categoryName: string;
}

type ExchangeFileRow = FileRow<typeof EXCHANGE_COLUMNS>;

const EXCHANGES: FileKind<typeof EXCHANGE_COLUMNS, NewExchange> = {
  kind: 'exchanges',
  columns: EXCHANGE_COLUMNS,

  async examine(transaction, communityId, rows, asked) {
    const examined = createExamined<NewExchange>();
    const known = await lookUp(
      rows.map((row) => row.values.external_id),
      (externalIds) => selectTransfersByExternalId(transaction, { communityId, kinds: EXCHANGE_KINDS, externalIds }),
    );
    const parties = await partiesOf(transaction, communityId, rows);
    const names = rows.flatMap(({ values }) => values.category ?? []);
    const categories = await fileCategories(transaction, communityId, names, asked.categories);
    const listings = await lookUp(
      rows.map((row) => row.values.listing_external_id),
      (externalIds) => selectListingsByExternalId(transaction, { communityId, externalIds }),
    );
    for (const row of rows) {
      checkReferences(examined, row, parties, listings);
      checkDay(examined, row, asked.now);
      checkCategory(examined.problems, row, categories);
      if (row.bad) continue;
      const exchange = valuesOf(row);
      const provider = parties.get(exchange.provider_external_id);
      const receiver = parties.get(exchange.receiver_external_id);
      if (!provider || !receiver) continue;
      const [providerAccountId, receiverAccountId] = [provider.accountId, receiver.accountId];
      const listing = listings.get(exchange.listing_external_id ?? '');
      const listingId = listing?.id ?? null;
      const categoryName = categories.nameOf(exchange.category) || listing?.category || '';
      const existing = known.get(exchange.external_id);
      if (!existing) {
        categories.count(exchange.category);
        examined.fresh.push({ ...exchange, providerAccountId, receiverAccountId, listingId, categoryName });
        continue;
      }
      compare(examined, row.line, asked, {
        service_date: existing.serviceDate === exchange.service_date,
        provider_external_id: existing.creditAccountId === providerAccountId,
        receiver_external_id: existing.debitAccountId === receiverAccountId,
        hours: existing.amountSeconds === exchange.hours,
        listing_external_id: existing.listingId === listingId,
        note: existing.note === exchange.note,
        kind: existing.kind === exchange.kind,
        category: exchange.category === '' || categories.find(exchange.category)?.id === existing.categoryId,
      });
    }
    examined.newCategories = categories.added();
    return examined;
  },

  async lock(transaction, communityId, fresh) {
    // All at once, in the ledger's order: taken chunk by chunk they could deadlock with credits.
    const ids = [...new Set(fresh.flatMap((row) => [row.providerAccountId, row.receiverAccountId]))];
    await lockAccounts(transaction, { ...NO_KEYS, accountCommunityIds: ids.map(() => communityId), accountIds: ids });
  },

  async write(within, { communityId, recordedBy }, fresh) {
    const categoryIdOf = await categoryIdsIn(
      within,
      communityId,
      fresh.map(({ categoryName }) => categoryName),
    );
    const requests = fresh.map(
      (exchange): ExchangePosting => ({
        kind: exchange.kind,
        communityId,
        providerAccountId: exchange.providerAccountId,
        receiverAccountId: exchange.receiverAccountId,
        amountSeconds: exchange.hours,
        serviceDate: exchange.service_date,
        listingId: exchange.listingId,
        categoryId: categoryIdOf(exchange.categoryName),
        externalId: exchange.external_id,
        note: exchange.note,
        limited: false,
        recordedBy,
      }),
    );
    return await postAll(within, requests);
  },
};

/** Who a file may name, with the account. */
interface ImportParty {
  readonly externalId: string;
  readonly accountId: number;
}

const FUND = /^(?:chest|fund|community fund|gemeinschaftskonto|gemeinschaftskasse)$/i;

/** Members by their number; else, as on a slip, the community fund and organisations by their name. */
async function partiesOf(
  transaction: Transaction,
  communityId: number,
  rows: readonly ExchangeFileRow[],
): Promise<ReadonlyMap<string, ImportParty>> {
  const names = rows.flatMap(({ values }) => [values.provider_external_id, values.receiver_external_id]);
  const members = await lookUp<ImportParty>(names, (externalIds) =>
    selectMembersByExternalId(transaction, { communityId, externalIds }),
  );
  const others = [...new Set(names)].flatMap((name) => (name === undefined || members.has(name) ? [] : [name]));
  if (others.length === 0) return members;
  const shared = await selectSharedAccounts(transaction, { communityId });
  for (const externalId of others) {
    const account = shared.find(({ kind, name }) => (kind === 'chest' ? FUND.test(externalId) : name === externalId));
    if (account) members.set(externalId, { externalId, accountId: account.id });
  }
  return members;
}

/** The rule of a slip: the latest local time on earth is fourteen hours ahead of UTC. */
function checkDay({ problems }: ExaminedRows<unknown>, row: ExchangeFileRow, now: Date): void {
  const value = row.values.service_date;
  if (value === undefined || value <= latestServiceDay(now)) return;
  row.bad = true;
  const message = `service_date is ${value}, which has not come yet.`;
  addProblem(problems, { line: row.line, column: 'service_date', code: 'in_the_future', message, value });
}

function checkReferences(
  { problems }: ExaminedRows<unknown>,
  row: ExchangeFileRow,
  members: ReadonlyMap<string, ImportParty>,
  listings: ReadonlyMap<string, unknown>,
): void {
  const { provider_external_id: provider, receiver_external_id: receiver, listing_external_id: listing } = row.values;
  const add = (column: string, code: ImportProblemCode, rest: string, value: string) => {
    row.bad = true;
    addProblem(problems, { line: row.line, column, code, message: `${column} is ${shown(value)}${rest}.`, value });
  };
  const noMember = ', and no member of this community has it, nor is it chest or an organisation';
  if (provider && !members.has(provider)) add('provider_external_id', 'unknown_member', noMember, provider);
  if (receiver && !members.has(receiver)) add('receiver_external_id', 'unknown_member', noMember, receiver);
  const account = members.get(provider ?? '')?.accountId;
  if (receiver && account !== undefined && account === members.get(receiver)?.accountId) {
    add('receiver_external_id', 'same_member', ', who is the provider; an exchange needs two', receiver);
  }
  if (listing && !listings.has(listing)) {
    add('listing_external_id', 'unknown_listing', ', and no listing of this community has it', listing);
  }
}

/**
 * Imports exchanges (`external_id`, `service_date`, `provider_external_id`, `receiver_external_id`, `hours`; optionally
 * `listing_external_id`, `note`, `kind`, `category`), on the same terms as `importMembers`.
 */
export const importExchanges = importOf(EXCHANGES);
