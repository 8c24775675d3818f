/** The audit log: each act with its actor, time and address. */
import { Anchor, SegmentedControl, Select } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useRead, useReadPages, useSession } from '../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { operationName } from '../../../console/src/parts/lists/call-sentence.tsx';
import { ChoiceFilter } from '../../../console/src/parts/lists/filters.tsx';
import { ListView } from '../../../console/src/parts/lists/list-view.tsx';
import { PER_PAGE } from '../../../console/src/parts/lists/query-state.ts';
import type { Column } from '../../../console/src/parts/lists/table.tsx';
import { Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { Beside } from '../../../console/src/parts/shell/beside.tsx';
import { PERIOD_MS, type Period, sinceOf } from '../../../console/src/parts/values/period.ts';
import { Code, Time } from '../../../console/src/parts/values/values.tsx';
import type { AuditEntry } from '../contract/audit.ts';

const ACTORS = ['administrator', 'partner', 'member', 'deputy', 'command', 'system', 'anonymous'] as const;
/** Acts that a community without a partner has none of. */
const OF_PARTNERS = /^(credential|credit|delivery|hand_over|partner|partner_api|subscription|tokens?)\./;

interface Filters {
  actor: string | null;
  action: string | null;
  period: Period | 'all';
}
const NO_FILTERS: Filters = { actor: null, action: null, period: 'all' };

export default function Audit() {
  const { text, format } = useLanguage();
  const { has_partners } = useCommunity();
  const { administrator } = useSession();
  const [scope, setScope] = useState<'community' | 'installation'>('community');
  const [filters, setFilters] = useState(NO_FILTERS);
  const since = useMemo(
    () => (filters.period === 'all' ? undefined : sinceOf(PERIOD_MS[filters.period])),
    [filters.period],
  );
  const query = {
    per_page: PER_PAGE,
    ...(filters.actor ? { actor_kind: filters.actor } : {}),
    ...(filters.action ? { action: filters.action } : {}),
    ...(since ? { since } : {}),
  };
  const list = useReadPages(
    scope === 'community' ? 'listAudit' : 'listInstallationAudit',
    scope === 'community' ? { query } : { query },
  );
  const columns = useAuditColumns();
  const change = (part: Partial<Filters>) => setFilters({ ...filters, ...part });
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS);
  return (
    <Page title={text.audit.title} tags={<Beside entry="administrators" />}>
      {administrator.is_operator && (
        <SegmentedControl
          className="segments"
          aria-label={text.audit.scope}
          value={scope}
          onChange={(value) => setScope(value as typeof scope)}
          data={[
            { value: 'community', label: text.audit.scopeCommunity },
            { value: 'installation', label: text.audit.scopeInstallation },
          ]}
        />
      )}
      <ListView
        name="audit"
        caption={text.audit.title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        expand={{
          label: ({ action, at }) => text.audit.detailsOf(actionText(action, text), format.exact(at)),
          content: (entry) => <AuditDetails entry={entry} />,
        }}
        isFiltered={isFiltered}
        clear={() => setFilters(NO_FILTERS)}
        filters={<AuditFilters partners={scope === 'installation' || has_partners} filters={filters} change={change} />}
        moreFilters={{
          set: filters.period === 'all' ? 0 : 1,
          fields: <PeriodFilter filters={filters} change={change} />,
        }}
        empty={{ icon: ScrollText, title: text.audit.emptyTitle, text: text.audit.empty }}
        none={{ title: text.audit.noneTitle, text: text.audit.none }}
      />
    </Page>
  );
}

interface FilterProps {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
}

/** @param partners whether there are any to ask about */
function AuditFilters({ partners, filters, change }: FilterProps & { partners: boolean }) {
  const text = useText();
  const reference = useRead('getReference', {}, { staleTime: Number.POSITIVE_INFINITY });
  const actions = (reference.data?.data.audit_actions ?? [])
    .filter((action) => partners || !OF_PARTNERS.test(action))
    .map((value) => ({ value, label: actionText(value, text) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <ChoiceFilter
        label={text.audit.who}
        all={text.audit.anybody}
        options={ACTORS.filter((one) => partners || one !== 'partner').map((value) => ({
          value,
          label: text.audit.actors[value],
        }))}
        value={filters.actor ?? ''}
        change={(actor) => change({ actor: ACTORS.find((one) => one === actor) ?? null })}
      />
      <ChoiceFilter
        label={text.audit.what}
        all={text.audit.anything}
        searchable
        options={actions}
        value={filters.action ?? ''}
        change={(action) => change({ action: action || null })}
      />
    </>
  );
}

function PeriodFilter({ filters, change }: FilterProps) {
  const text = useText();
  return (
    <Select
      label={text.audit.period}
      data={[
        { value: 'all', label: text.audit.periods.all },
        ...(Object.keys(PERIOD_MS) as Period[])
          .filter((period) => period !== 'hour')
          .map((value) => ({ value, label: text.audit.periods[value as 'day' | 'week' | 'month'] })),
      ]}
      value={filters.period}
      onChange={(period) => change({ period: (period ?? 'all') as Filters['period'] })}
    />
  );
}

function useAuditColumns(): readonly Column<AuditEntry>[] {
  const text = useText();
  return [
    {
      key: 'what',
      title: text.audit.what,
      main: true,
      plain: ({ action }) => actionText(action, text),
      cell: ({ action }) => <span className="row-link">{actionText(action, text)}</span>,
    },
    {
      key: 'subject',
      title: text.audit.subject,
      plain: (entry) => subjectText(entry, text),
      cell: (entry) => <Subject entry={entry} />,
    },
    {
      key: 'who',
      title: text.audit.who,
      plain: ({ actor }) => [actor.name, actorText(actor, text)].filter(Boolean).join(', '),
      cell: ({ actor }) => (
        <>
          {actor.name || actorText(actor, text)} {actor.name && <span className="quiet">{actorText(actor, text)}</span>}
        </>
      ),
    },
    { key: 'when', title: text.audit.when, plain: ({ at }) => ({ at }), cell: ({ at }) => <Time at={at} /> },
    {
      key: 'from',
      title: text.audit.from,
      plain: ({ address }) => address,
      cell: ({ address }) => address ?? <span className="quiet">–</span>,
    },
  ];
}

/** An administrator is named with the role, which says more than that it was one. */
const actorText = ({ kind, role }: AuditEntry['actor'], text: Texts) =>
  role ? text.roles[role] : text.audit.actor[kind];

function Subject({ entry }: { entry: AuditEntry }) {
  const text = useText();
  const { slug } = useCommunity();
  const name = subjectText(entry, text);
  const path = subjectPath(entry);
  if (name === null) return <span className="quiet">–</span>;
  if (path === undefined) return name;
  return (
    <Anchor component={Link} href={`/c/${slug}/${path}`} inherit>
      {name}
    </Anchor>
  );
}

function AuditDetails({ entry }: { entry: AuditEntry }) {
  const text = useText();
  const changed = Object.keys({ ...entry.before, ...entry.after });
  return (
    <div className="stack">
      {changed.length > 0 && (
        <table className="changes">
          <thead>
            <tr>
              <th scope="col">{text.audit.what}</th>
              <th scope="col">{text.audit.before}</th>
              <th scope="col">{text.audit.after}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldName(name, text)}</th>
                <td>
                  <Value name={name} value={entry.before?.[name]} />
                </td>
                <td>
                  <Value name={name} value={entry.after?.[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts
        items={[
          ...Object.entries(entry.details).map(
            ([name, value]) => [fieldName(name, text), <Value key={name} name={name} value={value} />] as const,
          ),
          [text.audit.when, <Time key="at" at={entry.at} exact />],
          entry.request_id && [text.audit.requestId, <Code key="request">{entry.request_id}</Code>],
        ]}
      />
    </div>
  );
}

/** What was recorded, as a person reads it. */
function Value({ name, value }: { name: string; value: unknown }) {
  const { text, format } = useLanguage();
  return valueText(name, value, text, format) ?? <span className="quiet">{text.audit.none_}</span>;
}

const HOUR_SECONDS = 3600;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Ids with a prefix, and what they are of. */
const PREFIXES: Readonly<Record<string, string>> = {
  usr: 'member',
  lst: 'listing',
  whs: 'subscription',
  dlv: 'delivery',
  crd: 'credit',
};
const ID = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/;

/** An act in words; one that has none yet by its name. */
function actionText(action: string, text: Texts): string {
  return (text.auditActions as Words)[action] ?? action;
}

/** Words by names that the audit log has, of this version or of another. */
type Words = Readonly<Record<string, string>>;

const keyOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of a recorded value, in words: `rateLimitPerMinute` and `rate_limit_per_minute` are the same. */
function fieldName(name: string, { auditWords }: Texts): string {
  const key = keyOf(name);
  const fields: Words = auditWords.fields;
  return fields[key] ?? fields[key.replace(/_(seconds|hours)$/, '')] ?? auditWords.other;
}

/** What was recorded, as a person reads it; undefined: nothing. */
function valueText(name: string, value: unknown, text: Texts, format: Format): string | undefined {
  const { audit, auditWords } = text;
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'boolean') return value ? audit.yes : audit.no;
  if (typeof value === 'number') {
    if (/(_s|S)econds$/.test(name)) return `${format.hours(value / HOUR_SECONDS)} h`;
    return /(_h|H)ours$/.test(name) && name !== 'overlap_hours' ? `${format.hours(value)} h` : format.number(value);
  }
  if (typeof value === 'string') return wordText(name, value, text, format);
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    if (value.every((one) => typeof one === 'number')) return auditWords.items(value.length);
    return value.map((one) => valueText(name, one, text, format)).join(', ');
  }
  return Object.entries(value as object)
    .map(([key, one]) => {
      const unit = key === 'before' || key === 'after' ? name : key;
      return `${partName(key, text)}: ${valueText(unit, one, text, format) ?? audit.none_}`;
    })
    .join(', ');
}

/** A currency and a language are their own names. */
function partName(key: string, text: Texts): string {
  if (/^[A-Z]{3}$/.test(key)) return key;
  const values: Words = text.auditWords.values;
  return values[key] ?? fieldName(key, text);
}

function wordText(name: string, value: string, text: Texts, format: Format): string {
  if (DAY.test(value)) return format.day(value);
  if (MOMENT.test(value)) return format.exact(value);
  if (name === 'fields') return fieldName(value, text);
  if (name === 'operation') return operationName(text.callWords, value);
  const lists: readonly object[] = [
    text.roles,
    text.memberStatus,
    text.status,
    text.listings.statuses,
    text.visibility,
    text.auditWords.values,
  ];
  const found = lists.find((list) => Object.hasOwn(list, value)) as Readonly<Record<string, unknown>> | undefined;
  const word = found?.[value];
  if (typeof word === 'string') return word;
  const scope = (text.scopes as Readonly<Record<string, { readonly name: string }>>)[value];
  if (scope) return scope.name;
  return ID.test(value) ? kindText(value, text) : value;
}

/** What a subject is of: `partner:12`, `usr_…`. */
function kindOf(subject: string): string {
  const prefix = ID.exec(subject)?.[1];
  return prefix ? (PREFIXES[prefix] ?? 'other') : (subject.split(':')[0] ?? 'other');
}

const kindText = (subject: string, { auditWords }: Texts): string =>
  (auditWords.subjects as Words)[kindOf(subject)] ?? auditWords.subjects.other ?? '';

/** What an entry is about: its name, the hint of a secret, what kind of thing it is, or how many things. */
function subjectText({ subject, subject_name, details }: AuditEntry, text: Texts): string | null {
  if (subject === null) return Array.isArray(details.booked) ? text.auditWords.items(details.booked.length) : null;
  if (subject_name) return subject_name;
  const name = typeof details.name === 'string' ? details.name : undefined;
  const hint = typeof details.hint === 'string' ? details.hint : undefined;
  return name ?? hint ?? kindText(subject, text);
}

/** Where the subject is shown, below the community's path; undefined: nowhere, or it may not be opened from here. */
function subjectPath({ subject, subject_name }: AuditEntry): string | undefined {
  if (subject === null) return undefined;
  const kind = kindOf(subject);
  const [, number = ''] = subject.split(':');
  const paths: Readonly<Record<string, string>> = {
    member: `members/${subject}`,
    listing: `listings/${subject}`,
    partner: `partners/${number}`,
    account: `accounts/${number}`,
  };
  if (Object.hasOwn(paths, kind)) return subject_name ? paths[kind] : undefined;
  return { administrator: 'administrators', invitation: 'administrators', import: 'import', move: 'import/move' }[kind];
}
