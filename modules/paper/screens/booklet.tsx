/** The booklet of offers and requests: seen as it will be printed, and printed. */

import { Button, Group, Select } from '@mantine/core';
import { LISTING_TYPES } from '@timebank/contract/words';
import { BookOpen, Download, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useCommunity, useRead, useReadAll } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { saveText } from '../../../console/src/parts/page/download.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Empty, Notice } from '../../../console/src/parts/page/states.tsx';
import { fileName, plainFile } from '../../../console/src/parts/paper/plain.ts';
import { To } from '../../../console/src/parts/values/to.tsx';
import type { BookletEntry } from '../contract/booklet.ts';
import '../../../console/src/styles/booklet.css';

export default function Booklet() {
  const text = useText();
  const { slug, can } = useCommunity();
  const [{ type, size, columns }, change] = useQueryState(['type', 'size', 'columns']);
  const list = useReadAll('listBookletEntries', { query: type ? { type } : {} });
  const settings = useRead('getListingSettings');
  const entries = list.data;
  const chapters = useMemo(() => chaptersOf(entries ?? [], document.documentElement.lang), [entries]);
  const silent = (entries ?? []).filter(({ phone, email }) => !phone && !email).length;
  const office = settings.data?.data.office_contact ?? null;
  return (
    <Page
      title={text.booklet.title}
      lead={text.booklet.lead}
      back={{ href: `/c/${slug}/listings`, label: text.listings.toList }}
      action={entries && entries.length > 0 && <TakeAway chapters={chapters} />}
    >
      <div className="no-print booklet-options">
        <Choice
          label={text.booklet.which}
          value={type || 'both'}
          options={['both', ...LISTING_TYPES].map((value) => [
            value,
            text.booklet.whichOf[value as keyof typeof text.booklet.whichOf],
          ])}
          change={(value) => change({ type: value === 'both' ? '' : value })}
        />
        <Choice
          label={text.booklet.size}
          value={size || 'a4'}
          options={Object.entries(text.booklet.sizes)}
          change={(value) => change({ size: value === 'a4' ? '' : value })}
        />
        <Choice
          label={text.booklet.columns}
          value={columns || 'two'}
          options={Object.entries(text.booklet.columnsOf)}
          change={(value) => change({ columns: value === 'two' ? '' : value })}
        />
      </div>
      {settings.data && office === null && (
        <div className="no-print">
          <Notice tone="wait" action={<To href={`/c/${slug}/settings`}>{text.booklet.toSettings}</To>}>
            {text.booklet.noOffice}
          </Notice>
        </div>
      )}
      {silent > 0 && can('members.write') && (
        <p className="no-print quiet">
          {text.booklet.silent(silent)} <To href={`/c/${slug}/members?slips=1`}>{text.booklet.toConsents}</To>
        </p>
      )}
      <Arriving of={list} />
      {entries?.length === 0 && (
        <Empty
          icon={BookOpen}
          title={text.booklet.emptyTitle}
          action={
            <Button component={Link} href={`/c/${slug}/listings`}>
              {text.booklet.toListings}
            </Button>
          }
        >
          {text.booklet.empty}
        </Empty>
      )}
      {entries && entries.length > 0 && (
        <div className="report booklet" data-size={size || 'a4'} data-columns={columns || 'two'}>
          <Cover chapters={chapters} count={entries.length} office={office} />
          {chapters.map((chapter) => (
            <ChapterPart key={chapter.name} chapter={chapter} />
          ))}
        </div>
      )}
    </Page>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  change: (value: string) => void;
}

function Choice({ label, value, options, change }: ChoiceProps) {
  return (
    <Select
      label={label}
      size="sm"
      value={value}
      onChange={(one) => one && change(one)}
      data={options.map(([one, shown]) => ({ value: one, label: shown }))}
    />
  );
}

/** Print and CSV. */
function TakeAway({ chapters }: { chapters: readonly Chapter[] }) {
  const { text, format } = useLanguage();
  const { headings } = text.booklet;
  const rows = chapters.flatMap(({ offers, requests }) => [...offers, ...requests]);
  const columns = [
    { key: 'number', title: headings.number, plain: ({ number }: NumberedEntry) => number },
    { key: 'category', title: headings.category, plain: ({ category }: NumberedEntry) => category },
    { key: 'type', title: headings.type, plain: ({ type }: NumberedEntry) => text.listings.types[type] },
    { key: 'title', title: headings.title, plain: ({ title }: NumberedEntry) => title },
    { key: 'text', title: headings.text, plain: ({ description }: NumberedEntry) => description },
    {
      key: 'hours',
      title: headings.hours,
      plain: ({ estimated_hours }: NumberedEntry) => ({ hours: estimated_hours }),
    },
    { key: 'name', title: headings.name, plain: ({ name }: NumberedEntry) => name },
    ...(rows.some(({ quarter }) => quarter !== null)
      ? [{ key: 'quarter', title: headings.quarter, plain: ({ quarter }: NumberedEntry) => quarter }]
      : []),
    { key: 'phone', title: headings.phone, plain: ({ phone }: NumberedEntry) => phone },
    { key: 'email', title: headings.email, plain: ({ email }: NumberedEntry) => email },
  ];
  const save = () => {
    const day = new Date().toISOString().slice(0, 10);
    saveText(`${fileName(text.booklet.file, day)}.csv`, plainFile(columns, rows, format));
  };
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<Download size={18} />} onClick={save}>
        {text.booklet.csv}
      </Button>
      <Button leftSection={<Printer size={18} />} onClick={() => window.print()}>
        {text.booklet.print}
      </Button>
    </Group>
  );
}

const nameOf = (chapter: Chapter, without: string) => chapter.name || without;
const anchorOf = ({ first }: Chapter) => `chapter-${first}`;

function Cover({ chapters, count, office }: { chapters: readonly Chapter[]; count: number; office: string | null }) {
  const { text, format } = useLanguage();
  const { name } = useCommunity();
  return (
    <section className="booklet-cover">
      <p className="booklet-community">{name}</p>
      <h2>{text.booklet.title}</h2>
      <p>
        {text.booklet.asOf(format.day(new Date().toISOString().slice(0, 10)))} · {text.booklet.count(count)}
      </p>
      {office !== null && (
        <div className="booklet-office">
          <strong>{text.booklet.office}</strong>
          <p className="line-note">{office}</p>
        </div>
      )}
      <h3>{text.booklet.contents}</h3>
      <ol className="booklet-contents">
        {chapters.map((chapter) => (
          <li key={chapter.name}>
            <a href={`#${anchorOf(chapter)}`}>{nameOf(chapter, text.booklet.without)}</a>
            <span className="booklet-dots" aria-hidden="true" />
            <span>{text.booklet.numbers(chapter.first, chapter.last)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ChapterPart({ chapter }: { chapter: Chapter }) {
  const text = useText();
  const parts = [
    [text.booklet.offers, chapter.offers],
    [text.booklet.requests, chapter.requests],
  ] as const;
  return (
    <section className="booklet-chapter" id={anchorOf(chapter)}>
      <h3>{nameOf(chapter, text.booklet.without)}</h3>
      <div className="booklet-entries">
        {parts.map(
          ([title, entries]) =>
            entries.length > 0 && (
              <div key={title}>
                <h4>{title}</h4>
                {entries.map((entry) => (
                  <EntryPart key={entry.id} entry={entry} />
                ))}
              </div>
            ),
        )}
      </div>
    </section>
  );
}

function EntryPart({
  entry: { number, title, description, estimated_hours, name, quarter, phone, email },
}: {
  entry: NumberedEntry;
}) {
  const { text, format } = useLanguage();
  const contact = [phone, email].filter(Boolean).join(' · ') || text.booklet.through;
  return (
    <article className="booklet-entry">
      <h5>
        <span className="booklet-number">{number}</span> {title}
        {estimated_hours !== null && (
          <span className="booklet-time"> ({text.booklet.time(format.hours(estimated_hours))})</span>
        )}
      </h5>
      {description && <p className="line-note">{description}</p>}
      <p>
        <strong>{name}</strong>, {quarter !== null && `${quarter}, `}
        {contact}
      </p>
    </article>
  );
}

// The booklet in its order: categories, in each offers and then requests, by title; numbered throughout.

interface NumberedEntry extends BookletEntry {
  readonly number: number;
}

interface Chapter {
  /** Empty: without category. */
  readonly name: string;
  readonly offers: readonly NumberedEntry[];
  readonly requests: readonly NumberedEntry[];
  readonly first: number;
  readonly last: number;
}

/** @param language in whose order names and titles are sorted */
function chaptersOf(entries: readonly BookletEntry[], language: string): Chapter[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = Map.groupBy(entries, ({ category }) => category.trim().toLowerCase());
  const groups = [...byName.values()].map((group) => ({ name: group[0]?.category.trim() ?? '', group }));
  groups.sort((a, b) => Number(a.name === '') - Number(b.name === '') || compare(a.name, b.name));
  let number = 0;
  return groups.map(({ name, group }) => {
    const first = number + 1;
    const part = (type: BookletEntry['type']) =>
      group
        .filter((entry) => entry.type === type)
        .sort((a, b) => compare(a.title, b.title) || compare(a.name, b.name))
        .map((entry) => ({ ...entry, number: ++number }));
    const offers = part('service');
    const requests = part('request');
    return { name, offers, requests, first, last: number };
  });
}
