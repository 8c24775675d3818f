/** A screen of several parts, each under an address of its own and loaded when it is opened. */
import { Tabs } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useLocation, useParams } from 'wouter';
import { Page } from './page.tsx';
import { Loading } from './states.tsx';

export function TabbedPage<Part extends string>({
  title,
  lead,
  action,
  base,
  parts,
  label,
  names,
}: {
  title: string;
  lead: string;
  action?: ReactNode;
  /** The address of the first part; the others have their name behind it. */
  base: string;
  /** Of these names, those that the person may open. */
  parts: Readonly<Partial<Record<Part, ComponentType>>>;
  label: string;
  names: Readonly<Record<Part, string>>;
}) {
  const [, navigate] = useLocation();
  const { tab } = useParams<{ tab?: string }>();
  const all = Object.keys(parts) as Part[];
  const [first] = all;
  const part = (all.find((one) => one === tab) ?? first) as Part;
  const Content = parts[part] as ComponentType;
  return (
    <Page title={title} lead={lead} action={action}>
      <Tabs value={part} onChange={(next) => navigate(next === first ? base : `${base}/${next}`)} keepMounted={false}>
        <Tabs.List className="tabs-list no-print" aria-label={label}>
          {all.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {names[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {all.map((one) => (
          <Tabs.Panel key={one} value={one} className="tab-panel">
            <Suspense fallback={<Loading />}>{one === part && <Content />}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
