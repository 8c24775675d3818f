/** Moving in from other software and from tables, and moving out. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import { createImportHandlers } from './api/imports/imports.ts';
import * as pastHandlers from './api/imports/past.ts';
import { createProgressByKey } from './api/imports/progress.ts';
import * as movesHandlers from './api/moves/moves.ts';
import { createMoveHandlers } from './api/moves/moves.ts';
import * as imports from './contract/imports.ts';
import * as moves from './contract/moves.ts';

export const movingModule: Module = {
  id: 'moving',
  operations(uploads) {
    const progress = createProgressByKey();
    return withHandlers(
      { ...imports, ...moves },
      { ...pastHandlers, ...movesHandlers },
      { ...createImportHandlers(uploads, progress), ...createMoveHandlers(uploads, progress) },
    );
  },
};
