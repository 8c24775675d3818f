/** The modules of the service. */

import type { Module } from '../console/desk/module.ts';
import { type Hooks, joinHooks } from '../core/change/hooks.ts';
import { bankModule } from '../modules/bank/module.ts';
import { docsSiteModule } from '../modules/docs-site/module.ts';
import { mailModule } from '../modules/mail/module.ts';
import { membersModule } from '../modules/members/module.ts';
import { membersPagesModule } from '../modules/members-pages/module.ts';
import { movingModule } from '../modules/moving/module.ts';
import { officeModule } from '../modules/office/module.ts';
import { operateModule } from '../modules/operate/module.ts';
import { paperModule } from '../modules/paper/module.ts';
import { partnersModule } from '../modules/partners/module.ts';

/** In the order in which their pages are asked, and in which they lock rows within an act of the core. */
export const MODULES: readonly Module[] = [
  officeModule,
  membersModule,
  partnersModule,
  bankModule,
  membersPagesModule,
  movingModule,
  mailModule,
  paperModule,
  operateModule,
  docsSiteModule,
];

/** What modules add to acts of the core. */
export const hooksOf = (modules: readonly Module[]): Hooks => joinHooks(modules.flatMap(({ hooks = [] }) => hooks));

export const HOOKS = hooksOf(MODULES);
