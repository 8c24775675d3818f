/** What an office prints: the booklet, whom to call, the report. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as membersToCallHandlers from '../members/api/members/to-call.ts';
import * as contacts from '../members/contract/contacts.ts';
import * as bookletHandlers from './api/booklet.ts';
import * as reportHandlers from './api/report.ts';
import * as booklet from './contract/booklet.ts';
import * as reports from './contract/reports.ts';

export const paperModule: Module = {
  id: 'paper',
  operations: () =>
    withHandlers(
      { ...booklet, ...contacts, ...reports },
      { ...bookletHandlers, ...membersToCallHandlers, ...reportHandlers },
    ),
};
