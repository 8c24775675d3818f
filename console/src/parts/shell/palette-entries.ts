/** The entries of the search over everything: screens and acts by their words, and the service's hits. */

import { foldText } from '@timebank/contract/fold';
import type { ConsoleAnswer } from '../../../desk/contract/calls.ts';

import type { Permission } from '../../../desk/contract/routes.ts';
import type { OwnMembership } from '../../../desk/contract/session.ts';
import type { Format, Language, Texts } from '../../i18n/text.ts';
import { HELP } from '../values/guides.ts';
import { isOffered } from './menu.ts';

/** One line of the list. */
export interface Entry {
  readonly key: string;
  readonly label: string;
  /** Distinguishes it from others of its name. */
  readonly hint: string;
  readonly href: string;
  /** Leads to a list, and is no hit. */
  readonly isMore?: true;
  /** A page of the documentation, in a tab of its own. */
  readonly isGuide?: true;
}

export interface EntryGroup {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

type ScreenKey = keyof Texts['search']['also'];
type Screen = readonly [key: ScreenKey, path: string, label: (text: Texts) => string, needs?: Permission];

/** Paths of the community's, but for one that begins with `/`. */
const SCREENS: readonly Screen[] = [
  ['record', 'exchanges/slips', (text) => text.exchanges.record, 'exchanges.write'],
  ['newMember', 'members/new', (text) => text.members.add, 'members.write'],
  ['newListing', 'listings/new', (text) => text.listings.add, 'listings.write'],
  ['newPartner', 'partners/new', (text) => text.partners.add, 'credentials.write'],
  ['import', 'import', (text) => text.nav.import, 'imports.write'],
  ['overview', '', (text) => text.nav.overview],
  ['members', 'members', (text) => text.nav.members, 'members.read'],
  ['letters', 'letters', (text) => text.letters.title, 'members.read'],
  ['reports', 'reports', (text) => text.report.title, 'exchanges.read'],
  ['toSettle', 'to-settle', (text) => text.toSettle.title, 'exchanges.read'],
  ['toCall', 'to-call', (text) => text.toCall.title, 'members.write'],
  ['answers', 'answers', (text) => text.answers.title, 'members.write'],
  ['listings', 'listings', (text) => text.nav.listings, 'listings.read'],
  ['categories', 'listings/categories', (text) => text.categories.title, 'listings.read'],
  ['booklet', 'listings/booklet', (text) => text.booklet.title, 'listings.read'],
  ['exchanges', 'exchanges', (text) => text.nav.exchanges, 'exchanges.read'],
  ['inbox', 'inbox', (text) => text.nav.inbox, 'statements.read'],
  ['rates', 'inbox/settings', (text) => text.rates.title, 'statements.read'],
  ['slips', 'members?slips=1', (text) => text.payingIn.open, 'members.read'],
  ['accounts', 'accounts', (text) => text.accounts.title, 'exchanges.read'],
  ['partners', 'partners', (text) => text.nav.partners, 'partners.read'],
  ['calls', 'calls', (text) => text.nav.calls, 'calls.read'],
  ['administrators', 'administrators', (text) => text.nav.administrators, 'audit.read'],
  ['audit', 'audit', (text) => text.nav.audit, 'audit.read'],
  ['settings', 'settings', (text) => text.nav.settings, 'settings.read'],
  ['safety', 'safety', (text) => text.nav.safety],
  ['account', '/account', (text) => text.nav.account],
  ['help', '/docs', (text) => text.nav.help],
];

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The screens and acts that every typed word begins a word of; all of them while nothing is typed. */
export function screenEntries(
  community: OwnMembership,
  typed: string,
  { code, text }: Pick<Language, 'code' | 'text'>,
): Entry[] {
  const { search } = text;
  const { slug } = community;
  const terms = wordsOf(typed);
  if (terms.length === 0 && typed.trim() !== '') return [];
  return SCREENS.filter(([, path, , needs]) => isOffered({ path, ...(needs ? { needs } : {}) }, community))
    .map(([key, path, label]) => ({
      key,
      label: label(text),
      hint: '',
      href: path.startsWith('/') ? path : path ? `/c/${slug}/${path}` : `/c/${slug}`,
      ...(key === 'help' ? { href: HELP[code], isGuide: true as const } : {}),
    }))
    .filter(({ key, label }) => {
      const words = wordsOf(`${label} ${search.also[key]}`);
      return terms.every((term) => words.some((word) => word.startsWith(term)));
    })
    .map((entry) => ({ ...entry, key: `screen-${entry.key}` }));
}

type CommunityHits = ConsoleAnswer<'searchCommunity'>['data'];

/** The service's hits, each with the screen that shows it. */
export function foundGroups(
  slug: string,
  typed: string,
  { members, partners, credits, calls }: CommunityHits,
  text: Texts,
  search: Texts['search'],
  format: Format,
): EntryGroup[] {
  const base = `/c/${slug}`;
  const hintOf = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
  const memberEntries: Entry[] = members.hits.map(({ id, name, external_id, email, status }) => ({
    key: id,
    label: name,
    href: `${base}/members/${id}`,
    hint: hintOf(external_id, email, status === 'active' ? null : text.memberStatus[status]),
  }));
  const query = encodeURIComponent(typed);
  const more: Entry[] = members.has_more
    ? [{ key: 'more', label: search.allMembers, hint: '', href: `${base}/members?search=${query}`, isMore: true }]
    : [];
  return [
    { key: 'members', title: search.members, entries: [...memberEntries, ...more] },
    {
      key: 'partners',
      title: search.partners,
      entries: partners.hits.map(({ id, name, status }) => ({
        key: `partner-${id}`,
        label: name,
        href: `${base}/partners/${id}`,
        hint: status === 'active' ? '' : text.status[status],
      })),
    },
    {
      key: 'credits',
      title: search.credits,
      entries: credits.hits.map(({ partner, reference, reversal_reference, status, hours, booked_on, user_name }) => ({
        key: `credit-${partner.id}-${reference}`,
        label: reference,
        hint: hintOf(
          user_name,
          `${format.hours(hours)} h`,
          format.day(booked_on),
          status === 'reversed' ? hintOf(text.statements.lineStatuses.reversed, reversal_reference) : null,
        ),
        href: `${base}/partners/${partner.id}/statements/${booked_on}?reference=${encodeURIComponent(reference)}`,
      })),
    },
    {
      key: 'calls',
      title: search.calls,
      entries: calls.hits.map(({ request_id, reference, status, partner, at }, index) => ({
        ...(status >= 400 && reference !== null
          ? {
              label: reference,
              hint: hintOf(text.calls.results.refused, partner.name, format.dateTime(at), request_id),
            }
          : { label: request_id, hint: hintOf(partner.name, format.dateTime(at)) }),
        key: `call-${index}`,
        href: `${base}/calls?find=${encodeURIComponent(request_id)}`,
      })),
    },
  ].filter(({ entries }) => entries.length > 0);
}
