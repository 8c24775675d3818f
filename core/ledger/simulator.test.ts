/** The whole node against its model, through a database that fails, on two nodes whose clocks disagree. */
import { after, before, test } from 'node:test';
import { openStage, playSeed, type Stage } from '../../test-support/simulator/play.ts';

const { SIMULATOR_SEED, SIMULATOR_SEEDS = '8' } = process.env;
/** The suite plays the same seeds every time; `soak` plays more. */
const seeds = SIMULATOR_SEED
  ? [Number(SIMULATOR_SEED)]
  : Array.from({ length: Number(SIMULATOR_SEEDS) }, (_, index) => index + 1);

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.stop());

test(`${seeds.length} simulated lives of two nodes agree with the model, whatever the database does to them`, async (t) => {
  for (const seed of seeds) {
    const trace = await playSeed(stage, seed);
    if (SIMULATOR_SEED) t.diagnostic(trace.join('\n'));
  }
});
