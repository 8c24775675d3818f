/** Both collections are those of the document, and every request of both works, in their order, against a demo. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
// @ts-expect-error Bruno's own reader of its files comes without types.
import bruno from '@usebruno/lang';
import { type Demo, startDemo } from '../../docs/test-support/demo.ts';
import { COLLECTION_SETTINGS, type CollectionSource } from '../../modules/docs-site/collections/requests.ts';
import { waitUntil } from '../../test-support/wait-until.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'collections');

let demo: Demo;
before(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools/collections.ts')]);
  demo = await startDemo();
});
after(() => demo?.stop());

/** A request as one of the tools would send it: its texts still have their variables. */
interface Request {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly hasToken: boolean;
  readonly body: string | undefined;
  /** Throws where an assertion of the collection does not hold; returns what the answer sets. */
  readonly judge: (status: number, body: unknown) => Readonly<Record<string, unknown>>;
}

test('the Postman collection: every operation once, and every request works in its order', async () => {
  await runAll(await postmanRequests(), trimmedByPostman);
});

test("the Bruno collection, read by Bruno's own grammar: every operation once, and every request works", async () => {
  const environment = bruno.bruToEnvJsonV2(await readFile(join(FOLDER, 'bruno/environments/Timebank.bru'), 'utf8'));
  const named = environment.variables.map(({ name }: { name: string }) => name).sort();
  assert.deepEqual(named, COLLECTION_SETTINGS.map(([name]) => name).sort());
  await runAll(await brunoRequests(), trimmedByBruno);
});

/** What runs before each request: the user may have set the origin, or the URL of the API. */
async function trimmedByPostman(baseUrl: string): Promise<string> {
  const { event } = JSON.parse(await readFile(join(FOLDER, 'timebank.postman_collection.json'), 'utf8'));
  assert.equal(event[0].listen, 'prerequest');
  const variables = new Map([['baseUrl', baseUrl]]);
  runInNewContext(event[0].script.exec.join('\n'), { pm: { variables } });
  return variables.get('baseUrl') ?? '';
}

async function trimmedByBruno(baseUrl: string): Promise<string> {
  const { script } = bruno.collectionBruToJson(await readFile(join(FOLDER, 'bruno/collection.bru'), 'utf8'));
  const variables = new Map([['baseUrl', baseUrl]]);
  const getEnvVar = (name: string) => variables.get(name);
  runInNewContext(script.req, {
    bru: { getEnvVar, setVar: (name: string, value: string) => variables.set(name, value) },
  });
  return variables.get('baseUrl') ?? '';
}

/** Sends the requests in order, with the variables that their answers set. */
async function runAll(requests: readonly Request[], trimmed: (baseUrl: string) => Promise<string>): Promise<void> {
  for (const tail of ['', '/', '/api/partner/v1', '/api/partner/v1/']) {
    assert.equal(await trimmed(`https://bank.example${tail}`), 'https://bank.example');
  }
  const { paths } = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as CollectionSource;
  const summaries = Object.values(paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
  assert.deepEqual(requests.map(({ name }) => name).sort(), summaries.sort());
  const variables: Record<string, unknown> = {
    ...Object.fromEntries(COLLECTION_SETTINGS),
    baseUrl: await trimmed(`${demo.baseUrl}/api/partner/v1`),
    clientId: demo.clientId,
    clientSecret: demo.clientSecret,
    paymentReference: demo.paymentReference,
  };
  const fill = (text: string) =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => {
      const value = name === '$guid' ? randomUUID() : variables[name];
      assert.ok(value !== undefined && value !== '', `{{${name}}} is not set`);
      return String(value);
    });
  for (const request of requests) {
    // The first delivery comes a moment after what caused it.
    await waitUntil(`${request.name} sets what later requests need`, async () => {
      const { status, body } = await send(request, fill);
      const set = request.judge(status, body);
      assert.ok(
        Object.values(set).every((value) => value !== undefined),
        JSON.stringify(body),
      );
      Object.assign(variables, set);
      return true;
    });
  }
}

async function send({ method, url, headers, hasToken, body }: Request, fill: (text: string) => string) {
  const response = await fetch(fill(url), {
    method,
    headers: [
      ...headers.map(([name, value]): [string, string] => [name, fill(value)]),
      ...(hasToken ? [['Authorization', fill('Bearer {{accessToken}}')] as [string, string]] : []),
    ],
    ...(body === undefined ? {} : { body: fill(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
}

interface PostmanItem {
  readonly name: string;
  readonly item?: readonly PostmanItem[];
  readonly event: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[];
  readonly request: {
    readonly auth?: { readonly type: string };
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly mode: string; readonly raw: string };
    readonly url: { readonly raw: string };
  };
}

async function postmanRequests(): Promise<Request[]> {
  const text = await readFile(join(FOLDER, 'timebank.postman_collection.json'), 'utf8');
  const collection = JSON.parse(text) as { auth: unknown; variable: { key: string }[]; item: PostmanItem[] };
  const token = { key: 'token', value: '{{accessToken}}', type: 'string' };
  assert.deepEqual(collection.auth, { type: 'bearer', bearer: [token] });
  const known = new Set(collection.variable.map(({ key }) => key));
  for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(known.has(name), name);
  const items = collection.item.flatMap(({ item = [] }) => item);
  return items.map(({ name, event, request }) => ({
    name,
    method: request.method,
    url: request.url.raw,
    headers: request.header.map(({ key, value }) => [key, value] as const),
    hasToken: request.auth?.type !== 'noauth',
    body: request.body?.raw,
    judge: (status, body) => judgedByScript(event[0]?.script.exec.join('\n') ?? '', status, body),
  }));
}

/** The part of Postman's API that the collection's script uses. */
function judgedByScript(script: string, code: number, body: unknown): Readonly<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  let assertions = 0;
  const pm = {
    response: { code, json: () => body },
    test: (_: string, work: () => void) => work(),
    expect: (value: unknown) => ({
      to: {
        be: {
          oneOf: (values: readonly unknown[]) => {
            assertions++;
            assert.ok([...values].includes(value), `${value}: ${JSON.stringify(body)}`);
          },
        },
      },
    }),
    collectionVariables: {
      set: (name: string, value: unknown) => {
        set[name] = value;
      },
    },
  };
  runInNewContext(script, { pm });
  assert.ok(assertions > 0, 'nothing was asserted');
  return set;
}

async function brunoRequests(): Promise<Request[]> {
  const root = join(FOLDER, 'bruno');
  const read = (...path: string[]) => readFile(join(root, ...path), 'utf8');
  const { auth } = bruno.collectionBruToJson(await read('collection.bru'));
  assert.deepEqual(auth, { mode: 'bearer', bearer: { token: '{{accessToken}}' } });
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: { seq: readonly [number, number]; request: Request }[] = [];
  for (const { name: folder } of folders.filter(({ name }) => name !== 'environments')) {
    const { meta } = bruno.collectionBruToJson(await read(folder, 'folder.bru'));
    for (const file of (await readdir(join(root, folder))).filter((name) => name !== 'folder.bru')) {
      const parsed = bruno.bruToJsonV2(await read(folder, file));
      found.push({ seq: [Number(meta.seq), Number(parsed.meta.seq)], request: brunoRequest(parsed) });
    }
  }
  found.sort((a, b) => a.seq[0] - b.seq[0] || a.seq[1] - b.seq[1]);
  return found.map(({ request }) => request);
}

interface BrunoFile {
  readonly meta: { readonly name: string };
  readonly http: { readonly method: string; readonly url: string; readonly body: string; readonly auth: string };
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body?: { readonly json?: string };
  readonly vars?: { readonly res?: readonly { readonly name: string; readonly value: string }[] };
  readonly assertions: readonly { readonly name: string; readonly value: string }[];
}

function brunoRequest({ meta, http, headers, body, vars, assertions }: BrunoFile): Request {
  const isJson = http.body === 'json';
  assert.ok(isJson ? body?.json : http.body === 'none', meta.name);
  return {
    name: meta.name,
    method: http.method.toUpperCase(),
    url: http.url,
    // Bruno adds the type of a body that is JSON.
    headers: [...headers.map(({ name, value }) => [name, value] as const), ...(isJson ? [JSON_TYPE] : [])],
    hasToken: http.auth === 'inherit',
    body: isJson ? body?.json : undefined,
    judge: (status, answer) => {
      assert.deepEqual(
        assertions.map(({ name }) => name),
        ['res.status'],
      );
      const expected = [...(assertions[0]?.value ?? '').matchAll(/\d{3}/g)].map(([text]) => Number(text));
      assert.ok(expected.includes(status), `${meta.name}: ${status} ${JSON.stringify(answer)}`);
      const res = { body: answer };
      const set = (vars?.res ?? []).map(({ name, value }) => [name, runInNewContext(value, { res })] as const);
      return Object.fromEntries(set);
    },
  };
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
