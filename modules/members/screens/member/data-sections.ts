/** The parts of a member's data that have entries: checks, calls, listings, bookings, reads, bank, mail. */

import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import type { PlainCell, PlainColumn } from '../../../../console/src/parts/paper/plain.ts';
import { moneyShown } from '../../../../console/src/parts/values/money.ts';
import type { MemberExport } from '../../contract/member-export.ts';
import { lineText } from '../parts/account-lines.tsx';

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

export function useDataSections(data: MemberExport): readonly DataSection[] {
  const own = useOwnSections(data);
  const pages = useSectionsOfPages(data);
  const others = useSectionsOfOthers(data);
  return [...own, ...pages, ...others];
}

function useOwnSections({ file, calls, listings, transfers }: MemberExport): readonly DataSection[] {
  const text = useText();
  const format = useFormat();
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
  const text = useText();
  const format = useFormat();
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
