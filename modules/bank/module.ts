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
import { BANK_HOOKS, BANK_JOBS } from './domain/upkeep.ts';

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
  jobs: () => BANK_JOBS,
  hooks: [BANK_HOOKS],
};
