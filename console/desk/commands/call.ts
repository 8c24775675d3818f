/** `timebank call OPERATION`: any operation of the console on a community, also one that no command is for. */
import { type Command, InvalidArgumentError } from 'commander';
import { openNamedFile } from '../../../core/base/files.ts';
import { readQuery } from '../../../core/http/query-string.ts';
import type { AnyConsoleReply } from '../call.ts';
import type { ConsoleOperation } from '../contract/operation.ts';
import { PERMISSIONS } from '../contract/routes.ts';
import type { ServedOperation } from '../served-operation.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { type CommandContext, type CommandModules, reportList, table } from './context.ts';
import { type CommonOptions, callOperation } from './operation.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

interface CallOptions extends CommonOptions {
  readonly param?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly file?: string;
}

export function registerCall(command: Command, context: CommandContext): void {
  command
    .argument('[operation]', 'its id, such as getOverview; without it, the operations are listed')
    .option(...COMMUNITY_OPTION)
    .option('--param <name=value>', 'a parameter of its path or its query; may be repeated', addParam)
    .option('--body <json>', 'its body, a JSON object', jsonObject)
    .option('--file <file>', 'the file that it takes')
    .option('--json', 'print JSON, as without it: the answer as the console reads it')
    .action(async (id: string | undefined, options: CallOptions) => {
      const modules = await context.loadModules();
      if (id === undefined) return listOperations(context, await modules.allServed(), options);
      const operation = await operationWith(modules, id);
      context.print(JSON.stringify(await answerOf(context, operation, options), null, 2));
    });
}

function addParam(text: string, params: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must look like memberId=usr_….');
  return { ...params, [text.slice(0, at)]: text.slice(at + 1) };
}

function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new InvalidArgumentError('It must be a JSON object.');
}

/** Those that a session's own person does are not on a community. */
const isCallable = ({ authentication }: ConsoleOperation) =>
  (PERMISSIONS as readonly string[]).includes(authentication.access);

const pathParamsOf = ({ path }: ConsoleOperation) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'slug' ? [] : [name]));

/** @throws UsageError */
async function operationWith({ servedBy }: CommandModules, id: string): Promise<ConsoleOperation> {
  const operation = (await servedBy(id))?.operation;
  if (!operation) throw new UsageError(`There is no operation ${id}; timebank call lists them.`);
  if (isCallable(operation)) return operation;
  throw new UsageError(`${id} is an act of a person who is signed in to the console, or signs in.`);
}

function listOperations(context: CommandContext, served: readonly ServedOperation[], { json }: CallOptions): void {
  const operations = served.map((one) => one.operation).filter(isCallable);
  const rows = operations
    .map((operation) => ({
      ...{ id: operation.id, method: operation.method, path: operation.path },
      params: [...pathParamsOf(operation), ...Object.keys(operation.query)],
      body: Object.keys(operation.body?.properties ?? {}),
      takes_file: operation.upload,
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  reportList(context, json, rows, () =>
    table(
      ['operation', 'takes', 'parameters'],
      rows.map(({ id, params, body, takes_file }) => {
        const takes = takes_file ? 'a file' : body.length > 0 ? 'a body' : '';
        return [id, takes, params.join(' ')];
      }),
    ),
  );
}

/** @throws UsageError for what the operation does not take or lacks, and the refusals of the operation */
async function answerOf(context: CommandContext, operation: ConsoleOperation, options: CallOptions) {
  const { id, method, upload, body } = operation;
  const { param: given = {} } = options;
  const inPath = pathParamsOf(operation);
  const missing = inPath.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new UsageError(`${id} needs ${missing.map((name) => `--param ${name}=…`).join(' ')}.`);
  const named = Object.entries(given);
  const [unknown] = named.find(([name]) => !inPath.includes(name) && !(name in operation.query)) ?? [];
  if (unknown !== undefined) throw new UsageError(`${id} takes no --param ${unknown}.`);
  if (upload !== (options.file !== undefined)) throw new UsageError(`${id} ${upload ? 'needs' : 'takes no'} --file.`);
  if (options.body && !body) throw new UsageError(`${id} takes no --body.`);
  const query = readQuery(operation, `?${new URLSearchParams(named.filter(([name]) => name in operation.query))}`);
  const file = options.file === undefined ? undefined : await openNamedFile('the file', options.file);
  return await withDatabase(context, 'call', async (tools) => {
    const community = await communityOf(tools.database, options.community);
    const params = Object.fromEntries(named.filter(([name]) => inPath.includes(name)));
    // Whatever makes a secret changes something.
    const how = { query, withKeys: method !== 'GET', file };
    const reply = await callOperation(operation, tools, { community, params }, options.body ?? {}, how);
    const { data, meta } = reply as AnyConsoleReply;
    return { data, meta };
  }).finally(() => file?.destroy());
}
