/** The pages of members: sign-in, letters, hours of two, answers, deputies, and what the office sees of them. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as memberExport from '../members/contract/member-export.ts';
import * as answersHandlers from './api/answers.ts';
import * as deputiesHandlers from './api/deputies.ts';
import * as emailRetriesHandlers from './api/email-retries.ts';
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
import { ANSWER_JOBS } from './domain/answers/clean-up.ts';
import { ANSWER_HOOKS } from './domain/answers/hooks.ts';
import { DEPUTY_HOOKS } from './domain/deputies/hooks.ts';
import { MEMBER_ACCESS_JOBS } from './domain/member-access/clean-up.ts';
import { MEMBER_ACCESS_HOOKS } from './domain/member-access/hooks.ts';
import { PROPOSAL_HOOKS } from './domain/proposals/hooks.ts';
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
        ...emailRetriesHandlers,
        ...memberExportHandlers,
        ...pagesHandlers,
        ...sessionsHandlers,
      },
    ),
  pages: registerMemberPages,
  jobs: (hooks) => [...ANSWER_JOBS, ...MEMBER_ACCESS_JOBS, ...proposalJobs(hooks)],
  hooks: [ANSWER_HOOKS, MEMBER_ACCESS_HOOKS, DEPUTY_HOOKS, PROPOSAL_HOOKS],
};
