/** The systems that a community can move in from. */

import type { MoveSystem } from '@timebank/contract';
import { readCes } from './ces.ts';
import { readCyclos } from './cyclos.ts';
import { readKomunitin } from './komunitin.ts';
import { readTimebank } from './timebank.ts';
import { readTimeOverflow } from './timeoverflow.ts';
import type { MoveProfile } from './types.ts';

export const MOVE_PROFILES: Readonly<Record<MoveSystem, MoveProfile>> = {
  timeoverflow: readTimeOverflow,
  komunitin: readKomunitin,
  ces: readCes,
  cyclos: readCyclos,
  timebank: readTimebank,
};
