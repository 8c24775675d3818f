/** English. */
import { auditActions, auditFields } from './audit-actions.ts';
import { common } from './common.ts';
import { community } from './community.ts';
import { exchanges } from './exchanges.ts';
import { keys } from './keys.ts';
import { matching } from './matching.ts';
import { members } from './members.ts';
import { overview } from './overview.ts';
import { partner } from './partner.ts';
import { partners } from './partners.ts';
import { session } from './session.ts';
import { traffic } from './traffic.ts';

export const en = {
  ...common,
  ...session,
  ...partners,
  ...partner,
  ...keys,
  ...traffic,
  ...community,
  ...matching,
  ...members,
  ...exchanges,
  ...overview,
  auditActions,
  auditFields,
};
