/** One letter on paper: the address in the window, subject, text, and the way in where it has one. */

import type { MemberLanguage } from '@timebank/contract/words';
import type { Format } from '../../../../console/src/i18n/format.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { QrCode } from '../../../../console/src/parts/values/qr-code.tsx';
import type { LetterMembers } from '../../contract/letters.ts';
import type { MemberLetters } from '../../contract/member-pages.ts';
import type { OnLetters } from '../../texts/letters/types.ts';
import { fillLetter, type LetterWords } from './fill.ts';

export type LetterMember = LetterMembers['members'][number];
export type WayIn = MemberLetters['letters'][number];

interface LetterProps {
  member: LetterMember;
  title: string;
  body: string;
  /** What is the same in each letter. */
  words: LetterWords;
  format: Format;
  language: MemberLanguage;
  /** In the language of the letter, as all of it. */
  onPaper: OnLetters;
  wayIn: WayIn | undefined;
}

export function Letter({ member, title, body, words, format, language, onPaper, wayIn }: LetterProps) {
  const text = useText();
  const own: LetterWords = {
    ...words,
    name: member.name,
    number: member.external_id ?? '–',
    balance: `${format.hours(member.balance_hours)} ${onPaper.hours}`,
    reference: member.payment_reference.replace(/(.{4})(?=.)/g, '$1 '),
  };
  const to = [member.salutation, member.name, ...member.address].filter((line) => line !== null);
  return (
    <article className="paper-letter" lang={language}>
      <address className="paper-letter-to">
        {to.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="paper-letter-day">{words.today}</p>
      <h2>{fillLetter(title, own)}</h2>
      <div className="paper-letter-body">{fillLetter(body, own)}</div>
      {wayIn && (
        <div className="paper-letter-way-in">
          <QrCode value={wayIn.url} label={text.letters.square} />
          <div>
            <p className="paper-letter-code">{wayIn.code}</p>
            <p>{onPaper.openUntil(format.day(wayIn.expires_at.slice(0, 10)))}</p>
          </div>
        </div>
      )}
    </article>
  );
}
