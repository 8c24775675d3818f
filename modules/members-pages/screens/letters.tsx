/** Letters to members: welcome, balance, and the way to their own pages. */
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import {
  LETTER_KINDS,
  type LetterKind,
  MEMBER_LANGUAGE_NAMES,
  MEMBER_LANGUAGES,
  type MemberLanguage,
} from '@timebank/contract/words';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { LETTERS_MAX } from '../../../console/desk/contract/routes.ts';
import { call } from '../../../console/src/api/call.ts';
import {
  type Action,
  refresh,
  useAction,
  useCommunity,
  useRead,
  useReadPages,
} from '../../../console/src/api/hooks.ts';
import { createFormat, localeOf } from '../../../console/src/i18n/format.ts';
import { useFormat, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import type { Party } from '../../../console/src/parts/forms/party.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Paper } from '../../../console/src/parts/paper/paper.tsx';
import type { LetterTexts } from '../contract/letters.ts';
import { FAMILIAR_LETTERS, FIRST_LETTERS, ON_LETTERS } from '../texts/first-letters.ts';
import {
  GROUPS_OF_MEMBERS,
  type GroupOfMembers,
  LETTER_WORDS,
  Letter,
  type LetterMember,
  Recipients,
  WAY_IN_WORDS,
  type WayIn,
} from './letters/letter.tsx';
import { PagesSwitch } from './parts/pages-switch.tsx';
import '../../../console/src/styles/letters.css';

/** Each member's own. */
const OWN = 'own';
type LetterLanguage = MemberLanguage | typeof OWN;
type LetterText = Pick<LetterTexts['texts'][number], 'title' | 'body'>;
/** The members to whom another screen sends letters, and of which kind. */
interface LettersBefore {
  readonly letterTo?: readonly Party[];
  readonly letterKind?: LetterKind;
}
/** A member who waits has no pages. */
const OF_INVITATION = GROUPS_OF_MEMBERS.filter((group) => group !== 'pending');

interface LetterBatch {
  readonly members: readonly LetterMember[];
  readonly waysIn: ReadonlyMap<string, WayIn>;
}

export default function Letters() {
  const text = useText();
  const found = useRead('getLetterTexts');
  const texts = found.data?.data.texts;
  return (
    <Page title={text.letters.title} lead={text.letters.lead} narrow>
      <Arriving of={found} />
      {texts && <LettersForm texts={texts} />}
      <PagesCard />
    </Page>
  );
}

function LettersForm({ texts }: { texts: LetterTexts['texts'] }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const { letterTo: before = [], letterKind = 'welcome' } = useHistoryState<LettersBefore | null>() ?? {};
  const [kind, setKind] = useState(letterKind);
  const consoleLanguage = useLanguage().code;
  const [wanted, setWanted] = useState<LetterLanguage>(before.length > 0 ? OWN : consoleLanguage);
  const language = wanted === OWN ? consoleLanguage : wanted;
  const [group, setGroup] = useState<GroupOfMembers>(before.length > 0 ? 'chosen' : 'active');
  const [chosen, setChosen] = useState<readonly Party[]>(before);
  const textOf = useLetterText(texts, kind);
  const own = texts.find((one) => one.kind === kind && one.language === language);
  const kept = textOf(language);
  const [title, setTitle] = useState(kept.title);
  const [body, setBody] = useState(kept.body);
  useEffect(() => {
    setTitle(kept.title);
    setBody(kept.body);
  }, [kept.title, kept.body]);
  const isTyped = title !== kept.title || body !== kept.body;
  const save = useAction(async (wanted: { title: string; body: string } | null) => {
    const change = wanted ?? { title: null, body: null };
    await call('updateLetterText', { params: { slug }, body: { kind, language, ...change } });
    if (wanted) succeeded(text.letters.saved);
    await refresh('getLetterTexts');
  });
  const { dialog } = useKeepTyped(isTyped, save.busy);
  const made = useLetters(kind, group, chosen);
  const words = kind === 'invitation' ? [...LETTER_WORDS, ...WAY_IN_WORDS] : LETTER_WORDS;
  return (
    <Card>
      <Stack gap="md">
        <div className="row">
          <Select
            label={text.letters.kind}
            data={LETTER_KINDS.map((value) => ({ value, label: text.letters.kinds[value] }))}
            value={kind}
            onChange={(value) => setKind(value as LetterKind)}
          />
          <Select
            label={text.letters.language}
            data={[
              { value: OWN, label: text.letters.ownLanguage },
              ...MEMBER_LANGUAGES.map((value) => ({ value, label: MEMBER_LANGUAGE_NAMES[value] })),
            ]}
            value={wanted}
            onChange={(value) => setWanted(value as LetterLanguage)}
          />
        </div>
        {wanted === OWN ? (
          <p>{text.letters.ownTexts}</p>
        ) : (
          <TextFields
            {...{ title, setTitle, body, setBody, isTyped }}
            isOwn={own !== undefined}
            words={words}
            save={save}
          />
        )}
        <ActionFailed error={save.error} />
        <Recipients
          group={group}
          onGroup={setGroup}
          chosen={chosen}
          onChosen={setChosen}
          groups={kind === 'invitation' ? OF_INVITATION : GROUPS_OF_MEMBERS}
        />
        {kind === 'invitation' && <Notice tone="info">{text.letters.codesEnd}</Notice>}
        <Group>
          <Button
            leftSection={<Mail size={18} />}
            loading={made.busy}
            disabled={(group === 'chosen' && chosen.length === 0) || (kind === 'invitation' && !can('members.write'))}
            onClick={() => void made.run()}
          >
            {text.letters.show}
          </Button>
        </Group>
        <ActionFailed error={made.error} />
        {made.isEmpty && <p role="alert">{text.letters.nobody}</p>}
        {made.ready && (
          <LettersPaper
            ready={made.ready}
            languageOf={(member) => (wanted === OWN ? member.language : wanted)}
            textOf={(one) => (one === wanted ? { title, body } : textOf(one))}
            onClose={made.close}
          />
        )}
      </Stack>
      {dialog}
    </Card>
  );
}

/** The text of this kind in a language: the community's own, else the first one as the community speaks. */
function useLetterText(texts: LetterTexts['texts'], kind: LetterKind): (language: MemberLanguage) => LetterText {
  const isFamiliar = useRead('getMemberPages').data?.data.address_form === 'familiar';
  const first = { ...FIRST_LETTERS, ...(isFamiliar && FAMILIAR_LETTERS) };
  return (language) => texts.find((one) => one.kind === kind && one.language === language) ?? first[language][kind];
}

interface TextFieldsProps {
  title: string;
  setTitle: (title: string) => void;
  body: string;
  setBody: (body: string) => void;
  isTyped: boolean;
  /** Whether the community has a text of its own. */
  isOwn: boolean;
  words: readonly string[];
  save: Action<[{ title: string; body: string } | null]>;
}

/** The letter's text, and what is kept of it. */
function TextFields({ title, setTitle, body, setBody, isTyped, isOwn, words, save }: TextFieldsProps) {
  const text = useText();
  const { can } = useCommunity();
  return (
    <>
      <TextInput
        label={text.letters.subject}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={text.letters.body}
        description={text.letters.bodyHint(words.map((word) => `{${word}}`).join(', '))}
        value={body}
        maxLength={4000}
        minRows={8}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {can('members.write') && (isTyped || isOwn) && (
        <Group>
          {isTyped && (
            <Button
              variant="default"
              loading={save.busy}
              disabled={title.trim() === '' || body.trim() === ''}
              onClick={() => void save.run({ title, body })}
            >
              {text.letters.save}
            </Button>
          )}
          {isOwn && (
            <Button variant="subtle" disabled={save.busy} onClick={() => void save.run(null)}>
              {text.letters.reset}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

/** Reads what the letters need, and makes codes where they open the pages. */
function useLetters(kind: LetterKind, group: GroupOfMembers, chosen: readonly Party[]) {
  const { slug } = useCommunity();
  const [ready, setReady] = useState<LetterBatch>();
  const [isEmpty, setEmpty] = useState(false);
  const status = group === 'pending' ? 'pending' : 'active';
  const { readAll } = useReadPages('listMembers', {
    query: { per_page: 1, status, sort: 'surname' },
  });
  const action = useAction(async () => {
    const all =
      group === 'chosen' ? chosen : (await readAll()).rows.filter(({ email }) => group !== 'silent' || !email);
    const ids = all.map(({ id }) => id);
    const members: LetterMember[] = [];
    const waysIn = new Map<string, WayIn>();
    for (let from = 0; from < ids.length; from += LETTERS_MAX) {
      const part = ids.slice(from, from + LETTERS_MAX);
      const { data } = await call('listLetterMembers', { params: { slug }, query: { members: part.join(',') } });
      members.push(...data.members);
      if (kind !== 'invitation') continue;
      const made = await call('writeMemberLetters', { params: { slug }, body: { members: part } });
      for (const one of made.data.letters) waysIn.set(one.id, one);
    }
    const written = kind === 'invitation' ? members.filter(({ id }) => waysIn.has(id)) : members;
    setEmpty(written.length === 0);
    if (written.length > 0) setReady({ members: written, waysIn });
  });
  return { ...action, ready, isEmpty, close: () => setReady(undefined) };
}

interface LettersPaperProps {
  ready: LetterBatch;
  languageOf: (member: LetterMember) => MemberLanguage;
  textOf: (language: MemberLanguage) => LetterText;
  onClose: () => void;
}

function LettersPaper({ ready: { members, waysIn }, languageOf, textOf, onClose }: LettersPaperProps) {
  const text = useText();
  const { name, slug } = useCommunity();
  const { number } = useFormat();
  const unknown = members.filter(({ address }) => address.length === 0).length;
  return (
    <Paper
      title={text.letters.title}
      onClose={onClose}
      options={unknown > 0 && <span>{text.letters.noAddress(number(unknown), unknown === 1)}</span>}
    >
      {members.map((member) => {
        const language = languageOf(member);
        // Dates and hours are in the language of the letter.
        const format = createFormat(localeOf(language, navigator.languages));
        const today = format.day(new Date().toISOString().slice(0, 10));
        const words = { community: name, today, address: `${window.location.origin}/at/${slug}/letter` };
        return (
          <Letter
            key={member.id}
            {...{ member, words, format, language }}
            {...textOf(language)}
            onPaper={ON_LETTERS[language]}
            wayIn={waysIn.get(member.id)}
          />
        );
      })}
    </Paper>
  );
}

// Whether the members' pages are on.

function PagesCard() {
  const text = useText();
  const { kind } = useCommunity();
  const pages = useRead('getMemberPages').data?.data;
  if (!pages) return null;
  const state = pages.enabled ? text.letters.pagesOn(pages.url) : text.letters.pagesOff;
  return (
    <Card title={text.letters.pages} lead={kind === 'sandbox' ? text.letters.noSandbox : state}>
      <PagesSwitch pages={pages} />
    </Card>
  );
}
