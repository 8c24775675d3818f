/** A comparison as it is kept, line by line: what to do about each, and what has become of it. Or all that is open. */
import { Anchor, Button, Group, Select } from '@mantine/core';
import { ArrowLeft, Download, Printer } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { ApiError, useAction, useCommunity, useRead, useReadPages } from '../../../../console/src/api/hooks.ts';
import { useLanguage } from '../../../../console/src/i18n/text.ts';
import { useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import { LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, LoadFailed, Loading, Notice } from '../../../../console/src/parts/page/states.tsx';
import type { Reconciliation, ReconciliationLine } from '../../contract/reconciliation.ts';
import { outcomeWords } from './line-texts.ts';
import { csvOf, readAllLines } from './report-csv.ts';
import { ReportLines } from './report-lines.tsx';
import { comparer, reportName } from './reports.tsx';
import '../../../../console/src/styles/print.css';
import { useText } from '../../../../console/src/i18n/text.ts';

const STATES = ['open', 'asked', 'explained', 'settled', 'carried'] as const;
type State = (typeof STATES)[number];
const LINES_AT_ONCE = 100;

/** Whose credits are compared. */
interface Partner {
  readonly id: number;
  readonly name: string;
}

export function Report({ partner, id }: { partner: Partner; id: string }) {
  const text = useText();
  const { slug } = useCommunity();
  const base = `/c/${slug}/partners/${partner.id}/statements/match`;
  const allOpen = id === 'open';
  const params = { slug, partnerId: partner.id };
  const found = useRead('getReconciliation', { params: { ...params, reconciliationId: id } }, { enabled: !allOpen });
  const report = found.data?.data;
  const missing = found.error instanceof ApiError && found.error.code === 'reconciliation_not_found';
  return (
    <div className="stack report">
      <Anchor component={Link} href={base.replace(/\/match$/, '')} className="page-back">
        <ArrowLeft size={16} /> {text.matching.toReports}
      </Anchor>
      {missing && <Notice tone="info" title={text.matching.missing} />}
      {found.error && !missing && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {!allOpen && found.isPending && <Loading />}
      {(allOpen || report) && <Content partner={partner} report={report} base={base} />}
    </div>
  );
}

function Content({ partner, report, base }: { partner: Partner; report: Reconciliation | undefined; base: string }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const [filter, change] = useQueryState(['state']);
  const params = { slug, partnerId: partner.id };
  const state = report ? STATES.find((one) => one === filter.state) : 'open';
  const query = {
    ...(report ? { reconciliation_id: String(report.id) } : {}),
    ...(state ? { state } : {}),
  };
  const list = useReadPages('listReconciliationLines', { params, query: { ...query, per_page: LINES_AT_ONCE } });
  const results = useRef<HTMLDivElement>(null);
  const name = report ? text.matching.fileOf(report.id) : text.matching.fileOfOpen;
  const csv = useAction(async () => {
    saveText(`${name}.csv`, csvOf(await readAllLines(params, query), text, format));
  });
  const print = useAction(async () => {
    // A row that is not loaded is not printed.
    let more = list.hasNextPage;
    while (more) more = (await list.fetchNextPage({ throwOnError: true })).hasNextPage;
    requestAnimationFrame(() => window.print());
  });
  const { items } = list;
  return (
    <>
      <Card
        title={report ? reportName(report, text) : text.matching.allOpen}
        action={
          <Group gap="sm" className="no-print">
            <Button
              variant="default"
              leftSection={<Download size={16} />}
              loading={csv.busy}
              onClick={() => void csv.run()}
            >
              CSV
            </Button>
            <Button
              variant="default"
              leftSection={<Printer size={16} />}
              loading={print.busy}
              onClick={() => void print.run()}
            >
              {text.matching.print}
            </Button>
          </Group>
        }
      >
        <ReportFacts partner={partner} report={report} />
        {(csv.error ?? print.error) && <ActionFailed error={csv.error ?? print.error} />}
      </Card>
      <div role="status" ref={results} tabIndex={-1}>
        {report ? (
          <ComparisonSummary report={report} />
        ) : (
          items?.length === 0 && <Notice tone="good" title={text.matching.nothingOpen} />
        )}
      </div>
      {report && (
        <search className="filters no-print">
          <Select
            label={text.matching.state}
            data={[
              { value: '', label: text.matching.all },
              ...STATES.map((value) => ({ value, label: text.matching.states[value] })),
            ]}
            value={state ?? ''}
            onChange={(value) => change({ state: value ?? '' })}
          />
        </search>
      )}
      <Arriving of={list} />
      {report && items?.length === 0 && state && <p className="quiet">{text.matching.noLines}</p>}
      {items && (
        <ReportLines
          lines={items}
          counts={state ? undefined : report?.counts}
          base={base}
          params={params}
          // A line that leaves the list takes the focus with it.
          onChanged={(line) => leaves(line, state) && results.current?.focus()}
        />
      )}
      <LoadMore of={list} />
    </>
  );
}

const leaves = (line: ReconciliationLine, shown: State | undefined) => shown !== undefined && line.state !== shown;

function ReportFacts({ partner, report }: { partner: Partner; report: Reconciliation | undefined }) {
  const { text, format } = useLanguage();
  const community = useCommunity();
  if (!report) {
    return (
      <Facts
        items={[
          [text.nav.community, community.name],
          [text.matching.partner, partner.name],
        ]}
      />
    );
  }
  return (
    <Facts
      items={[
        [text.nav.community, community.name],
        [text.matching.partner, partner.name],
        [text.matching.compared, `${format.exact(report.compared_at)}, ${comparer(report, text)}`],
        [
          text.matching.days,
          report.days
            ? format.list([...new Set([format.day(report.days.from), format.day(report.days.to)])])
            : text.matching.noPeriod,
        ],
        [
          'SHA-256',
          <span key="hash" className="mono">
            {report.file_sha256}
          </span>,
        ],
      ]}
    />
  );
}

function ComparisonSummary({ report }: { report: Reconciliation }) {
  const { tone, title, sentences } = outcomeWords(report, useText());
  return (
    <Notice tone={tone} title={title}>
      {sentences.join(' ')}
    </Notice>
  );
}
