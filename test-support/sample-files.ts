/** The three files of a community as it comes from a spreadsheet: 1,500 members, 1,000 listings, 3,000 exchanges. */
import type { ImportKind } from '@timebank/contract';
import { dayOf } from '../core/base/time.ts';
import { createRandom, type Random } from './simulator/random.ts';

const MEMBERS = 1500;
const LISTINGS = 1000;
const EXCHANGES = 3000;
const FIRST_NAMES = ['Chloé', 'Ingrid', 'Darragh', 'Ahmed', 'Noël', 'Xóchitl', 'Kofi', 'Rósín', 'Haruto', 'Ioana'];
const FAMILY_NAMES = ['Jones', 'Horváth', 'Nguyễn', "Ó'Brien", 'Weiß', 'Шевченко', 'García-López', 'Παπαδόπουλος'];
const STATUSES = ['pending', 'suspended', 'left', ...Array<string>(17).fill('active')];
const LANGUAGES = ['en', 'es', 'pl', 'it', 'de', 'ga', 'pt', 'fr'];
const HELP: readonly (readonly [title: string, category: string])[] = [
  ['Video-call help', 'Digital help'],
  ['Hedge trimming', 'Gardening'],
  ['Moving a sofa', 'Transport'],
  ['Birthday cake', 'Cooking'],
  ['Sign language basics', 'Languages'],
  ['Minutes of a meeting', 'Office'],
  ['Chess partner', 'Companionship'],
];
const HOURS = ['1', '0.25', '4', '0:20', '0.5', '1.5', '3', '2.5', '0.75', '1:40', '2'];
const NOTES = ['', '', 'thank you', 'second visit', 'recorded at the office'];

const HEADERS: Readonly<Record<ImportKind, string>> = {
  members: 'external_id,name,email,status,joined_on,balance_hours,language,visible_to_partners',
  listings: 'external_id,member_external_id,type,title,description,category,estimated_hours,status,created_on',
  exchanges: 'external_id,service_date,provider_external_id,receiver_external_id,hours,listing_external_id,note',
};

/** The same bytes each time. */
export function sampleFile(kind: ImportKind): Buffer {
  const rows = { members, listings, exchanges }[kind]();
  return Buffer.from(`${[HEADERS[kind], ...rows.map((row) => row.map(quoted).join(','))].join('\n')}\n`);
}

/** Some are away, unseen, without an address, below zero. */
function members(): string[][] {
  const random = createRandom(1);
  return numbers(MEMBERS).map((number) => [
    numbered('M', number),
    `${random.pick(FIRST_NAMES)} ${random.pick(FAMILY_NAMES)}`,
    random.chance(0.04) ? '' : `member${number}@example.org`,
    random.pick(STATUSES),
    day(random, 4000),
    String((random.below(300) - 100) / 4),
    random.pick(LANGUAGES),
    random.chance(0.06) ? 'no' : 'yes',
  ]);
}

/** Some end, some have several lines, some no estimate. */
function listings(): string[][] {
  const random = createRandom(2);
  const owners = activeMembers();
  return numbers(LISTINGS).map((number) => {
    const [title, category] = random.pick(HELP);
    const more = number % 100 === 0 ? '\nPlease ring the bell twice; "the dog is friendly", he says.' : '';
    const said = `About ${title.toLowerCase()}: evenings and Saturdays, within walking distance.${more}`;
    const [type, estimate] = [random.pick(['service', 'request']), random.pick(['', '0.5', '1.5', '2'])];
    const status = random.chance(0.15) ? 'closed' : 'active';
    return [
      numbered('L', number),
      random.pick(owners),
      type,
      title,
      said,
      category,
      estimate,
      status,
      day(random, 600),
    ];
  });
}

function exchanges(): string[][] {
  const random = createRandom(3);
  const people = activeMembers();
  return numbers(EXCHANGES).map((number) => {
    const at = random.below(people.length);
    const other = (at + 1 + random.below(people.length - 1)) % people.length;
    const listing = random.chance(0.4) ? '' : numbered('L', 1 + random.below(LISTINGS));
    const parties = [people[at] as string, people[other] as string];
    return [numbered('X', number), day(random, 365), ...parties, random.pick(HOURS), listing, random.pick(NOTES)];
  });
}

const activeMembers = () => members().flatMap(([id = '', , , status]) => (status === 'active' ? [id] : []));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const numbered = (letter: string, number: number) => `${letter}${String(number).padStart(5, '0')}`;
/** A day of so many before the first of November. */
const day = (random: Random, days: number) => dayOf(new Date(Date.UTC(2026, 10, -random.below(days))));
const quoted = (field: string) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
