/** What the services of tests are put together from: all modules; none, or all but one, where the environment says so. */
import { modulesOfCommands } from '../service/command-modules.ts';
import { jobsOf } from '../service/jobs.ts';
import { hooksOf, MODULES } from '../service/modules.ts';

/** `TEST_MODULES=none`, or `without:` and the id of a module. */
const asked = process.env.TEST_MODULES ?? 'all';

export const TEST_MODULES = MODULES.filter(({ id }) => asked !== 'none' && asked !== `without:${id}`);
if (asked.startsWith('without:') && TEST_MODULES.length === MODULES.length) throw new Error(`no module: ${asked}`);

/** Whether two members can record an hour with each other: what the core's own runs leave out. */
export const HAS_HOURS_OF_TWO = TEST_MODULES.some(({ id }) => id === 'members-pages');

/** What they add to acts of the core. */
export const TEST_HOOKS = hooksOf(TEST_MODULES);

/** What commands take of them: every operation, and what those add that are there. */
export const TEST_COMMAND_MODULES = { ...modulesOfCommands(), hooks: TEST_HOOKS };

/** The jobs of a worker. */
export const TEST_JOBS = jobsOf(TEST_MODULES, TEST_HOOKS);
