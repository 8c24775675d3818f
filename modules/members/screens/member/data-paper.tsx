/** All that is stored about a member, in plain words on one sheet: what the file for programs has, too. */

import type { ReactNode } from 'react';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Paper } from '../../../../console/src/parts/paper/paper.tsx';
import { PaperTable } from '../../../../console/src/parts/paper/paper-table.tsx';
import type { PlainCell, PlainColumn } from '../../../../console/src/parts/paper/plain.ts';
import type { MemberExport } from '../../contract/member-export.ts';
import { useDataSections } from './data-sections.ts';

export default function DataPaper({ data, onClose }: { data: MemberExport; onClose: () => void }) {
  const text = useText();
  const format = useFormat();
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
          <PaperTable caption={name} columns={columns} rows={rows} rowKey={(row) => rows.indexOf(row)} />
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
        <PaperTable caption={title} columns={columns} rows={known} rowKey={(fact) => known.indexOf(fact)} />
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
  const text = useText();
  const format = useFormat();
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
