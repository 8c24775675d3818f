/** The archive that `timebank move-out` makes, read in again. */
import { hash } from 'node:crypto';
import { LISTING_STATUSES, LISTING_TYPES, MEMBER_STATUSES } from '@timebank/contract';
import { neededFile } from './files.ts';
import { objectOf } from './json-documents.ts';
import { readNamedTable } from './tables.ts';
import { dayOrUndefined } from './texts.ts';
import { type MoveFile, MoveFileFault, type MoveProfile, type Party, type SourceMember } from './types.ts';

const MEMBER_NAMES = {
  number: ['number'],
  name: ['name'],
  status: ['status'],
  email: ['email'],
  joined: ['joinedon'],
  language: ['language'],
  balance: ['balanceseconds'],
} as const;
const LISTING_NAMES = {
  number: ['number'],
  member: ['member'],
  type: ['type'],
  title: ['title'],
  description: ['description'],
  category: ['category'],
  status: ['status'],
  created: ['createdon'],
} as const;
const EXCHANGE_NAMES = {
  number: ['number'],
  day: ['servicedate'],
  provider: ['provider'],
  receiver: ['receiver'],
  seconds: ['seconds'],
  note: ['note'],
} as const;
const FUND = 'chest';
const SECONDS = /^-?\d{1,15}$/;

/** @throws MoveFileFault where a file is another than the archive was made with */
export const readTimebank: MoveProfile = async (files, tools) => {
  demandHashes(files);
  const [membersFile, listingsFile, exchangesFile] = ['members', 'listings', 'exchanges'].map((noun) =>
    neededFile(files, new RegExp(`^${noun}\\.csv$`), `${noun}.csv`),
  ) as [MoveFile, MoveFile, MoveFile];
  let fundSeconds: number | null = null;
  const members = (await readNamedTable(membersFile, MEMBER_NAMES, ['number', 'balance'])).rows.flatMap(
    ({ cells, broken, ...place }): SourceMember[] => {
      const status = MEMBER_STATUSES.find((one) => one === cells.status);
      if (broken || !status || cells.number === '' || !SECONDS.test(cells.balance)) {
        tools.fault(place, cells.number || null, broken ?? 'incomplete');
        return [];
      }
      const balanceSeconds = Number(cells.balance);
      if (cells.number === FUND) fundSeconds = balanceSeconds;
      const { number, name, email, language } = cells;
      const joinedOn = dayOrUndefined(cells.joined) ?? null;
      return number === FUND ? [] : [{ ...place, number, name, email, language, status, joinedOn, balanceSeconds }];
    },
  );
  const numbers = new Set(members.map(({ number }) => number));
  const partyOf = (number: string): Party => {
    if (number === FUND) return { kind: 'fund' };
    return numbers.has(number) ? { kind: 'member', number } : { kind: 'elsewhere' };
  };
  const listings = (await readNamedTable(listingsFile, LISTING_NAMES, ['number', 'member'])).rows.flatMap(
    ({ cells, broken, ...place }) => {
      const type = LISTING_TYPES.find((one) => one === cells.type);
      const status = LISTING_STATUSES.find((one) => one === cells.status);
      if (broken || !type || !status) {
        tools.fault(place, numbers.has(cells.member) ? cells.member : null, broken ?? 'incomplete');
        return [];
      }
      const { number: id, member, title, description, category } = cells;
      const texts = { title, description, category };
      return [{ ...place, id, member, type, status, ...texts, createdOn: dayOrUndefined(cells.created) ?? null }];
    },
  );
  const transfers = (await readNamedTable(exchangesFile, EXCHANGE_NAMES, ['number', 'seconds'])).rows.flatMap(
    ({ cells, broken, ...place }) => {
      const day = dayOrUndefined(cells.day);
      if (broken || day === undefined || !SECONDS.test(cells.seconds)) {
        const member = numbers.has(cells.provider) ? cells.provider : null;
        tools.fault(place, member, broken ?? 'no_day_or_amount');
        return [];
      }
      const parties = { payee: partyOf(cells.provider), payer: partyOf(cells.receiver) };
      return [{ ...place, id: cells.number, day, ...parties, seconds: Number(cells.seconds), note: cells.note }];
    },
  );
  return { members, listings, transfers, fundSeconds };
};

/** Each file is what the archive was made with. */
function demandHashes(files: readonly MoveFile[]): void {
  const manifest = neededFile(files, /^manifest\.json$/, 'manifest.json');
  let hashes: Readonly<Record<string, unknown>>;
  try {
    hashes = objectOf(objectOf(JSON.parse(manifest.bytes.toString('utf8'))).sha256);
  } catch {
    throw new MoveFileFault('no_document', { file: 'manifest.json' });
  }
  for (const { name, bytes } of files) {
    if (name === manifest.name || hashes[name] === hash('sha256', bytes, 'hex')) continue;
    throw new MoveFileFault('not_original', { file: name });
  }
}
