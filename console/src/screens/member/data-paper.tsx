/** All that is stored about a member, in plain words on one sheet: what the file for programs has, too. */
import type { MemberExport } from '@timebank/contract/console';
import type { ReactNode } from 'react';
import { useFormat, useText } from '../../i18n/text.ts';
import { Paper } from '../../parts/paper/paper.tsx';
import { PaperTable } from '../../parts/paper/paper-table.tsx';
import type { PlainColumn } from '../../parts/paper/plain.ts';
import { type Fact, useDataFacts } from './data-facts.ts';
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
