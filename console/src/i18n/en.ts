/** English. */
import { auditActions, auditFields } from './en/audit-actions.ts';
import { common } from './en/common.ts';
import { community } from './en/community.ts';
import { exchanges } from './en/exchanges.ts';
import { imports } from './en/import.ts';
import { matching } from './en/matching.ts';
import { members } from './en/members.ts';
import { overview } from './en/overview.ts';
import { partner } from './en/partner.ts';
import { partners } from './en/partners.ts';
import { session } from './en/session.ts';
import { traffic } from './en/traffic.ts';

export const en = {
  ...common,
  ...session,
  ...partners,
  ...partner,
  ...traffic,
  ...community,
  ...matching,
  ...members,
  ...exchanges,
  ...overview,
  ...imports,
  auditActions,
  auditFields,
};
