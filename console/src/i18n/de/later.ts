/** Was die übrigen Seiten sagen. */
import type { LaterTexts } from '../en/texts.ts';
import { access } from './access.ts';
import { auditActions, auditFields } from './audit-actions.ts';
import { exchanges } from './exchanges.ts';
import { keys } from './keys.ts';
import { leave } from './leave.ts';
import { matching } from './matching.ts';
import { members } from './members.ts';
import { partner } from './partner.ts';
import { partners } from './partners.ts';
import { traffic } from './traffic.ts';

export const later: LaterTexts = {
  access,
  auditActions,
  auditFields,
  ...exchanges,
  ...keys,
  leave,
  ...matching,
  ...members,
  ...partner,
  ...partners,
  ...traffic,
};
