/** The address of every screen of a community. */
import type { Sample } from './sample.ts';

/** Those that any community has, below its own address. */
const OWN = [
  '',
  '/members',
  '/members/new',
  '/members/duplicates',
  '/to-call',
  '/to-settle',
  '/answers',
  '/reports',
  '/letters',
  '/messages',
  '/messages/print',
  '/messages/state',
  '/listings',
  '/listings/new',
  '/listings/categories',
  '/listings/booklet',
  '/exchanges',
  '/exchanges/slips',
  '/accounts',
  '/accounts/chest',
  '/accounts/chest/statement',
  '/import',
  '/import?kind=listings',
  '/import/move',
  '/inbox',
  '/inbox/files',
  '/inbox/month',
  '/inbox/settings',
  '/settings',
  '/partners',
  '/partners/new',
  '/calls',
  '/audit',
  '/administrators',
  '/safety',
  '/nothing',
] as const;

export const ownPaths = (slug: string): readonly string[] => OWN.map((path) => `/c/${slug}${path}`);

const MEMBER = ['', '/file', '/history', '/partners', '/data', '/statement', '/payment-slip'] as const;
const PARTNER = ['', '/settings', '/secrets', '/webhooks', '/calls', '/statements'] as const;

/** With those of a member, and of a partner that has done something. */
export function everyPath({ community, member, bank, ...of }: Sample): readonly string[] {
  const base = `/c/${community.slug}`;
  const partner = `${base}/partners/${bank.partnerId}`;
  return [
    ...ownPaths(community.slug),
    ...MEMBER.map((part) => `${base}/members/${member.id}${part}`),
    ...PARTNER.map((part) => `${partner}${part}`),
    `${partner}/webhooks/${of.subscriptionId}`,
    `${partner}/webhooks/${of.failingSubscriptionId}`,
    `${partner}/statements/match/open`,
    `${partner}/statements/match/${of.comparisonId}`,
    '/account',
  ];
}
