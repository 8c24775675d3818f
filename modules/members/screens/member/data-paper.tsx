/** All that is stored about a member, in plain words on one sheet: what the file for programs has, too. */
import type { ReactNode } from 'react';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { Paper } from '../../../../console/src/parts/paper/paper.tsx';
import { PaperTable } from '../../../../console/src/parts/paper/paper-table.tsx';
import type { PlainCell, PlainColumn } from '../../../../console/src/parts/paper/plain.ts';
import { moneyShown } from '../../../../console/src/parts/values/money.ts';
import type { MemberExport } from '../../contract/member-export.ts';
import { lineText } from '../parts/account-lines.tsx';

export default function DataPaper({ data, onClose }: { data: MemberExport; onClose: () => void }) {
  const { text, format } = useLanguage();
  const words = text.memberData;
  const { person, office } = useDataFacts(data);
  const sections = useDataSections(data);
  const title = words.title(data.member.name);
  return (
    <Paper title={title} onClose={onClose}>
      <header className="paper-title">
        <p>{data.community.name}</p>
        <h2>{title}</h2>
        <p>{words.made(format.dateTime(data.exported_at))}</p>
        {data.truncated && <p>{words.truncated}</p>}
      </header>
      <FactTable title={text.member.who} facts={person} />
      <FactTable title={words.office} facts={office} />
      {sections.map(({ title: name, columns, rows }) => (
        <Part key={name} title={name} isEmpty={rows.length === 0}>
          <PaperTable caption={name} columns={columns} rows={rows} />
        </Part>
      ))}
    </Paper>
  );
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  const text = useText();
  return (
    <section>
      <h3>{title}</h3>
      {isEmpty ? <p>{text.memberData.none}</p> : children}
    </section>
  );
}

/** What is known, one line each; what is not known has no line. */
function FactTable({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const words = useText().memberData;
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const columns: readonly PlainColumn<Fact>[] = [
    { key: 'field', title: words.field, plain: ([label]) => label },
    { key: 'value', title: words.value, plain: ([, value]) => value },
  ];
  return (
    <Part title={title} isEmpty={known.length === 0}>
      <div className="paper-facts">
        <PaperTable caption={title} columns={columns} rows={known} />
      </div>
    </Part>
  );
}

// What is known about a person, and what the office keeps, each as a label and a value.

export type Fact = readonly [label: string, value: PlainCell];

const dayOrNot = (day: string | null): PlainCell => (day === null ? null : { day });
const timeOrNot = (at: string | null): PlainCell => (at === null ? null : { at });
const hoursOrNot = (hours: number | null): PlainCell => (hours === null ? null : { hours });

function useDataFacts(data: MemberExport): {
  readonly person: readonly Fact[];
  readonly office: readonly Fact[];
} {
  return { person: usePersonFacts(data), office: useOfficeFacts(data) };
}

function usePersonFacts({ member }: MemberExport): readonly Fact[] {
  const { text, format } = useLanguage();
  const { member: labels, memberData: words } = text;
  return [
    [labels.name, member.name],
    [labels.salutation, member.salutation],
    [labels.givenName, member.given_name],
    [labels.familyName, member.family_name],
    [labels.number, member.external_id],
    [labels.email, member.email],
    [words.emailIsBad, member.email_is_bad ? words.yes : null],
    [labels.phone, member.phone],
    [labels.secondPhone, member.second_phone],
    [labels.street, member.street],
    [labels.postalCode, member.postal_code],
    [labels.place, member.place],
    [labels.country, member.country],
    [labels.preferredContact, member.preferred_contact && labels.contactWays[member.preferred_contact]],
    [labels.birthYear, member.birth_year],
    [labels.language, member.language],
    [labels.joined, dayOrNot(member.joined_on)],
    [labels.agreementSignedOn, dayOrNot(member.agreement_signed_on)],
    [labels.emailConsentOn, dayOrNot(member.email_consent_on)],
    [words.mailKinds, format.list(member.mail_kinds.map((kind) => words.kinds[kind]))],
    [words.status, text.memberStatus[member.status]],
    [labels.sees, text.visibility[member.visibility ?? member.default_visibility]],
    [labels.reference, member.payment_reference.replace(/(.{4})(?=.)/g, '$1 ')],
    [labels.balance, hoursOrNot(member.balance_hours)],
    [words.lowerLimit, hoursOrNot(member.lower_balance_hours)],
    [words.upperLimit, hoursOrNot(member.upper_balance_hours)],
    [words.createdAt, timeOrNot(member.created_at)],
    [words.updatedAt, timeOrNot(member.updated_at)],
    [words.erased, timeOrNot(member.erased_at)],
  ];
}

/** The first and the last day of a hold; of one without an end the first alone. */
const holdDays = (hold: MemberExport['hold']): string[] =>
  hold ? [hold.began_at, hold.ended_at ?? hold.until].flatMap((at) => at?.slice(0, 10) ?? []) : [];

function useOfficeFacts({ file, booklet_contact, ...data }: MemberExport): readonly Fact[] {
  const { memberData: words, memberFile: labels, booklet } = useText();
  const format = useFormat();
  const own = file.own_fields.map(({ name, kind, value }): Fact => {
    if (value === null) return [name, null];
    if (kind === 'yes_no') return [name, value === 'yes' ? labels.yes : labels.no];
    return [name, kind === 'date' ? format.day(value) : value];
  });
  return [
    [labels.notes, file.notes],
    [labels.emergency, file.emergency_contact],
    [words.statusAt, timeOrNot(file.status_at)],
    [words.statusReason, file.status_reason],
    [labels.sameAs, file.same_as?.name],
    [words.booklet, booklet.consentOf[booklet_contact]],
    [words.letterOnly, data.letter_only ? words.yes : null],
    [words.hiddenFromMembers, data.seen_by_members ? null : words.yes],
    [words.card, data.card],
    [words.joinAsked, timeOrNot(data.join_asked_at)],
    [words.hold, holdDays(data.hold).map(format.day).join(' – ')],
    [words.leaveAsked, timeOrNot(data.leave_asked_at)],
    ...own,
  ];
}

// The parts of a member's data that have entries: checks, calls, listings, bookings, reads, bank, mail.

/** A part of the sheet with rows of its own. */
interface DataSection {
  readonly title: string;
  readonly columns: readonly PlainColumn<readonly PlainCell[]>[];
  readonly rows: readonly (readonly PlainCell[])[];
}

/** Columns by their titles; those of the last ones that hold figures are at the end of their cells. */
function section(title: string, titles: readonly string[], rows: readonly (readonly PlainCell[])[], figures = 0) {
  const columns = titles.map((name, at) => ({
    key: `${at}`,
    title: name,
    end: at >= titles.length - figures,
    plain: (row: readonly PlainCell[]) => row[at],
  }));
  return { title, columns, rows } satisfies DataSection;
}

function useDataSections(data: MemberExport): readonly DataSection[] {
  const own = useOwnSections(data);
  const pages = useSectionsOfPages(data);
  const others = useSectionsOfOthers(data);
  return [...own, ...pages, ...others];
}

function useOwnSections({ file, calls, listings, transfers }: MemberExport): readonly DataSection[] {
  const { text, format } = useLanguage();
  const { memberData: words, memberFile: checks, toCall, accountStatement } = text;
  const types: Readonly<Record<string, string>> = text.listings.types;
  const statuses: Readonly<Record<string, string>> = text.listings.statuses;
  return [
    section(
      words.checks,
      [checks.kind, checks.checkedBy, checks.checkedOn, checks.expiresOn, words.recordedAt],
      file.checks.map((check) => [
        check.kind,
        check.checked_by,
        { day: check.checked_on },
        check.expires_on === null ? checks.forever : { day: check.expires_on },
        { at: check.recorded_at },
      ]),
    ),
    section(
      words.calls,
      [toCall.calledOn, text.exchanges.recordedBy, toCall.note, toCall.again],
      calls.map((call) => [{ day: call.called_on }, call.called_by, call.note, { day: call.again_on }]),
    ),
    section(
      words.listings,
      [
        text.listings.listing,
        words.listingText,
        text.listings.category,
        text.listings.status,
        text.listings.addedOn,
        text.listings.updated,
      ],
      listings.map((one) => [
        [types[one.type], one.title].filter(Boolean).join(': '),
        one.description,
        one.category,
        statuses[one.status] ?? one.status,
        { at: one.created_at },
        { at: one.updated_at },
      ]),
    ),
    section(
      words.bookings,
      [
        accountStatement.columns.day,
        accountStatement.columns.what,
        accountStatement.columns.hours,
        accountStatement.columns.after,
      ],
      transfers.map((line) => [
        { day: line.booked_on },
        lineText(line, text, format),
        { hours: line.hours },
        { hours: line.balance_after_hours },
      ]),
      2,
    ),
  ];
}

/** What the member wrote to others on the members' pages, and they to the member. */
function useSectionsOfPages(data: MemberExport): readonly DataSection[] {
  const text = useText();
  const { memberData: words } = text;
  return [
    section(
      words.answers,
      [text.member.when, words.answers, text.listings.listing, words.message, words.reply],
      data.answers.map((answer) => [
        { at: answer.created_at },
        answer.sent ? words.answerOf.sent : words.answerOf.received,
        answer.listing,
        answer.message,
        answer.reply,
      ]),
    ),
    section(
      text.deputies.title,
      [text.deputies.name, text.deputies.how, text.deputies.agreedOn, text.deputies.until],
      data.deputies.map((one) => [
        one.name,
        text.deputies.hows[one.how],
        { day: one.agreed_on },
        one.ended_at === null ? null : { at: one.ended_at },
      ]),
    ),
    section(
      words.hoursOfTwo,
      [
        text.accountStatement.columns.day,
        text.accountStatement.columns.what,
        text.accountStatement.columns.hours,
        text.toSettle.state,
      ],
      data.proposals.map((one) => [
        { day: one.service_date },
        [text.toSettle.of(one.provider.name, one.receiver.name), one.note, ...one.steps.map((step) => step.words)]
          .filter(Boolean)
          .join(' · '),
        { hours: one.hours },
        text.toSettle.states[one.state],
      ]),
    ),
  ];
}

function useSectionsOfOthers(data: MemberExport): readonly DataSection[] {
  const { text, format } = useLanguage();
  const { has_partners } = useCommunity();
  const { memberData: words, member: labels, inbox } = text;
  const kinds: Readonly<Record<string, string>> = text.messages.kinds;
  const states: Readonly<Record<string, string>> = text.messages.states;
  const money = (amount: string | null, currency: string | null) =>
    amount === null ? null : moneyShown({ amount, currency }, format);
  const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
  return [
    ...(has_partners
      ? [
          section(
            words.partners,
            [labels.reader, labels.effective],
            data.member.partners.map((partner) => [partner.name, text.visibility[partner.effective]]),
          ),
          section(
            words.reads,
            [labels.when, labels.reader, labels.from],
            data.reads.map((read) => [{ at: read.at }, read.partner_name, read.address]),
          ),
        ]
      : []),
    section(
      words.bank,
      [words.bankSource, inbox.facts.day, inbox.facts.payer, inbox.facts.text, inbox.facts.amount],
      [
        ...data.statement_lines.map((line) => [
          words.sources.statement,
          { day: line.booked_on },
          line.payer_text,
          joined(line.reference, line.end_to_end_id, line.note),
          money(line.amount, line.currency),
        ]),
        ...data.bank_lines.map((line) => [
          words.sources.inbox,
          { day: line.booked_on },
          joined(line.payer, line.payer_account),
          joined(line.text, line.reference, line.end_to_end_id, line.note),
          money(line.amount, line.currency),
        ]),
      ],
      1,
    ),
    section(
      words.mails,
      [labels.when, words.mailKind, text.messages.subject, words.mailState],
      data.mails.map((mail) => [
        { at: mail.finished_at ?? mail.created_at },
        kinds[mail.kind] ?? mail.kind,
        mail.title,
        joined(states[mail.state] ?? mail.state, mail.answer),
      ]),
    ),
  ];
}
