import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();
// The commands have the clock of the machine.
service.clock.set(new Date());

test("every setting of the members' pages has an option, and the console reads what was set", async () => {
  const { client, slug } = await signedIn(service);
  const here = ['--community', slug];
  const update = (...args: string[]) => runJson(service.testDatabase, ['community', 'update', ...here, ...args]);
  await update('--members-side', 'on', '--address-form', 'familiar', '--office-name-en', 'the shop');
  await update('--office-name-de', 'der Laden', '--names-whole', 'on', '--look-first', 'on', '--may-join', 'on');
  await update('--remind-days', '3', '--silent-days', '9');
  const shown = await runJson(service.testDatabase, ['community', 'pages', ...here]);
  const { url, ...settings } = (await client.call('getMemberPages', { params: { slug } })).body.data;
  const { url: _, ...printed } = shown;
  assert.deepEqual(printed, settings);
  assert.ok(url.endsWith(`/at/${slug}`));
  assert.deepEqual(settings, {
    ...{ enabled: true, address_form: 'familiar', office_name_en: 'the shop', office_name_de: 'der Laden' },
    ...{ names_whole: true, look_first: true, may_join: true, remind_days: 3, silent_days: 9 },
  });
  await update('--names-whole', 'off', '--office-name-de', '');
  const { names_whole, office_name_de } = await runJson(service.testDatabase, ['community', 'pages', ...here]);
  assert.deepEqual([names_whole, office_name_de], [false, null]);
  const wrong = ['community', 'update', ...here, '--remind-days', '9', '--json'];
  const { code, stderr } = await runCommand(service.testDatabase, wrong);
  assert.ok(code !== 0 && /remind_days|--remind-days/.test(stderr), stderr);
});
