/** The reference as a partner uses it: every operation has its place, its sample runs, and "Test Request" is answered. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { BASE_PATH, OPERATIONS, type Operation } from '@timebank/contract';
import type { Page } from 'playwright-core';
import { operationPlace } from '../../server/src/api/docs/search.ts';
import type { TestPartner } from '../../server/src/test-support/harness.ts';
import { missing } from '../../server/src/test-support/has-tool.ts';
import { assertAccessible } from './test-support/axe.ts';
import { type Console, startConsole } from './test-support/console.ts';

const run = promisify(execFile);

let console_: Console;
let partner: TestPartner;
before(async () => {
  console_ = await startConsole();
  partner = await console_.service.createPartner();
});
after(() => console_.stop());

/** The reference, with the partner's credentials typed in and a token fetched by them. */
async function openAuthorised() {
  const opened = await console_.open({ width: 1366, height: 900 });
  const { page } = opened;
  page.setDefaultTimeout(60_000);
  await page.goto(`${console_.origin}/docs/reference`);
  await page.getByRole('heading', { name: 'Timebank Partner API' }).waitFor();
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Authentication' }) });
  await card.getByRole('textbox', { name: 'Client ID' }).click();
  await page.keyboard.insertText(partner.clientId);
  await page.getByLabel('Client Secret').fill(partner.clientSecret);
  const answer = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
  await card.getByRole('button', { name: 'Authorize' }).click();
  assert.equal((await answer).status(), 200);
  return opened;
}

/** Goes where the search leads, and returns the operation's section. */
async function openOperation(page: Page, { tag, method, path }: Operation) {
  const place = operationPlace(tag, method, path);
  await page.goto(`${console_.origin}/docs/reference#${place}`);
  const section = page.locator(`[id="api-1/${place}"]`);
  await section.getByRole('button', { name: /^Test Request/ }).waitFor();
  return section;
}

/** 2xx, or the operation's own 404: the ids of the samples are invented. */
function assertAnswered(operation: Operation, status: number, body: string, about: string): void {
  if (status === 404) assert.ok(operation.errors.includes(JSON.parse(body).error), `${about}: ${body}`);
  else assert.ok(status >= 200 && status < 300, `${about}: ${status} ${body}`);
}

/** One of each kind: the viewer takes two seconds for each, and makes them all from the same document. `npm run soak`: all. */
const reads = OPERATIONS.filter(({ method }) => method === 'GET');
const requests = process.env.REFERENCE_ALL
  ? reads
  : reads.filter(({ tag }, index) => reads.findIndex((one) => one.tag === tag) === index);

test('"Test Request" with the credentials of a partner is answered, and asks for nothing that was not chosen', async () => {
  const { page, close } = await openAuthorised();
  for (const operation of requests) {
    const { id, path } = operation;
    const section = await openOperation(page, operation);
    await section.getByRole('button', { name: /^Test Request/ }).click();
    const pattern = new RegExp(`${BASE_PATH}${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?.*)?$`);
    const answered = page.waitForResponse((response) => pattern.test(response.url()));
    await page.getByRole('button', { name: 'Send', exact: false }).first().waitFor();
    await page.keyboard.press('Control+Enter');
    const answer = await answered;
    assertAnswered(operation, answer.status(), await answer.text(), `${id} ${answer.url()}`);
    const sent = [...new URL(answer.url()).searchParams.keys()];
    assert.deepEqual(
      sent.filter((name) => name !== 'per_page' && !operation.query[name]?.required),
      [],
      answer.url(),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await close();
});

test('the viewer is accessible, light and dark, on a laptop and on a phone', async () => {
  for (const [width, dark] of [
    [1366, false],
    [1366, true],
    [390, false],
  ] as const) {
    const { page, close } = await console_.open({ width, height: 900, dark });
    await page.goto(`${console_.origin}/docs/reference`);
    await page.getByRole('textbox', { name: 'Client ID' }).waitFor();
    await assertAccessible(page, `the reference at ${width} px${dark ? ' in the dark' : ''}`);
    await close();
  }
});

test('the curl sample of every operation runs as it is shown', { skip: missing('curl') }, async () => {
  const { page, close } = await openAuthorised();
  const token = await console_.service.token(partner);
  for (const operation of OPERATIONS) {
    const section = await openOperation(page, operation);
    const sample = section.locator('pre', { hasText: /^curl / }).first();
    await sample.waitFor();
    const shown = ((await sample.textContent()) ?? '').trim();
    const command = shown
      .replace('<CLIENT_ID>', partner.clientId)
      .replace('<CLIENT_SECRET>', partner.clientSecret)
      .replace('<ACCESS_TOKEN>', token);
    assert.doesNotMatch(command, /[<>{]\w+[>}]/, `${operation.id} has a placeholder: ${shown}`);
    const { stdout } = await run('/bin/sh', ['-c', `${command} --silent --write-out '\\n%{http_code}'`]);
    const [body = '', status] = stdout.split(/\n(?=\d{3}$)/);
    assertAnswered(operation, Number(status), body, `${operation.id} ${shown}`);
  }
  await close();
});
