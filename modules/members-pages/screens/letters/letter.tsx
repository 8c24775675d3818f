/** One letter on paper: the address in the window, subject, text, and the way in where it has one. */

import { Button, Group, Radio, Stack } from '@mantine/core';
import type { MemberLanguage } from '@timebank/contract/words';
import { X } from 'lucide-react';
import { useState } from 'react';
import { type Format, useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { NOBODY, type Party } from '../../../../console/src/parts/forms/party.ts';
import { QrCode } from '../../../../console/src/parts/values/qr-code.tsx';
import type { LetterMembers } from '../../contract/letters.ts';
import type { MemberLetters } from '../../contract/member-pages.ts';
import type { OnLetters } from '../../texts/letters/types.ts';

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

/** A letter's text with the words of one member in place of those in braces. */

/** The words that a text may have in braces. */
export const LETTER_WORDS = ['name', 'number', 'balance', 'reference', 'community', 'today'] as const;
/** Those of a letter that opens the members' pages. */
export const WAY_IN_WORDS = ['address'] as const;

type LetterWords = Readonly<Partial<Record<string, string>>>;

/** A word in braces that the letter does not know stays as it was typed: it is seen before it is printed. */
function fillLetter(text: string, words: LetterWords): string {
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole);
}

// To whom letters go: a group, or members chosen one by one.

export const GROUPS_OF_MEMBERS = ['active', 'silent', 'pending', 'chosen'] as const;
export type GroupOfMembers = (typeof GROUPS_OF_MEMBERS)[number];

interface RecipientsProps {
  group: GroupOfMembers;
  onGroup: (group: GroupOfMembers) => void;
  chosen: readonly Party[];
  onChosen: (chosen: readonly Party[]) => void;
  /** Those that the letter may go to. */
  groups?: readonly GroupOfMembers[];
}

export function Recipients({ group, onGroup, chosen, onChosen, groups = GROUPS_OF_MEMBERS }: RecipientsProps) {
  const text = useText();
  const [typed, setTyped] = useState(NOBODY);
  return (
    <Stack gap="sm">
      <Radio.Group label={text.letters.who} value={group} onChange={(value) => onGroup(value as GroupOfMembers)}>
        <Stack gap="xs" mt="xs">
          {groups.map((one) => (
            <Radio key={one} size="md" value={one} label={text.letters.whom[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {group === 'chosen' && (
        <>
          <AccountPicker
            label={text.letters.add}
            value={typed}
            onChange={(update) => {
              const next = update(typed);
              if (!next.party) return setTyped(next);
              const { party } = next;
              if (!chosen.some(({ id }) => id === party.id)) onChosen([...chosen, party]);
              setTyped(NOBODY);
            }}
          />
          <Group gap="xs">
            {chosen.map((party) => (
              <Button
                key={party.id}
                variant="default"
                size="xs"
                rightSection={<X size={14} />}
                aria-label={text.letters.remove(party.name)}
                onClick={() => onChosen(chosen.filter(({ id }) => id !== party.id))}
              >
                {party.name}
              </Button>
            ))}
          </Group>
        </>
      )}
    </Stack>
  );
}
