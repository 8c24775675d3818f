/** What an operator watches in the console; the rest is commands. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as communitiesHandlers from './api/communities.ts';
import * as communities from './contract/installation.ts';

export const operateModule: Module = {
  id: 'operate',
  operations: () => withHandlers(communities, communitiesHandlers),
};
