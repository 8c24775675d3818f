/** The operators' tools to watch the service: alert rules with their own tests, and a dashboard. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { partnerOperations } from '@timebank/contract';
import { createMetrics, type Metrics } from '../core/base/metrics/metrics.ts';
import { sourcesOf } from '../service/service.ts';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { missing } from '../test-support/has-tool.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';

const FOLDER = join(import.meta.dirname, 'deploy');
const skip = missing('promtool');
/** A metric that a rule or a panel may query; `up` is Prometheus's own. */
const NAME = /\b(?:timebank|nodejs|process)_\w+/g;

interface Target {
  readonly expr: string;
  readonly datasource: { readonly uid: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
}

let service: TestService;
let folder: TemporaryFolder;
/** The metrics of a service of one process, and of one of several. */
let scrape: string;
let rules: string;
let ruleTests: string;
let dashboard: Dashboard;
let exprs: readonly string[];

before(async () => {
  folder = await createTemporaryFolder();
  let metrics: Metrics | undefined;
  service = await startTestService({
    env: { BACKUP_DIR: folder.path, DATA_DIR: folder.path },
    changeDeps(deps) {
      metrics = createMetrics(sourcesOf(deps));
      return { ...deps, metrics };
    },
  });
  const partner = await service.createPartner();
  await service.call('GET', '/me', { token: await service.token(partner) });
  metrics?.observeAttempt('delivered', 0.1);
  scrape = (await metrics?.read())?.text ?? '';
  rules = await readFile(join(FOLDER, 'alerts.yml'), 'utf8');
  ruleTests = await readFile(join(FOLDER, 'alerts.test.yml'), 'utf8');
  dashboard = JSON.parse(await readFile(join(FOLDER, 'dashboard.json'), 'utf8'));
  exprs = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});

/** The names that can be queried: for a histogram its parts, not its own name. */
function namesIn(text: string): ReadonlySet<string> {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

test('every metric that a rule, a test of a rule or the dashboard names is in a scrape', () => {
  assert.ok(exprs.length > 20);
  const known = namesIn(scrape);
  for (const [file, content] of Object.entries({ rules, ruleTests, dashboard: exprs.join('\n') })) {
    const named = new Set(content.match(NAME));
    assert.ok(named.size > 5, file);
    assert.deepEqual(
      [...named].filter((name) => !known.has(name)),
      [],
      file,
    );
  }
});

test('an operation that the dashboard names is one of the API', () => {
  const named = exprs.flatMap((expr) => [...expr.matchAll(/operation="(\w+)"/g)].map(([, id]) => id));
  assert.ok(named.length > 0);
  const known = new Set(Object.keys(partnerOperations));
  for (const id of named) assert.ok(known.has(id ?? ''), id);
});

test('every alert says what it means and what to do, how severe it is, and is tried quiet and firing', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1);
  assert.ok(alerts.length >= 15);
  for (const alert of alerts) {
    const name = alert.split('\n', 1)[0] ?? '';
    assert.match(alert, /^ {10}severity: (critical|warning)$/m, name);
    assert.match(alert, /^ {10}summary: \S/m, name);
    assert.match(alert, /^ {10}description: >-\n {12}\S/m, name);
    const asked = ruleTests.split(`ALERTS{alertname="${name}", alertstate="firing"}`).slice(1);
    assert.ok(
      asked.some((rest) => /^.*\n.*\n +exp_samples: \[\]/.test(rest)),
      `${name} is quiet at some time`,
    );
    assert.ok(
      asked.some((rest) => /^.*\n.*\n +exp_samples:\n/.test(rest)),
      `${name} fires at some time`,
    );
  }
});

test('the dashboard asks the data source that was chosen, and its panels have distinct names and do not overlap', () => {
  const { panels, templating } = dashboard;
  assert.deepEqual(
    templating.list.map(({ name, type }) => [name, type]),
    [
      ['datasource', 'datasource'],
      ['job', 'query'],
    ],
  );
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
  const taken = new Map<string, string>();
  for (const { type, title, description, datasource, gridPos, targets = [] } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(x < 24 && !taken.has(`${x} ${y}`), `${title} lies on ${taken.get(`${x} ${y}`)}`);
        taken.set(`${x} ${y}`, title);
      }
    }
    if (type === 'row') continue;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own notation
    const chosen = '${datasource}';
    assert.ok(description && targets.length > 0, title);
    for (const each of [{ datasource }, ...targets]) assert.equal(each.datasource?.uid, chosen, title);
    for (const { expr } of targets) assert.match(expr, /job="\$job"/, title);
  }
});

async function promtool(args: readonly string[], input = ''): Promise<void> {
  const child = spawn('promtool', args, { cwd: FOLDER, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 0, `promtool ${args.join(' ')}: ${said}${complained}`);
}

test('promtool accepts the metrics of a scrape', { skip }, async () => {
  await promtool(['check', 'metrics'], scrape);
});

test('promtool accepts the alert rules, and their tests pass', { skip }, async () => {
  await promtool(['check', 'rules', 'alerts.yml']);
  await promtool(['test', 'rules', 'alerts.test.yml']);
});

test('promtool understands every question of the dashboard', { skip }, async () => {
  const asked = exprs.map((expr) => expr.replaceAll('$job', 'timebank').replaceAll('$__rate_interval', '1m'));
  const records = asked.map((expr, at) => `{"record":"panel:${at}","expr":${JSON.stringify(expr)}}`);
  const file = join(folder.path, 'panels.yml');
  await writeFile(file, `{"groups":[{"name":"panels","rules":[${records.join()}]}]}`);
  await promtool(['check', 'rules', file]);
});
