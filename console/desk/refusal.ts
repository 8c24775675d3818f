/** Refusals with codes that partners never see: of the console, of the members' pages, and of the acts behind them. */

import { conflictMaker, Refusal } from '../../core/base/refusal.ts';
import { CONSOLE_ERRORS, type ConflictReason } from './contract/errors.ts';

/** Makes a refusal with a code of the console's own. */
export const consoleRefusal = Refusal.maker(CONSOLE_ERRORS);

/** Makes a refusal of a change that the state of its object does not allow. */
export const consoleConflict = conflictMaker<ConflictReason>();
