/** Texts of the other screens. */
import { access } from './access.ts';
import { activity } from './activity.ts';
import { answers } from './answers.ts';
import { auditActions } from './audit-actions.ts';
import { auditWords } from './audit-words.ts';
import { callWords } from './call-words.ts';
import { deputies } from './deputies.ts';
import { exchanges } from './exchanges.ts';
import { imports } from './import.ts';
import { inbox } from './inbox.ts';
import { inboxMonth } from './inbox-month.ts';
import { keys } from './keys.ts';
import { leave } from './leave.ts';
import { letters } from './letters.ts';
import { mail } from './mail.ts';
import { matching } from './matching.ts';
import { memberData } from './member-data.ts';
import { memberFile } from './member-file.ts';
import { members } from './members.ts';
import { moving } from './moving.ts';
import { offers } from './offers.ts';
import { ownAccount } from './own-account.ts';
import { paper } from './paper.ts';
import { partner } from './partner.ts';
import { partners } from './partners.ts';
import { payingIn } from './paying-in.ts';
import { rates } from './rates.ts';
import { search } from './search.ts';
import { toSettle } from './to-settle.ts';
import { traffic } from './traffic.ts';
import { webhooks } from './webhooks.ts';

export const later = {
  access,
  activity,
  ...answers,
  auditActions,
  auditWords,
  callWords,
  imports,
  inbox,
  payingIn,
  inboxMonth,
  moving,
  search,
  webhooks,
  ...exchanges,
  ...keys,
  leave,
  ...paper,
  ...toSettle,
  ...letters,
  ...mail,
  ...matching,
  ...members,
  ...memberData,
  ...deputies,
  ...memberFile,
  ...offers,
  ...ownAccount,
  ...partner,
  ...partners,
  ...rates,
  ...traffic,
};
