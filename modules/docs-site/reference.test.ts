/** The reference as a partner uses it: every operation and model has its place, and every sample runs as it is shown. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { OPERATIONS, type Operation } from '@timebank/contract';
import { testService } from '../../test-support/harness.ts';
import { missing } from '../../test-support/has-tool.ts';
import { modelPlace, models, operationPlace } from './reference.ts';

const run = promisify(execFile);

const service = await testService();

const sectionOf = (page: string, place: string): string =>
  page.split(`<section id="${place}">`)[1]?.split('</section>')[0] ?? assert.fail(`${place} is not on the page`);

/** As a browser shows it. */
const shown = (markup: string): string =>
  markup.replaceAll(/<[^>]+>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => SIGNS[name] ?? '');
const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** 2xx, or the operation's own 404: the ids of the samples are invented. */
function assertAnswered(operation: Operation, status: number, body: string, about: string): void {
  if (status === 404) assert.ok(operation.errors.includes(JSON.parse(body).error), `${about}: ${body}`);
  else assert.ok(status >= 200 && status < 300, `${about}: ${status} ${body}`);
}

test('every operation names its fields, answers and errors, and every model its fields, each once', async () => {
  const { status, text } = await service.call('GET', '/docs/reference');
  assert.equal(status, 200);
  const { paths } = (await service.call('GET', '/openapi.json')).body;
  for (const { tag, method, path, responses, errors } of OPERATIONS) {
    const section = sectionOf(text, operationPlace(tag, method, path));
    const { parameters = [] } = paths[path][method.toLowerCase()];
    for (const { name } of parameters) assert.ok(section.includes(`<code>${name}</code>`), `${path} ${name}`);
    for (const code of Object.keys(responses)) assert.match(section, new RegExp(`<p>${code}: `), path);
    for (const error of errors) assert.ok(section.includes(`href="/docs/errors#${error}"`), `${path} ${error}`);
  }
  for (const [name, { properties = {} }] of Object.entries(models())) {
    const section = sectionOf(text, modelPlace(name));
    for (const field of Object.keys(properties)) assert.ok(section.includes(`<code>${field}</code>`), name);
  }
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, [...new Set(ids)], 'each address once');
});

test('the curl sample of every operation runs as it is shown', { skip: missing('curl') }, async () => {
  const partner = await service.createPartner();
  const { text } = await service.call('GET', '/docs/reference');
  for (const operation of OPERATIONS) {
    const section = sectionOf(text, operationPlace(operation.tag, operation.method, operation.path));
    const sample = shown(/<pre [^>]*><code>(.*?)<\/code>/s.exec(section)?.[1] ?? '');
    const command = sample
      .replace('<CLIENT_ID>', partner.clientId)
      .replace('<CLIENT_SECRET>', partner.clientSecret)
      .replace('<ACCESS_TOKEN>', await service.token(partner));
    assert.match(command, /^curl '/, operation.id);
    assert.doesNotMatch(command, /[<>{]\w+[>}]/, `${operation.id} has a placeholder: ${sample}`);
    const { stdout } = await run('/bin/sh', ['-c', `${command} --silent --write-out '\\n%{http_code}'`]);
    const [body = '', status] = stdout.split(/\n(?=\d{3}$)/);
    assertAnswered(operation, Number(status), body, `${operation.id} ${sample}`);
  }
});
