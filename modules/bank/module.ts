/** What a bank reports: files, the inbox, the month, comparison with a partner's credits, slips for paying in. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as inboxHandlers from './api/inbox/inbox.ts';
import { createImportBankFileHandler } from './api/inbox/inbox.ts';
import * as inboxMonthHandlers from './api/inbox/month.ts';
import * as inboxSettingsHandlers from './api/inbox/settings.ts';
import * as slipsHandlers from './api/paying-in/slips.ts';
import * as reconciliationHandlers from './api/reconciliation/reconciliation.ts';
import { createReconcileHandler } from './api/reconciliation/reconciliation.ts';
import * as reportsHandlers from './api/reconciliation/reports.ts';
import * as inbox from './contract/inbox.ts';
import * as inboxMonth from './contract/inbox-month.ts';
import * as payingIn from './contract/paying-in.ts';
import * as reconciliation from './contract/reconciliation.ts';
import { INBOX_JOBS } from './domain/inbox/clean-up.ts';
import { INBOX_HOOKS } from './domain/inbox/hooks.ts';
import { RECONCILE_JOBS } from './domain/reconcile/clean-up.ts';
import { RECONCILE_HOOKS } from './domain/reconcile/hooks.ts';

export const bankModule: Module = {
  id: 'bank',
  operations: (uploads) =>
    withHandlers(
      { ...inbox, ...inboxMonth, ...payingIn, ...reconciliation },
      {
        ...inboxHandlers,
        ...inboxMonthHandlers,
        ...inboxSettingsHandlers,
        ...slipsHandlers,
        ...reconciliationHandlers,
        ...reportsHandlers,
      },
      { importBankFile: createImportBankFileHandler(uploads), reconcileStatement: createReconcileHandler(uploads) },
    ),
  jobs: () => [...RECONCILE_JOBS, ...INBOX_JOBS],
  hooks: [RECONCILE_HOOKS, INBOX_HOOKS],
};
