/** The frame of screens before one is signed in. */

import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useContext, useEffect } from 'react';
import { LANGUAGES, type LanguageCode } from '../../i18n/languages.ts';
import { ChooseLanguageContext, useLanguage, useText } from '../../i18n/text.ts';

interface FrontProps {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  /** Whether the page holds more than a form. */
  wide?: boolean;
  children: ReactNode;
}

export function Front({ title, lead, foot, wide, children }: FrontProps) {
  const text = useText();
  useEffect(() => {
    document.title = text.app.titled(title);
  }, [title, text]);
  return (
    <main className="front">
      <div className="front-box" data-wide={wide || undefined}>
        <div className="front-top">
          <p className="brand">
            <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={32} height={32} />
            <span>{text.app.name}</span>
          </p>
          <div className="front-language">
            <LanguageChoice />
          </div>
        </div>
        <div className="front-card">
          <h1>{title}</h1>
          {lead && <p className="page-lead">{lead}</p>}
          {children}
        </div>
        {foot && <div className="front-foot">{foot}</div>}
      </div>
    </main>
  );
}

// English or German, in their own words.

function LanguageChoice() {
  const { code, text } = useLanguage();
  const choose = useContext(ChooseLanguageContext);
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={text.nav.language}
      value={code}
      onChange={(value) => choose(value as LanguageCode)}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label: <span lang={value}>{label}</span> }))}
    />
  );
}
