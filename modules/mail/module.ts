/** Mails: why one is written, how it is sent, and what became of it. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as mailHandlers from './api/mail.ts';
import { createTestMailHandlers } from './api/mail.ts';
import * as messagesHandlers from './api/messages.ts';
import * as mail from './contract/mail.ts';
import { MAIL_JOBS } from './domain/clean-up.ts';
import { MAIL_HOOKS } from './domain/hooks.ts';
import { startMailer } from './domain/mailer.ts';
import { registerStop } from './pages/stop.ts';

export const mailModule: Module = {
  id: 'mail',
  operations: () =>
    withHandlers({ ...mail }, { ...mailHandlers, ...messagesHandlers }, { ...createTestMailHandlers() }),
  pages: registerStop,
  jobs: () => MAIL_JOBS,
  hooks: [MAIL_HOOKS],
  start: startMailer,
};
