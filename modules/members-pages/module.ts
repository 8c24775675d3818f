/** The pages of members: sign-in, letters, hours of two, answers, deputies, and what the office sees of them. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as memberExport from '../members/contract/member-export.ts';
import * as answersHandlers from './api/answers.ts';
import * as deputiesHandlers from './api/deputies.ts';
import * as lettersHandlers from './api/letters.ts';
import * as memberExportHandlers from './api/member-export.ts';
import * as pagesHandlers from './api/pages.ts';
import * as proposalsHandlers from './api/proposals.ts';
import * as sessionsHandlers from './api/sessions.ts';
import * as answers from './contract/answers.ts';
import * as deputies from './contract/deputies.ts';
import * as letters from './contract/letters.ts';
import * as memberPages from './contract/member-pages.ts';
import * as proposals from './contract/proposals.ts';
import { MEMBERS_PAGES_JOBS } from './domain/clean-up.ts';
import { ANSWER_HOOKS, DEPUTY_HOOKS, MEMBER_ACCESS_HOOKS, PROPOSAL_HOOKS } from './domain/hooks.ts';
import { proposalJobs } from './domain/proposals/wait-job.ts';
import { registerMemberPages } from './pages.ts';

export const membersPagesModule: Module = {
  id: 'members-pages',
  operations: () =>
    withHandlers(
      { ...answers, ...deputies, ...letters, ...memberExport, ...memberPages, ...proposals },
      {
        ...proposalsHandlers,
        ...lettersHandlers,
        ...answersHandlers,
        ...deputiesHandlers,
        ...memberExportHandlers,
        ...pagesHandlers,
        ...sessionsHandlers,
      },
    ),
  pages: registerMemberPages,
  jobs: (hooks) => [...MEMBERS_PAGES_JOBS, ...proposalJobs(hooks)],
  hooks: [ANSWER_HOOKS, MEMBER_ACCESS_HOOKS, DEPUTY_HOOKS, PROPOSAL_HOOKS],
};
