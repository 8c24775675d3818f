/**
 * In which language a person is written to: the person's own if the community speaks it, else what the browser asks for
 * among the community's, else the community's main one. Pages decide it here, mails and slips in SQL.
 */
import { MEMBER_LANGUAGES, MEMBER_LOCALES, type MemberLanguage } from '@timebank/contract';
import { askedLanguage } from '../http/accept.ts';

/** What a community has that has said nothing of its languages: it speaks all that there are. */
const UNSAID = 'en';

/** @returns the languages of the community that there are words in, its main one first; empty: it has none of them */
export function spokenLanguages(languages: readonly string[]): readonly MemberLanguage[] {
  if (languages.length === 1 && languages[0] === UNSAID) return MEMBER_LANGUAGES;
  const spoken = languages.flatMap((tag) => MEMBER_LANGUAGES.filter((language) => isOf(tag, language)));
  return [...new Set(spoken)];
}

/**
 * @param languages of the community, the main one first
 * @param own the person's; null: not known
 * @param accepted what the browser asks for
 */
export function personLanguage(
  languages: readonly string[],
  own: string | null | undefined,
  accepted: string | undefined,
): MemberLanguage {
  const spoken = spokenLanguages(languages);
  const chosen = spoken.find((language) => isOf(own ?? '', language)) ?? askedLanguage(accepted, spoken);
  return chosen ?? spoken[0] ?? memberLanguageAsked(accepted);
}

/** The sign between whole and part of a number: `,` or `.`. */
export const decimalMark = (language: MemberLanguage): string =>
  new Intl.NumberFormat(MEMBER_LOCALES[language]).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

/** Where no community is known. */
export const memberLanguageAsked = (accepted: string | undefined): MemberLanguage =>
  askedLanguage(accepted, MEMBER_LANGUAGES) ?? 'en';

const isOf = (tag: string, language: MemberLanguage): boolean => tag.split('-', 1)[0]?.toLowerCase() === language;

/** SQL: the same for a member, who has no browser here. @param own of the member @param languages of the community */
export const memberLanguage = (own: string, languages: string) =>
  `case (select left(lower(l.tag), 2)
     from unnest(case when ${languages} = '{${UNSAID}}' then '{${MEMBER_LANGUAGES}}' else ${languages} end) with ordinality as l (tag, n)
     where l.tag ~* '^(${MEMBER_LANGUAGES.join('|')})(-|$)'
     order by lower(${own}) ~ ('^' || left(lower(l.tag), 2) || '(-|$)') desc nulls last, l.n limit 1)
   ${MEMBER_LANGUAGES.map((one) => `when '${one}' then '${one}'`).join(' ')} else '${UNSAID}' end`;

/**
 * SQL: the language of what is written to those who run a community, and of words that stand in its lists.
 * @param tags of which the first that is set decides: the person's own, then the main one of the community
 */
export const writtenLanguage = (...tags: readonly string[]) =>
  `case when coalesce(${tags.join(', ')}, 'en') ilike 'de%' then 'de' else 'en' end`;
