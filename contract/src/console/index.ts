/**
 * The contract of the admin console's own API: `@timebank/contract/console`. What a browser needs at run time is in
 * `routes.ts` alone (`@timebank/contract/console/routes`); everything else is for types there.
 */
export * from './accounts.ts';
export * from './activity.ts';
export * from './audit.ts';
export * from './booklet.ts';
export * from './calls.ts';
export * from './categories.ts';
export * from './communities.ts';
export * from './components.ts';
export * from './contacts.ts';
export type { CountedListMeta } from './counted-list.ts';
export * from './errors.ts';
export * from './exchanges.ts';
export * from './hand-over.ts';
export * from './imports.ts';
export * from './inbox.ts';
export * from './inbox-month.ts';
export * from './letters.ts';
export * from './listings.ts';
export * from './mail.ts';
export * from './member-file.ts';
export * from './member-pages.ts';
export * from './member-pairs.ts';
export * from './members.ts';
export * from './moves.ts';
export * from './one-time-codes.ts';
export * from './operation.ts';
export * from './operations.ts';
export * from './overview.ts';
export * from './own-account.ts';
export * from './partners.ts';
export * from './passkeys.ts';
export * from './paying-in.ts';
export * from './proposals.ts';
export * from './provider.ts';
export * from './rates.ts';
export * from './reconciliation.ts';
export * from './reports.ts';
export * from './routes.ts';
export * from './search.ts';
export * from './session.ts';
export * from './set-up.ts';
export * from './settings.ts';
export * from './statements.ts';
export * from './tokens.ts';
export * from './webhooks.ts';
