/** A community in the form that Komunitin takes, as one archive. */
import { csvFile } from '@timebank/contract/csv';
import { zipSync } from 'fflate';
import type { Database } from '../../../../core/database/query.ts';
import { cesFiles, openingFiles } from './ces-files.ts';
import { type CodedBooks, codedBooks, type KomunitinInput, komunitinMigration } from './komunitin.ts';
import { selectCommunityAccounts, selectCommunityListings, selectCountingTransfers } from './komunitin-queries.ts';

/** What its web server takes in one request by default. */
const REQUEST_BYTES_MAX = 100_000;

export interface KomunitinArchive {
  readonly archive: Buffer;
  readonly members: number;
  readonly listings: number;
  readonly transfers: number;
  /** The migration is larger than what the server there takes unless its limit is raised. */
  readonly isLarge: boolean;
}

/** Reads all of it in one snapshot. @throws KomunitinFault */
export async function moveOutToKomunitin(
  database: Database,
  given: Omit<KomunitinInput, 'accounts' | 'transfers' | 'listings'>,
): Promise<KomunitinArchive> {
  const { id: communityId } = given.community;
  const [accounts, transfers, listings] = await database.snapshot(async (on) => [
    await selectCommunityAccounts(on, { communityId }),
    await selectCountingTransfers(on, { communityId }),
    await selectCommunityListings(on, { communityId }),
  ]);
  const input = { ...given, accounts, transfers, listings };
  const books = codedBooks(input);
  const migration = `${JSON.stringify(komunitinMigration(input, books), null, 2)}\n`;
  const files = {
    'migration.json': migration,
    ...Object.fromEntries(Object.entries(cesFiles(input, books)).map(([name, text]) => [`ces/${name}`, text])),
    ...openingFiles(books),
    'codes.csv': codesFile(books),
  };
  const bytes = Object.entries(files).map(([name, text]) => [name, new Uint8Array(Buffer.from(text))] as const);
  return {
    archive: Buffer.from(zipSync(Object.fromEntries(bytes))),
    members: accounts.filter(({ kind }) => kind === 'member').length,
    listings: listings.length,
    transfers: books.transfers.length,
    isLarge: Buffer.byteLength(migration) > REQUEST_BYTES_MAX,
  };
}

/** Which account has which code there. */
const codesFile = ({ accounts }: CodedBooks): string =>
  csvFile([['code', 'number', 'name'], ...accounts.map(({ code, number, name }) => [code, number, name])]);
