/** Importing members: each with its account, its payment reference and the balance it brings along. */

import { filled, hoursFromSeconds, MEMBER_FIELDS, shown, type Visibility } from '@timebank/contract';
import type { Transaction } from '../../../../core/database/query.ts';
import {
  lockOwnFields,
  type MemberDetails,
  type OwnFieldRow,
  selectOwnFields,
  upsertQuarters,
} from '../../../../core/people/members/detail-queries.ts';
import { choiceOf } from '../../../../core/people/members/own-choice.ts';
import { wordsOfName } from '../../../../core/people/members/search-words.ts';
import { createMembersIn } from '../../../members/domain/members/create.ts';
import { MADE_HERE } from './filled-columns.ts';
import {
  compare,
  createExamined,
  type ExaminationOptions,
  type ExaminedRows,
  type FileKind,
  importOf,
  lookUp,
  valuesOf,
} from './import-file.ts';
import { postAll } from './post-all.ts';
import { addProblem, type Problems } from './problems.ts';
import {
  type ImportedMemberRow,
  type KnownMemberRow,
  selectKnownMembers,
  selectMembersByExternalId,
  selectTransfersByExternalId,
} from './queries.ts';
import { column, type RowOf } from './read-rows.ts';

// Rows of new members who may be known already: under a number that a spreadsheet has changed, or under another one.

const DIGITS_KEPT = 15;

interface NewRow {
  readonly line: number;
  readonly external_id: string;
  readonly name: string;
}

/**
 * Takes those out of the rows that are written, and asks about them: the file's number is a known one without its zeros
 * or in another form, or the name is that of a member whose number the file does not have.
 */
async function askAboutKnown<Row extends NewRow>(
  transaction: Transaction,
  communityId: number,
  rows: readonly { readonly line: number; bad: boolean; readonly values: { readonly external_id?: string } }[],
  examined: ExaminedRows<Row>,
  { similarAreNew }: ExaminationOptions,
): Promise<void> {
  if (similarAreNew || examined.fresh.length === 0) return;
  const inFile = new Set(rows.flatMap(({ values }) => values.external_id ?? []));
  const others = (await selectKnownMembers(transaction, { communityId })).filter(
    ({ externalId }) => externalId === null || !inFile.has(externalId),
  );
  if (others.length === 0) return;
  const byNumber = groupOf(others, ({ externalId }) => (externalId === null ? undefined : numberKey(externalId)));
  const byName = groupOf(others, ({ name }) => nameKey(name));
  const asked = new Set<number>();
  for (const { line, external_id: value, name } of examined.fresh) {
    const [number, person] = [byNumber.get(numberKey(value)), byName.get(nameKey(name))];
    const found = number ?? person;
    if (!found) continue;
    asked.add(line);
    const known = [found.externalId && shown(found.externalId), found.name].filter(Boolean).join(', ');
    const message = `external_id is ${shown(value)}, and this may be the member ${known}. Write the number that the member has.`;
    const code = number ? 'known_number' : 'known_name';
    const params = { number: found.externalId ?? '', name: found.name };
    addProblem(examined.problems, { line, column: 'external_id', code, message, value, params });
  }
  if (asked.size === 0) return;
  for (const row of rows) if (asked.has(row.line)) row.bad = true;
  examined.fresh = examined.fresh.filter(({ line }) => !asked.has(line));
}

function groupOf(members: readonly KnownMemberRow[], keyOf: (member: KnownMemberRow) => string | undefined) {
  const found = new Map<string, KnownMemberRow>();
  for (const member of members) {
    const key = keyOf(member);
    if (key !== undefined && key !== '' && !found.has(key)) found.set(key, member);
  }
  return found;
}

/** Equal for numbers that a spreadsheet makes of each other: 0007 and 7, 1E5 and 100000, and long ones whose end is lost. */
function numberKey(number: string): string {
  const plain = number.trim().replace(',', '.');
  if (!/^\d+(?:\.\d+)?(?:E[+-]?\d{1,3})?$/i.test(plain)) return plain.toLowerCase();
  const value = Number(plain);
  return Number.isFinite(value) ? value.toPrecision(DIGITS_KEPT) : plain;
}

/** The words of a name in any order, without case and accents. */
const nameKey = (name: string) => wordsOfName(name).toSorted().join(' ');
/** `visible_to_partners`: yes follows the community's default, no hides the member, the others are the member's own choice. */
export const MEMBER_COLUMNS = {
  external_id: column('required', filled(MEMBER_FIELDS.external_id), undefined, MADE_HERE),
  name: column('required', MEMBER_FIELDS.name),
  email: column('optional', MEMBER_FIELDS.email),
  status: column('required', MEMBER_FIELDS.status, 'member_status', 'active'),
  joined_on: column('optional', MEMBER_FIELDS.joined_on),
  // Required, since an opening balance can be imported only once.
  balance_hours: column('required', MEMBER_FIELDS.balance_hours, undefined, '0'),
  language: column('optional', MEMBER_FIELDS.language, 'language'),
  salutation: column('optional', MEMBER_FIELDS.salutation),
  given_name: column('optional', MEMBER_FIELDS.given_name),
  family_name: column('optional', MEMBER_FIELDS.family_name),
  phone: column('optional', MEMBER_FIELDS.phone),
  second_phone: column('optional', MEMBER_FIELDS.second_phone),
  street: column('optional', MEMBER_FIELDS.street),
  postal_code: column('optional', MEMBER_FIELDS.postal_code),
  place: column('optional', MEMBER_FIELDS.place),
  quarter: column('optional', MEMBER_FIELDS.quarter),
  country: column('optional', MEMBER_FIELDS.country),
  preferred_contact: column('optional', MEMBER_FIELDS.preferred_contact, 'contact_way'),
  birth_year: column('optional', MEMBER_FIELDS.birth_year),
  agreement_signed_on: column('optional', MEMBER_FIELDS.agreement_signed_on),
  email_consent_on: column('optional', MEMBER_FIELDS.email_consent_on),
  booklet_contact: column('optional', MEMBER_FIELDS.booklet_contact, 'booklet_contact'),
  emergency_contact: column('optional', MEMBER_FIELDS.emergency_contact),
  notes: column('optional', MEMBER_FIELDS.notes),
  visible_to_partners: column('optional', MEMBER_FIELDS.visible_to_partners, 'visible_to_partners'),
} as const;

type MemberRow = RowOf<typeof MEMBER_COLUMNS>;

const VISIBILITY_OF: Readonly<Record<MemberRow['visible_to_partners'], Visibility | null>> = {
  yes: null,
  no: 'hidden',
  listed: 'listed',
  listed_with_email: 'listed_with_email',
};

type NewMember = MemberRow & { readonly line: number };

const MEMBERS: FileKind<typeof MEMBER_COLUMNS, NewMember> = {
  kind: 'members',
  columns: MEMBER_COLUMNS,

  async unused(on, communityId) {
    const fields = await selectOwnFields(on, { communityId });
    return fields.some(({ isQuarter }) => isQuarter) ? [] : ['quarter'];
  },

  async examine(transaction, communityId, rows, asked) {
    const examined = createExamined<NewMember>();
    const known = await lookUp(
      rows.map((row) => row.values.external_id),
      (externalIds) => selectMembersByExternalId(transaction, { communityId, externalIds }),
    );
    const openings = await lookUp(
      rows.map((row) => openingId(row.values.external_id)),
      (externalIds) => selectTransfersByExternalId(transaction, { communityId, kinds: ['opening'], externalIds }),
    );
    const field = await quarterField(transaction, communityId, rows);
    for (const row of rows) {
      if (row.bad) continue;
      const member = valuesOf(row);
      const quarter = readQuarter(examined.problems, row, member.quarter, field);
      if (quarter === undefined) continue;
      const existing = known.get(member.external_id);
      if (!existing) {
        examined.fresh.push({ ...member, quarter, line: row.line });
        continue;
      }
      const opening = openings.get(openingId(member.external_id));
      const toMember = opening?.creditAccountId === existing.accountId;
      const openingSeconds = (opening?.amountSeconds ?? 0) * (toMember ? 1 : -1);
      // The file may be older, or the list that the console writes: it has the balance of that day.
      const isBalance = [openingSeconds, existing.balanceSeconds].map(hoursFromSeconds);
      const sees = existing.visibility ?? 'yes';
      compare(examined, row.line, asked, {
        name: existing.name === member.name,
        email: existing.email === member.email,
        status: existing.status === member.status,
        joined_on: existing.joinedOn === member.joined_on,
        balance_hours: isBalance.includes(hoursFromSeconds(member.balance_hours)),
        language: existing.language === member.language,
        ...sameDetails(existing, member),
        quarter: quarter === null || existing.ownValues?.[field?.number ?? 0] === quarter,
        booklet_contact: existing.bookletContact === member.booklet_contact,
        visible_to_partners:
          member.visible_to_partners === 'yes'
            ? existing.visibility !== 'hidden'
            : sees === (VISIBILITY_OF[member.visible_to_partners] ?? 'yes'),
      });
    }
    await askAboutKnown(transaction, communityId, rows, examined, asked);
    return examined;
  },

  async write(within, { communityId, openingAccountId, recordedBy }, fresh) {
    const created = await createMembersIn(
      within,
      communityId,
      fresh.map((member) => ({
        externalId: member.external_id,
        name: member.name,
        email: member.email,
        status: member.status,
        visibility: VISIBILITY_OF[member.visible_to_partners],
        language: member.language,
        joinedOn: member.joined_on,
        bookletContact: member.booklet_contact,
        ...detailsOf(member),
      })),
    );
    const quarters = fresh.flatMap(({ quarter }, at) => {
      const memberId = created[at]?.id;
      return quarter === null || memberId === undefined ? [] : [{ memberId, quarter }];
    });
    if (quarters.length > 0) await upsertQuarters(within.transaction, { communityId, rows: quarters, at: within.at });
    const openings = fresh.flatMap((member, at) => {
      const accountId = created[at]?.accountId;
      if (member.balance_hours === 0 || accountId === undefined) return [];
      return [
        {
          kind: 'opening' as const,
          communityId,
          accountId,
          openingAccountId,
          balanceSeconds: member.balance_hours,
          externalId: openingId(member.external_id),
          recordedBy,
        },
      ];
    });
    await postAll(within, openings);
    return created.map(({ id }) => id);
  },
};

/** The community's field of quarters, whose choices stay while the file is read; undefined: none, or the file names none. */
async function quarterField(
  transaction: Transaction,
  communityId: number,
  rows: readonly { readonly bad: boolean; readonly values: Partial<MemberRow> }[],
): Promise<OwnFieldRow | undefined> {
  if (!rows.some(({ bad, values }) => !bad && values.quarter)) return undefined;
  await lockOwnFields(transaction, { communityId });
  return (await selectOwnFields(transaction, { communityId })).find(({ isQuarter }) => isQuarter);
}

/** So many choices are in a sentence. */
const CHOICES_SAID = 12;

/** The quarter as the community writes it; undefined: it has no such, and the row is bad. */
function readQuarter(
  problems: Problems,
  row: { readonly line: number; bad: boolean },
  value: string | null,
  field: OwnFieldRow | undefined,
): string | null | undefined {
  if (value === null) return null;
  const choice = field && choiceOf(field.choices, value);
  if (choice !== undefined) return choice;
  row.bad = true;
  const at = { line: row.line, column: 'quarter', value };
  if (!field) {
    const message = 'quarter has a value, and the community marks none of its own fields as the quarter.';
    addProblem(problems, { ...at, code: 'no_quarter', message });
    return undefined;
  }
  const more = field.choices.length > CHOICES_SAID ? ', …' : '';
  const words = `${field.choices.slice(0, CHOICES_SAID).join(', ')}${more}`;
  const message = `quarter is ${shown(value)}; it must be one of: ${words}.`;
  addProblem(problems, { ...at, code: 'unknown_value', message, params: { words } });
  return undefined;
}

/** What an office keeps of a member, from the names of columns to the domain's. */
function detailsOf(member: MemberRow): MemberDetails {
  const { salutation, phone, street, place, country, notes } = member;
  return {
    ...{ salutation, phone, street, place, country, notes },
    givenName: member.given_name,
    familyName: member.family_name,
    secondPhone: member.second_phone,
    postalCode: member.postal_code,
    preferredContact: member.preferred_contact,
    birthYear: member.birth_year,
    agreementSignedOn: member.agreement_signed_on,
    emailConsentOn: member.email_consent_on,
    emergencyContact: member.emergency_contact,
  };
}

/** Which of them an existing member has just as the file, by column. A column that the file does not have says nothing. */
function sameDetails(existing: ImportedMemberRow, member: MemberRow): Record<string, boolean> {
  const details = Object.entries(detailsOf(member)) as [keyof MemberDetails, string | null][];
  return Object.fromEntries(
    details.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value === null || existing[name] === value,
    ]),
  );
}

/** The external id of the transfer that is a member's opening balance. */
function openingId(externalId: string | undefined): string {
  return `opening:${externalId ?? ''}`;
}

/**
 * Imports members (`external_id`, `name`, `status`, `balance_hours`; optionally `email`, `joined_on`, `language`,
 * `visible_to_partners`, and what an office keeps of a member). All of the file or nothing, unless `skipBad`; members who are there already stay as they are.
 */
export const importMembers = importOf(MEMBERS);
