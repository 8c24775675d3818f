/** An invented community for the demo and for sandboxes: the same every time, so that screenshots and samples agree. */
import type { ContactWay, ListingType } from '@timebank/contract';

export interface SampleMember {
  readonly externalId: string;
  readonly name: string;
  readonly email: string;
  readonly openingSeconds: number;
  /** Days before today on which the member joined, and signed the agreement. */
  readonly joinedDaysAgo: number;
  readonly details: Readonly<
    Record<'givenName' | 'familyName' | 'phone' | 'street' | 'postalCode' | 'place', string>
  > & {
    readonly preferredContact: ContactWay;
    /** Four digits. */
    readonly birthYear: string;
  };
}

export interface SampleListing {
  readonly externalId: string;
  /** Index into the members. */
  readonly member: number;
  readonly type: ListingType;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimatedSeconds: number | null;
}

export interface SampleExchange {
  readonly externalId: string;
  readonly provider: number;
  readonly receiver: number;
  readonly amountSeconds: number;
  /** Days before today. */
  readonly daysAgo: number;
  /** What was helped with. */
  readonly category: string;
}

const FIRST_NAMES = [
  'Aoife',
  'Bruno',
  'Chloé',
  'Darragh',
  'Elif',
  'Farid',
  'Greta',
  'Haruto',
  'Ingrid',
  'Jürgen',
  'Katarzyna',
  'Liam',
  'Maeve',
  'Noël',
  'Olena',
  'Priya',
  'Quentin',
  'Róisín',
  'Sofia',
  'Tomasz',
  'Ursula',
  'Viktor',
  'Wanda',
  'Xóchitl',
  'Yusuf',
  'Zoe',
];
const LAST_NAMES = [
  'Byrne',
  'Dubois',
  'García',
  'Horváth',
  'Jansen',
  'Kowalska',
  'Müller',
  "O'Brien",
  'Okafor',
  'Weiß',
];

const HELP: readonly [title: string, category: string, hours: number | null][] = [
  ['Hedge trimming', 'Gardening', 2],
  ['Bicycle repair', 'Repairs', 1],
  ['Company on a walk', 'Companionship', 1],
  ['Help with a tablet', 'Digital help', 1.5],
  ['A lift to the hospital', 'Transport', null],
  ['Conversation in German', 'Languages', 1],
  ['Sewing on buttons', 'Repairs', 0.5],
  ['Cooking together', 'Cooking', 2],
  ['Filling in forms', 'Office', 1],
  ['Feeding the cat', 'Care', 0.25],
];

const STREETS = ['Mill Lane', 'Church Street', 'River Walk', 'Station Road', 'Orchard Close'];
const PLACES = [
  ['20001', 'Riverside'],
  ['20002', 'Upper Riverside'],
  ['20005', 'Millbridge'],
] as const;

const MEMBERS = 84;
const LISTINGS = 48;
const EXCHANGES = 160;
const QUARTER_HOUR = 900;

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;

/** Members, all with an e-mail address; some begin with hours or a debt from before. */
export function sampleMembers(): SampleMember[] {
  return Array.from({ length: MEMBERS }, (_, at) => {
    const givenName = pick(FIRST_NAMES, at);
    const familyName = pick(LAST_NAMES, at * 7);
    const [postalCode, place] = pick(PLACES, at);
    return {
      externalId: `D${String(at + 1).padStart(3, '0')}`,
      name: `${givenName} ${familyName}`,
      email: `member${at + 1}@example.org`,
      openingSeconds: (((at * 5) % 13) - 4) * QUARTER_HOUR,
      joinedDaysAgo: 20 + ((at * 37) % 1400),
      details: {
        givenName,
        familyName,
        postalCode,
        place,
        // The range that is kept for films and samples.
        phone: `01632 960${String(at + 100)}`,
        street: `${pick(STREETS, at * 3)} ${1 + ((at * 7) % 60)}`,
        preferredContact: pick(['phone', 'email'] as const, at),
        birthYear: String(1938 + ((at * 13) % 65)),
      },
    };
  });
}

/** Services and requests in turn. */
export function sampleListings(): SampleListing[] {
  return Array.from({ length: LISTINGS }, (_, at) => {
    const [title, category, hours] = HELP[(at * 3) % HELP.length] as (typeof HELP)[number];
    const service = at % 2 === 0;
    return {
      externalId: `L${String(at + 1).padStart(3, '0')}`,
      member: (at * 11) % MEMBERS,
      type: service ? 'service' : 'request',
      title,
      description: service
        ? `I can help with this: ${title.toLowerCase()}. Evenings and Saturdays.`
        : `Looking for someone: ${title.toLowerCase()}. Tools are here.`,
      category,
      estimatedSeconds: hours === null ? null : hours * 3600,
    };
  });
}

/** Help given over the last four months, more of it lately. */
export function sampleExchanges(): SampleExchange[] {
  return Array.from({ length: EXCHANGES }, (_, at) => ({
    externalId: `X${String(at + 1).padStart(4, '0')}`,
    provider: (at * 17) % MEMBERS,
    receiver: (at * 17 + 1 + (at % 9)) % MEMBERS,
    amountSeconds: (1 + ((at * 7) % 10)) * QUARTER_HOUR,
    daysAgo: Math.floor((at * at * 120) / (EXCHANGES * EXCHANGES)) + 1,
    category: pick(HELP, at * 3)[1],
  }));
}
