/** Deutsch. */
import { auditActions, auditFields } from './de/audit-actions.ts';
import { common } from './de/common.ts';
import { community } from './de/community.ts';
import { exchanges } from './de/exchanges.ts';
import { imports } from './de/import.ts';
import { matching } from './de/matching.ts';
import { members } from './de/members.ts';
import { overview } from './de/overview.ts';
import { partner } from './de/partner.ts';
import { partners } from './de/partners.ts';
import { session } from './de/session.ts';
import { traffic } from './de/traffic.ts';
import type { Texts } from './text.ts';

export const de: Texts = {
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
