/** Code generated from the published documents compiles under --strict and works against the service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { openApiDocument } from '../../contract/src/openapi.ts';
import { asOpenApi30 } from '../../contract/src/openapi-3-0.ts';
import { startTestService, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const INSTALLED = join(import.meta.dirname, 'node_modules');
const DOCUMENTS = { 'openapi.json': openApiDocument(), 'openapi-3.0.json': asOpenApi30(openApiDocument()) };

const SETTINGS = `
const env = (name: string): string => process.env[name] ?? '';
const origin = env('ORIGIN');
const credentials = { client_id: env('CLIENT_ID'), client_secret: env('CLIENT_SECRET') };
const print = (result: object) => console.log(JSON.stringify(result));
`;

interface Generator {
  readonly name: string;
  /** Arguments of node. @param to the folder of the sources */
  command(document: string, to: string): readonly string[];
  /** Token, members, credit, balance; and a word and a kind of event that are added later. */
  readonly program: string;
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: (document, to) => [join(INSTALLED, 'openapi-typescript/bin/cli.js'), document, '-o', `${to}/api.ts`],
    program: `
import type { components, paths } from './api.js';
${SETTINGS}
type Schemas = components['schemas'];
type CreditAnswer = paths['/wallet/credit']['post']['responses']['201']['content']['application/json'];
type MemberPage = paths['/users']['get']['responses']['200']['content']['application/json'];
type BalanceAnswer = paths['/wallet/balance/{userId}']['get']['responses']['200']['content']['application/json'];

async function call<T>(path: keyof paths | \`/wallet/balance/\${string}\`, token?: string, body?: object): Promise<T> {
  const response = await fetch(\`\${origin}/api/partner/v1\${path}\`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: \`Bearer \${token}\` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(((await response.json()) as Schemas['ApiError']).error);
  return (await response.json()) as T;
}
const request: Schemas['TokenRequest'] = { grant_type: 'client_credentials', ...credentials };
const { access_token } = await call<Schemas['TokenResponse']>('/oauth/token', undefined, request);
const { data: users } = await call<MemberPage>('/users', access_token);
const user_id: string = users[0]?.id ?? '';
const payment = { amount: '25.00', currency: 'EUR' };
const credit: Schemas['CreditRequest'] = { user_id, hours: 1.25, reference: env('REFERENCE'), payment };
const { data: credited, meta } = await call<CreditAnswer>('/wallet/credit', access_token, credit);
const { data: balance } = await call<BalanceAnswer>(\`/wallet/balance/\${user_id}\`, access_token);
const named: Schemas['CreditResult'] = { data: credited, meta };
const paid: Schemas['Payment'] | null = named.data.payment;
const amount: string | undefined = paid?.amount;
print({ user_id, hours: credited.hours, replayed: meta.replayed, seconds: balance.balance_seconds, amount });

export const later: Schemas['ApiError']['error'] = 'word_of_a_later_version';
export const event: Schemas['AnyEvent'] = { id: 'evt', type: 'wallet.frozen', timestamp: '', data: { why: 1 } };
`,
  },
  {
    name: '@hey-api/openapi-ts',
    command: (document, to) => [
      join(INSTALLED, '@hey-api/openapi-ts/bin/run.js'),
      '-i',
      document,
      '-o',
      `${to}/api`,
      '-s',
    ],
    program: `
import type { AnyEvent, ApiError, CreditResult, Payment } from './api/index.js';
import { creditWallet, getBalance, issueToken, listUsers } from './api/index.js';
import { client } from './api/client.gen.js';
${SETTINGS}
client.setConfig({ baseUrl: \`\${origin}/api/partner/v1\`, throwOnError: true });
const token = await issueToken({ body: { grant_type: 'client_credentials', ...credentials }, throwOnError: true });
client.setConfig({ auth: () => token.data.access_token });
const { data: users } = await listUsers({ throwOnError: true });
const user_id: string = users.data[0]?.id ?? '';
const payment = { amount: '25.00', currency: 'EUR' };
const body = { user_id, hours: 1.25, reference: env('REFERENCE'), payment };
const { data: credited } = await creditWallet({ body, throwOnError: true });
const { data: balance } = await getBalance({ path: { userId: user_id }, throwOnError: true });
const { data, meta }: CreditResult = credited;
const paid: Payment | null = data.payment;
const seconds = Number(balance.data.balance_seconds);
print({ user_id, hours: data.hours, replayed: meta.replayed, seconds, amount: paid?.amount });

export const later: ApiError['error'] = 'word_of_a_later_version';
export const event: AnyEvent = { id: 'evt', type: 'wallet.frozen', timestamp: '', data: { why: 1 } };
`,
  },
];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
};

const PROJECTS = GENERATORS.flatMap((generator) =>
  Object.keys(DOCUMENTS).map((document) => ({
    generator,
    document,
    folder: `${generator.name.replace('/', '-')}-${document}`,
  })),
);

let service: TestService;
let partner: TestPartner;
let memberId: string;
let temporary: TemporaryFolder;
before(async () => {
  [service, temporary] = await Promise.all([startTestService(), createTemporaryFolder()]);
  partner = await service.createPartner();
  memberId = (await service.createMember({ communityId: partner.communityId })).id;
  await compileAll(temporary.path);
});
after(async () => {
  await Promise.all([service?.stop(), temporary?.remove()]);
});

/** Generates every project, and compiles them as one: most of a compiler's time goes into the libraries. */
async function compileAll(folder: string): Promise<void> {
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{"type":"module"}'),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG)),
    symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules')),
    ...Object.entries(DOCUMENTS).map(([name, content]) => writeFile(join(folder, name), JSON.stringify(content))),
  ]);
  for (const { generator, document, folder: project } of PROJECTS) {
    const source = join(folder, 'src', project);
    await mkdir(source, { recursive: true });
    await succeed(folder, generator.command(join(folder, document), source));
    await writeFile(join(source, 'program.ts'), generator.program);
  }
  await succeed(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
}

/** Runs a command whose output tells why it fails. */
async function succeed(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  try {
    return (await run(process.execPath, args, { cwd, env: { ...process.env, ...env } })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return assert.fail(`${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

let booked = 0;
for (const { generator, document, folder } of PROJECTS) {
  test(`what ${generator.name} makes of ${document} compiles, credits a member and takes what is added later`, async () => {
    booked++;
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = partner;
    const env = { ORIGIN: service.origin, CLIENT_ID, CLIENT_SECRET, REFERENCE: `GENERATED-${booked}` };
    const stdout = await succeed(join(temporary.path, 'dist', folder), ['program.js'], env);
    const expected = { user_id: memberId, hours: 1.25, replayed: false, seconds: booked * 4500, amount: '25.00' };
    assert.deepEqual(JSON.parse(stdout), expected);
  });
}
