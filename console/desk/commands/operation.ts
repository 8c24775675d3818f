/**
 * Commands that are operations of the console without HTTP: the same schemas check them, the same handlers do them, and
 * `--json` prints the same answer. The actor is the command line, in place of an administrator with a session.
 */
import { compileBody } from '@timebank/contract';
import type { Command } from 'commander';
import { type CursorKeys, deriveKeys, type Keys } from '../../../core/base/keys.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { CommunityRow } from '../../../core/communities/queries.ts';
import { quietLog } from '../../../core/database/log.ts';
import { invalidBody } from '../../../core/http/steps.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import type { CommunityHandler, ConsoleReply } from '../call.ts';
import type {
  ConsoleAnswerOf,
  ConsoleBodyOf,
  ConsoleOperation,
  ConsoleParamsOf,
  ConsoleQueryOf,
} from '../contract/operation.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, labelled, originOf, report, table } from './context.ts';
import {
  type AnyOwnField,
  fieldsOf,
  givenOf,
  type OwnField,
  queryOf,
  withFields,
  withOwn,
  withQuery,
} from './operation-options.ts';
import { type CommandTools, withDatabase } from './with-database.ts';

export interface CommonOptions {
  readonly community?: string;
  readonly json?: boolean;
}

type DataOf<O extends ConsoleOperation> = ConsoleAnswerOf<O> extends { readonly data: infer Data } ? Data : never;
type ItemOf<O extends ConsoleOperation> = DataOf<O> extends readonly (infer Item)[] ? Item : never;
/** Of one row, by the heads of their columns; null is an empty cell. */
type Cells = Readonly<Record<string, string | number | null>>;

/** What a path names: the community, and what is in it. */
interface NamedThing<Params = object> {
  readonly community: CommunityRow;
  readonly params: Params;
}

type ParamsOf<O extends ConsoleOperation> = Omit<ConsoleParamsOf<O>, 'slug'>;

/** What is sent: every field by its name in the operation; undefined is left out. */
type Fields<O extends ConsoleOperation> = { readonly [Name in keyof ConsoleBodyOf<O>]?: unknown };

/** A way to name something: by an argument, or by options. */
export interface NamingWay<Params, Options = CommonOptions> {
  readonly shape: (command: Command) => Command;
  readonly find: (tools: CommandTools, options: Options, argument: string) => Promise<NamedThing<Params>>;
}

/** What a command says of its operation beyond the contract. */
interface CommandRecord<O extends ConsoleOperation, Options extends CommonOptions> {
  /** What it does. */
  readonly help: string;
  /** It makes or reads secrets: it gets the keys of the service, which the command's settings must have. */
  readonly withKeys?: true;
  /** Fields that do not come from an option of their name, or are worked out. */
  readonly own?: {
    readonly [Name in keyof NoInfer<ConsoleBodyOf<O>>]?:
      | OwnField<Options, NamedThing<NoInfer<ParamsOf<O>>>>
      | OwnField<Options, NamedThing<NoInfer<ParamsOf<O>>>>['read'];
  };
  /** What a person reads of a list: a column for each name. */
  readonly columns?: (item: NoInfer<ItemOf<O>>) => Cells;
  /** What a person reads of an empty list. */
  readonly empty?: string;
  /** What a person reads of anything else; left out: each name and its value. */
  readonly lines?: (data: NoInfer<DataOf<O>>, options: Options) => string[];
}

/** What the path names; left out: the community alone. */
type Naming<O extends ConsoleOperation, Options> = keyof ParamsOf<O> extends never
  ? { readonly on?: undefined }
  : { readonly on: NamingWay<NoInfer<ParamsOf<O>>, Options> };

/** A command, or several, that a group gets. */
type RegisterCommand = (group: Command, context: CommandContext) => void;

/** The community alone, by `--community`. */
export const inCommunity: NamingWay<object> = {
  shape: (command) => command.option(...COMMUNITY_OPTION),
  find: async ({ database }, { community }) => ({ community: await communityOf(database, community), params: {} }),
};

/** Something in the community, by an argument that is the parameter of the path. */
export const inCommunityBy = <Name extends string>(
  parameter: Name,
  argument: string,
  text = '',
): NamingWay<Readonly<Record<Name, string>>> => ({
  shape: (command) => command.argument(`<${argument}>`, text).option(...COMMUNITY_OPTION),
  find: async ({ database }, { community }, given) => ({
    community: await communityOf(database, community),
    params: { [parameter]: given } as Record<Name, string>,
  }),
});

/**
 * One command of a group.
 * @param words `partner suspend`
 */
export function operationCommand<O extends ConsoleOperation, Options extends CommonOptions = CommonOptions>(
  words: string,
  operation: O,
  record: CommandRecord<O, Options> & Naming<O, Options>,
): RegisterCommand {
  const { help, withKeys, own = {}, columns, empty, lines = namesAndValues } = record;
  const on = (record.on ?? inCommunity) as NamingWay<ParamsOf<O>, Options>;
  return (group, context) => {
    const command = on.shape(group.command(words.split(' ').at(-1) ?? '').description(help));
    withOwn(command, own);
    withQuery(withFields(command, operation, own), operation);
    const takesArgument = command.registeredArguments.length > 0;
    command.action(async (...given: unknown[]) => {
      const argument = takesArgument ? String(given[0]) : '';
      const options = given[takesArgument ? 1 : 0] as Options;
      const query = queryOf(operation, options);
      const { data, meta } = await withDatabase(context, words, async (tools) => {
        const place = await on.find(tools, options, argument);
        const fields: Record<string, unknown> = givenOf(fieldsOf(operation, options));
        for (const [field, one] of Object.entries<AnyOwnField>(own))
          fields[field] = await (typeof one === 'function' ? one : one.read)(options as never, place as never, tools);
        demandChange(operation, fields);
        return splitReply(await callOperation(operation, tools, place, fields as Fields<O>, { query, withKeys }));
      });
      const told = columns
        ? tableOf(data as ItemOf<O>[], columns, meta?.next_cursor, empty)
        : lines(data as DataOf<O>, options);
      report(context, options.json, meta ? { data, meta } : data, told);
    });
  };
}

/** What a call has beside what it names and the fields of its body. */
interface CallParts<O extends ConsoleOperation> {
  readonly query?: ConsoleQueryOf<O>;
  readonly withKeys?: boolean | undefined;
  readonly file?: AsyncIterable<Buffer> | undefined;
}

/**
 * Does an operation in the name of the command line.
 * @throws Refusal validation_failed naming every field at fault, and those of the operation
 */
export async function callOperation<O extends ConsoleOperation>(
  operation: O,
  tools: CommandTools,
  { community, params }: NamedThing<NoInfer<ParamsOf<O>>>,
  fields: NoInfer<Fields<O>>,
  { query = {} as ConsoleQueryOf<O>, withKeys = false, file }: CallParts<O> = {},
): Promise<ConsoleReply<O>> {
  const served = await tools.servedBy(operation.id);
  const handler = served?.handler as CommunityHandler<O, keyof Keys> | undefined;
  if (!handler) throw new Error(`no module serves ${operation.id}`);
  const { id: communityId, slug, name, kind, hoursAs } = community;
  const call = {
    params: { ...params, slug } as unknown as ConsoleParamsOf<O>,
    query,
    body: checkedBody(operation, fields),
    membership: { communityId, slug, name, kind, hoursAs, role: 'owner' as const },
    actor: COMMAND_LINE,
    passwordRecentUntil: ALWAYS,
    origin: originOf(tools.config),
    file,
  };
  const keys = withKeys ? await openKeys(tools.config, tools.database, tools.clock, quietLog) : CURSOR_KEYS;
  return await handler(call, {
    ...tools,
    clockState: { ...tools.clock, cautiousUntil: () => ALWAYS },
    keys: keys as Keys,
  });
}

/** Access to the database is the proof; there is no session that could be left open. Closing days is the service's. */
const ALWAYS = new Date(8_640_000_000_000_000);
const { cursors, signedCursors, check } = deriveKeys('');
/** Access to the database opens every list: the seal of a cursor only finds slips here, and needs no secret. */
export const CURSOR_KEYS: CursorKeys = { cursors, signedCursors, check };

function checkedBody<O extends ConsoleOperation>({ body: schema }: O, fields: Fields<O>): ConsoleBodyOf<O> {
  if (!schema) return undefined as ConsoleBodyOf<O>;
  const checked = compileBody(schema)(givenOf(fields));
  if ('errors' in checked) throw invalidBody(checked.errors);
  return checked.value as ConsoleBodyOf<O>;
}

/** A list has `meta`; the answer of one thing is its data. */
function splitReply(reply: unknown) {
  const { data, meta } = reply as { readonly data: unknown; readonly meta?: { readonly next_cursor: string | null } };
  return { data, meta };
}

/** Several operations by one command, each in a change of its own: those of which something is said. */
export async function callEach(
  tools: CommandTools,
  place: NamedThing,
  changes: readonly (readonly [operation: ConsoleOperation, fields: object])[],
): Promise<void> {
  for (const [operation, fields] of changes) {
    if (Object.keys(fields).length > 0) await callOperation(operation, tools, place, fields);
  }
}

/** @throws Refusal invalid_request where something is to be changed and nothing is said of it */
export function demandChange({ method, body }: ConsoleOperation, fields: object): void {
  if (method !== 'PATCH' || Object.keys(givenOf(fields)).length > 0) return;
  const [first = ''] = Object.keys(body?.properties ?? {});
  throw refusal('invalid_request', `Say what to change, such as --${first.replaceAll('_', '-')}.`);
}

/** The lines of a page: a table, and how to get the next one. */
export function tableOf<Item>(
  data: readonly Item[],
  columnsOf: (item: Item) => Cells,
  nextCursor: string | null = null,
  empty = 'Nothing found.',
): string[] {
  const rows = data.map(columnsOf);
  const [first] = rows;
  if (!first) return [empty];
  const next = nextCursor === null ? [] : ['', `There is more: --cursor ${nextCursor}`];
  const cells = rows.map((row) => Object.values(row).map((cell) => String(cell ?? '')));
  return [...table(Object.keys(first), cells), ...next];
}

export const namesAndValues = (data: unknown): string[] =>
  labelled(Object.entries(data as object).map(([name, value]) => [name, String(value ?? 'none')]));
