/** The archive that `timebank move-out` makes, read in again. */
import { hash } from 'node:crypto';
import { LISTING_STATUSES, LISTING_TYPES, MEMBER_STATUSES, VISIBILITIES } from '@timebank/contract';
import { fileNamed, neededFile } from './files.ts';
import { objectOf } from './json-documents.ts';
import { readNamedTable } from './tables.ts';
import { dayOrUndefined } from './texts.ts';
import {
  type MoveFile,
  MoveFileFault,
  type MoveProfile,
  type MoveTools,
  type Party,
  type SourceListing,
  type SourceMember,
  type SourceOrganisation,
  type SourceTransfer,
} from './types.ts';

const MEMBER_NAMES = {
  number: ['number'],
  name: ['name'],
  status: ['status'],
  email: ['email'],
  joined: ['joinedon'],
  language: ['language'],
  visibility: ['visibility'],
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
  estimated: ['estimatedseconds'],
} as const;
const EXCHANGE_NAMES = {
  number: ['number'],
  day: ['servicedate'],
  provider: ['provider'],
  receiver: ['receiver'],
  providerKind: ['providerkind'],
  receiverKind: ['receiverkind'],
  listing: ['listing'],
  seconds: ['seconds'],
  note: ['note'],
  kind: ['kind'],
  category: ['category'],
} as const;
const ORGANISATION_NAMES = { name: ['name'], balance: ['balanceseconds'] } as const;
const FUND = 'chest';
const SECONDS = /^-?\d{1,15}$/;

/** @throws MoveFileFault where a file is another than the archive was made with */
export const readTimebank: MoveProfile = async (files, tools) => {
  demandHashes(files);
  const [membersFile, listingsFile, exchangesFile] = ['members', 'listings', 'exchanges'].map((noun) =>
    neededFile(files, new RegExp(`^${noun}\\.csv$`), `${noun}.csv`),
  ) as [MoveFile, MoveFile, MoveFile];
  const { members, fundSeconds } = await readMembers(membersFile, tools);
  const numbers = new Set(members.map(({ number }) => number));
  const organisations = await readOrganisations(fileNamed(files, /^organisations\.csv$/), tools);
  return {
    members,
    fundSeconds,
    organisations,
    listings: await readListings(listingsFile, numbers, tools),
    transfers: await readTransfers(exchangesFile, numbers, new Set(organisations.map(({ name }) => name)), tools),
  };
};

async function readMembers(
  file: MoveFile,
  tools: MoveTools,
): Promise<{ readonly members: SourceMember[]; readonly fundSeconds: number | null }> {
  let fundSeconds: number | null = null;
  const { rows } = await readNamedTable(file, MEMBER_NAMES, ['number', 'balance']);
  const members = rows.flatMap(({ cells, broken, ...place }): SourceMember[] => {
    const status = MEMBER_STATUSES.find((one) => one === cells.status);
    if (broken || !status || cells.number === '' || !SECONDS.test(cells.balance)) {
      tools.fault(place, cells.number || null, broken ?? 'incomplete');
      return [];
    }
    const balanceSeconds = Number(cells.balance);
    if (cells.number === FUND) {
      fundSeconds = balanceSeconds;
      return [];
    }
    const { number, name, email, language } = cells;
    const visibility = VISIBILITIES.find((one) => one === cells.visibility) ?? null;
    const joinedOn = dayOrUndefined(cells.joined) ?? null;
    return [{ ...place, number, name, email, language, status, joinedOn, balanceSeconds, visibility }];
  });
  return { members, fundSeconds };
}

/** An archive of the first form has none. */
async function readOrganisations(file: MoveFile | undefined, tools: MoveTools): Promise<SourceOrganisation[]> {
  if (!file) return [];
  const { rows } = await readNamedTable(file, ORGANISATION_NAMES, ['name', 'balance']);
  return rows.flatMap(({ cells: { name, balance }, broken, ...place }): SourceOrganisation[] => {
    if (!broken && name !== '' && SECONDS.test(balance)) return [{ name, balanceSeconds: Number(balance) }];
    tools.fault(place, null, broken ?? 'incomplete');
    return [];
  });
}

async function readListings(file: MoveFile, numbers: ReadonlySet<string>, tools: MoveTools): Promise<SourceListing[]> {
  const { rows } = await readNamedTable(file, LISTING_NAMES, ['number', 'member']);
  return rows.flatMap(({ cells, broken, ...place }): SourceListing[] => {
    const type = LISTING_TYPES.find((one) => one === cells.type);
    const status = LISTING_STATUSES.find((one) => one === cells.status);
    if (broken || !type || !status) {
      tools.fault(place, numbers.has(cells.member) ? cells.member : null, broken ?? 'incomplete');
      return [];
    }
    const { number: id, member, title, description, category, estimated } = cells;
    const estimatedSeconds = SECONDS.test(estimated) ? Number(estimated) : null;
    const createdOn = dayOrUndefined(cells.created) ?? null;
    return [{ ...place, id, member, type, status, title, description, category, createdOn, estimatedSeconds }];
  });
}

async function readTransfers(
  file: MoveFile,
  numbers: ReadonlySet<string>,
  organisations: ReadonlySet<string>,
  tools: MoveTools,
): Promise<SourceTransfer[]> {
  const { rows } = await readNamedTable(file, EXCHANGE_NAMES, ['number', 'seconds']);
  const partyOf = (written: string, kind: string): Party => {
    if (kind === 'organisation') return organisations.has(written) ? { kind, name: written } : { kind: 'elsewhere' };
    if (kind === 'fund' || (kind === '' && written === FUND)) return { kind: 'fund' };
    return numbers.has(written) ? { kind: 'member', number: written } : { kind: 'elsewhere' };
  };
  return rows.flatMap(({ cells, broken, ...place }): SourceTransfer[] => {
    const day = dayOrUndefined(cells.day);
    if (broken || day === undefined || !SECONDS.test(cells.seconds)) {
      tools.fault(place, numbers.has(cells.provider) ? cells.provider : null, broken ?? 'no_day_or_amount');
      return [];
    }
    const payee = partyOf(cells.provider, cells.providerKind);
    const payer = partyOf(cells.receiver, cells.receiverKind);
    const { number: id, note, listing, category } = cells;
    // An archive of an earlier version says nothing of it.
    const kind = cells.kind === 'gift' ? 'gift' : 'exchange';
    return [{ ...place, id, kind, day, payee, payer, seconds: Number(cells.seconds), note, listing, category }];
  });
}

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
