/** The frame of a screen: its name, what it is for, and its one main action. */
import { Anchor } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useText } from '../../i18n/text.ts';

// The first screen after loading leaves the focus where the browser puts it.
const shown = { pages: 0 };

interface PageProps {
  title: string;
  lead?: ReactNode;
  tags?: ReactNode;
  action?: ReactNode;
  back?: { href: string; label: string };
  /** Whether it has the width of a form, with lines that are easy to read. */
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, lead, tags, action, back, narrow, children }: PageProps) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = text.app.titled(title);
  }, [title, text]);
  useEffect(() => {
    // A screen that is there to be typed into has put it into its first field.
    const isTaken = heading.current?.closest('.page')?.contains(document.activeElement);
    if (shown.pages > 0 && !isTaken) heading.current?.focus({ preventScroll: true });
    shown.pages += 1;
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="page" data-narrow={narrow || undefined}>
      {back && (
        <Anchor component={Link} href={back.href} className="page-back">
          <ArrowLeft size={16} /> {back.label}
        </Anchor>
      )}
      <div className="page-head">
        <div className="page-intro">
          <div className="page-title">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {tags && <div className="page-tags">{tags}</div>}
          </div>
          {lead && <p className="page-lead">{lead}</p>}
        </div>
        {action && <div className="page-action">{action}</div>}
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a screen on its own surface. */
export function Card({ title, lead, action, children }: CardProps) {
  return (
    <section className="card">
      {(title || action) && (
        <div className="card-head">
          {title && <h2>{title}</h2>}
          {action}
        </div>
      )}
      {lead && <p className="card-lead">{lead}</p>}
      {children}
    </section>
  );
}

/** A name and a value; nothing for what is not known. */
export type Fact = readonly [name: string, value: ReactNode] | false | null | undefined | '';

/** Names and values, one below the other where it is narrow. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="facts">
      {items.map(
        (item) =>
          item && (
            <div key={item[0]}>
              <dt>{item[0]}</dt>
              <dd>{item[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
