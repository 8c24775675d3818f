/** The frame of screens before one is signed in. */
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../i18n/text.ts';
import { LanguageChoice } from './language-choice.tsx';

export function Front({
  title,
  lead,
  foot,
  wide,
  children,
}: {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  /** Whether the page holds more than a form. */
  wide?: boolean;
  children: ReactNode;
}) {
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
