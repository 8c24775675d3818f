/** Texts of the other screens. */

import type { Wording } from '../../../console/src/i18n/languages.ts';
import { leave } from '../../../console/src/texts/leave.ts';
import { inbox } from '../../../modules/bank/texts/inbox.ts';
import { inboxMonth } from '../../../modules/bank/texts/inbox-month.ts';
import { matching } from '../../../modules/bank/texts/matching.ts';
import { payingIn } from '../../../modules/bank/texts/paying-in.ts';
import { mail } from '../../../modules/mail/texts/mail.ts';
import { exchanges } from '../../../modules/members/texts/exchanges.ts';
import { memberData } from '../../../modules/members/texts/member-data.ts';
import { memberFile } from '../../../modules/members/texts/member-file.ts';
import { members } from '../../../modules/members/texts/members.ts';
import { offers } from '../../../modules/members/texts/offers.ts';
import { answers } from '../../../modules/members-pages/texts/answers.ts';
import { deputies } from '../../../modules/members-pages/texts/deputies.ts';
import { letters } from '../../../modules/members-pages/texts/letters.ts';
import { toSettle } from '../../../modules/members-pages/texts/to-settle.ts';
import { imports } from '../../../modules/moving/texts/import.ts';
import { moving } from '../../../modules/moving/texts/moving.ts';
import { administrators } from '../../../modules/office/texts/administrators.ts';
import { auditActions } from '../../../modules/office/texts/audit-actions.ts';
import { auditWords } from '../../../modules/office/texts/audit-words.ts';
import { ownAccount } from '../../../modules/office/texts/own-account.ts';
import { settings } from '../../../modules/office/texts/settings.ts';
import { operate } from '../../../modules/operate/texts/operate.ts';
import { paper } from '../../../modules/paper/texts/paper.ts';
import { access } from '../../../modules/partners/texts/access.ts';
import { callWords } from '../../../modules/partners/texts/call-words.ts';
import { keys } from '../../../modules/partners/texts/keys.ts';
import { partner } from '../../../modules/partners/texts/partner.ts';
import { partners } from '../../../modules/partners/texts/partners.ts';
import { rates } from '../../../modules/partners/texts/rates.ts';
import { traffic } from '../../../modules/partners/texts/traffic.ts';
import { webhooks } from '../../../modules/partners/texts/webhooks.ts';

export default {
  access,
  administrators,
  ...answers,
  auditActions,
  auditWords,
  callWords,
  imports,
  inbox,
  payingIn,
  inboxMonth,
  moving,
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
  operate,
  ...ownAccount,
  ...partner,
  ...partners,
  ...rates,
  settings,
  ...traffic,
} satisfies Wording;
