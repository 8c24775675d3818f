/** Everything of a community in one documented archive: a table and its schema per noun, and the hash of each file. */
import { hash } from 'node:crypto';
import { type CsvCell, csvFile } from '@timebank/contract/csv';
import { zipSync } from 'fflate';
import { dayOf } from '../../../../core/base/time.ts';
import type { Database } from '../../../../core/database/query.ts';
import {
  selectLeavingExchanges,
  selectLeavingListings,
  selectLeavingMembers,
  selectLeavingOrganisations,
} from './queries.ts';

/** What a column holds, as JSON Schema says it. */
interface ColumnSchema {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly format?: 'date';
}

const text = (description: string): ColumnSchema => ({ type: 'string', description });
const day = (description: string): ColumnSchema => ({ type: 'string', format: 'date', description });
const seconds = (description: string): ColumnSchema => ({ type: 'integer', description });

const TABLES = {
  members: {
    number: text("The member's number; chest is the community fund. Other tables name members by it."),
    name: text('The name; a member whose data was erased has a made-up one.'),
    status: text('active, pending, suspended or left.'),
    email: text('The e-mail address, or empty.'),
    joined_on: day('The day on which the member joined, or empty.'),
    language: text('A language tag, or empty.'),
    visibility: text('What partners see: hidden, listed, listed_with_email, or empty for the rule of the community.'),
    balance_seconds: seconds('The balance on the day of the archive, in seconds; negative for a debt.'),
  },
  organisations: {
    name: text('The name. Exchanges name organisations by it.'),
    balance_seconds: seconds('The balance on the day of the archive, in seconds; negative for a debt.'),
  },
  listings: {
    number: text("The listing's number."),
    member: text('The number of the member whose listing it is.'),
    type: text('service (offered) or request (needed).'),
    title: text('The title.'),
    description: text('The text, or empty.'),
    category: text('The category, or empty.'),
    estimated_seconds: seconds('How long the help takes, in seconds, or empty.'),
    status: text('active, held or closed.'),
    created_on: day('The day on which it was made.'),
  },
  exchanges: {
    number: text("The exchange's number."),
    service_date: day('The day of the help.'),
    provider_kind: text('Who helped: member, fund or organisation.'),
    provider: text('The number of the member who helped, the name of the organisation, or chest for the fund.'),
    receiver_kind: text('Who was helped: member, fund or organisation.'),
    receiver: text('The number of the member who was helped, the name of the organisation, or chest for the fund.'),
    listing: text("The listing's number, or empty."),
    seconds: seconds('How long, in seconds.'),
    note: text('The note, or empty.'),
    kind: text('exchange, or gift: hours without help, from the receiver to the provider.'),
    category: text('The kind of help, or empty.'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnSchema>>>>;

export interface MoveOutResult {
  readonly archive: Buffer;
  readonly members: number;
  readonly listings: number;
  readonly exchanges: number;
}

/** Reads all of it in one snapshot. @param now the day of the archive */
export async function moveOut(
  database: Database,
  { id: communityId, slug, name }: { readonly id: number; readonly slug: string; readonly name: string },
  now: Date,
): Promise<MoveOutResult> {
  const [members, organisations, listings, exchanges] = await database.snapshot(async (on) => [
    await selectLeavingMembers(on, { communityId }),
    await selectLeavingOrganisations(on, { communityId }),
    await selectLeavingListings(on, { communityId }),
    await selectLeavingExchanges(on, { communityId }),
  ]);
  const files = {
    ...fileOf(
      'members',
      members.map((one) => [
        ...[one.number, one.name, one.status, one.email ?? '', one.joinedOn ?? '', one.language ?? ''],
        ...[one.visibility ?? '', one.balanceSeconds],
      ]),
    ),
    ...fileOf(
      'organisations',
      organisations.map((one) => [one.name, one.balanceSeconds]),
    ),
    ...fileOf(
      'listings',
      listings.map((one) => [
        ...[one.number, one.member, one.type, one.title, one.description, one.category],
        ...[one.estimatedSeconds, one.status, dayOf(one.createdAt)],
      ]),
    ),
    ...fileOf(
      'exchanges',
      exchanges.map((one) => [
        ...[one.number, one.serviceDate, one.providerKind, one.provider, one.receiverKind, one.receiver],
        ...[one.listing ?? '', one.seconds, one.note ?? '', one.kind, one.category ?? ''],
      ]),
    ),
  };
  const people = members.filter(({ number }) => number !== 'chest');
  const manifest = {
    format: 'timebank-move-2',
    community: { slug, name },
    made_at: now.toISOString(),
    rows: {
      ...{ members: members.length, organisations: organisations.length },
      ...{ listings: listings.length, exchanges: exchanges.length },
    },
    balance_seconds: people.reduce((sum, { balanceSeconds }) => sum + balanceSeconds, 0),
    sha256: Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, hash('sha256', bytes, 'hex')])),
  };
  const archive = zipSync({ ...files, 'manifest.json': bytesOf(JSON.stringify(manifest, null, 2)) });
  const counts = { members: people.length, listings: listings.length, exchanges: exchanges.length };
  return { archive: Buffer.from(archive), ...counts };
}

const bytesOf = (written: string): Uint8Array => new Uint8Array(Buffer.from(written));

function fileOf(noun: keyof typeof TABLES, rows: readonly (readonly CsvCell[])[]): Record<string, Uint8Array> {
  const columns = TABLES[noun];
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `A row of ${noun}.csv (UTF-8, commas, CRLF)`,
    type: 'object',
    properties: columns,
    required: Object.keys(columns),
  };
  return {
    [`${noun}.csv`]: bytesOf(csvFile([Object.keys(columns), ...rows])),
    [`${noun}.schema.json`]: bytesOf(`${JSON.stringify(schema, null, 2)}\n`),
  };
}
