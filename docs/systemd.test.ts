/** The unit that the operator guide shows: systemd reads it without a complaint, and it gives little away. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../core/base/config.ts';
import { SETTINGS_FILE } from '../core/base/settings-file.ts';
import { cannot, missing } from '../test-support/has-tool.ts';
import { createTemporaryFolder } from '../test-support/temporary-folder.ts';
import { ROOT, readBlocks } from './test-support/blocks.ts';

const run = promisify(execFile);
const PATH = join(ROOT, 'docs/deploy/timebank.service');
/** The exposure, from 0 to 10, ten being wide open; in tenths, as systemd-analyze takes it. */
const EXPOSURE_MAX = 20;
/** The first that reads a unit without being the system's own. */
const SYSTEMD_MIN = 250;
/** The time that the service may take after draining, with room for a busy machine. */
const STOP_SECONDS = 15;

function whySkipped(): string | false {
  const absent = missing('systemd-analyze');
  if (absent) return absent;
  const version = Number(
    /^systemd (\d+)/.exec(execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' }))?.[1],
  );
  return cannot(version < SYSTEMD_MIN && `needs systemd ${SYSTEMD_MIN}, and there is ${version}`);
}
const skip = whySkipped();
const unit = await readFile(PATH, 'utf8');

describe('docs/deploy/timebank.service', () => {
  it('is what the operator guide shows', async () => {
    const shown = (await readBlocks('docs/operator-guide.md')).filter(({ text }) => text.includes('[Unit]'));
    assert.deepEqual(
      shown.map(({ text }) => `${text}\n`),
      [unit],
    );
  });

  it('reads the settings that commands read, and ends where they are lost', () => {
    assert.deepEqual(unit.match(/^EnvironmentFile=.*$/gm), [`EnvironmentFile=${SETTINGS_FILE}`]);
  });

  it('leaves the service time to drain and to stop', () => {
    const { drainSeconds } = readConfig({ DATABASE_URL: 'postgresql://a@localhost/a' }, 'production');
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) >= drainSeconds + STOP_SECONDS);
  });

  it('is read by systemd without a complaint', { skip }, async () => {
    const folder = await createTemporaryFolder();
    try {
      const path = join(folder.path, 'timebank.service');
      await writeFile(path, unit.replace('/opt/timebank/', `${ROOT}/`));
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', path]);
      assert.equal(stdout + stderr, '');
    } finally {
      await folder.remove();
    }
  });

  it('exposes no more than it must', { skip }, async () => {
    const options = ['--offline=true', '--no-pager', `--threshold=${EXPOSURE_MAX}`];
    await assert.doesNotReject(run('systemd-analyze', ['security', ...options, PATH]));
  });
});
