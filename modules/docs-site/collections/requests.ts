/**
 * What both collections hold: a request for every operation of the published document, in an order in which they run.
 */

export interface CollectionRequest {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  /** Below the origin, with `{{variables}}` for its parameters. */
  readonly path: string;
  /** Required ones have a value, the others are there to be switched on. */
  readonly query: readonly { readonly name: string; readonly value: string; readonly isOn: boolean }[];
  readonly body: unknown;
  /** False: the request has its credentials in the body. */
  readonly hasToken: boolean;
  /** Values of its answer for the requests after it: variable and path (`data[0].id`). */
  readonly captures: readonly (readonly [variable: string, path: string])[];
  readonly statuses: readonly number[];
}

/** Set by the user of the collection; the secret is nowhere written down. */
export const COLLECTION_SETTINGS: readonly (readonly [name: string, value: string, isSecret?: true])[] = [
  ['baseUrl', 'http://127.0.0.1:8080'],
  ['clientId', ''],
  ['clientSecret', '', true],
  ['paymentReference', ''],
  ['webhookUrl', 'https://bank.example/webhooks/timebank'],
];
/** Set by the answers. */
export const COLLECTION_VALUES = [
  'accessToken',
  'userId',
  'listingId',
  'creditId',
  'date',
  'subscriptionId',
  'since',
  'deliveryId',
];

/** Before each request: `baseUrl` may be the service's origin or the URL of its API, as for the client. */
export const BASE_URL_TAIL = String.raw`.replace(/(?:\/api\/partner\/v1)?\/*$/, '')`;

export const COLLECTION_TEXT =
  'Set clientId and clientSecret, and baseUrl for another service (its origin, or the URL of its API), then send "Get an access token": its answer sets the token that all other requests use. Lists set the ids that later requests need, so a folder can be sent from top to bottom.';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface CollectionSource {
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const CAPTURES: Readonly<Record<string, CollectionRequest['captures']>> = {
  issueToken: [['accessToken', 'access_token']],
  listUsers: [['userId', 'data[0].id']],
  listListings: [['listingId', 'data[0].id']],
  creditWallet: [
    ['creditId', 'data.id'],
    ['date', 'data.booked_on'],
  ],
  createSubscription: [
    ['subscriptionId', 'data.id'],
    ['since', 'data.created_at'],
  ],
  listDeliveries: [['deliveryId', 'data[0].id']],
};

/** Values of the document's examples, which no other service knows, and the variables that replace them. */
const VALUES: Readonly<Record<string, string>> = {
  '<CLIENT_ID>': '{{clientId}}',
  '<CLIENT_SECRET>': '{{clientSecret}}',
  '<ACCESS_TOKEN>': '{{accessToken}}',
  '2026112000123456-0001': 'ASR-{{$guid}}-1',
  '2026112000123456-0002': 'ASR-{{$guid}}-2',
  '2026112100004711-0003': 'RET-{{$guid}}',
  '2026-11-20T00:00:00Z': '{{since}}',
  'https://bank.example/webhooks/timebank': '{{webhookUrl}}',
};

/** Where the document's example would not do in a row of requests. */
const BODIES: Readonly<Record<string, unknown>> = {
  // Without a scope: all that the partner has.
  issueToken: { grant_type: 'client_credentials', client_id: '{{clientId}}', client_secret: '{{clientSecret}}' },
  creditWallet: { user_id: '{{userId}}', hours: 1.5, reference: 'ASR-{{$guid}}' },
  // Still active afterwards.
  updateSubscription: { description: 'Events for the accounts' },
};

/** A request that ends a thing comes after all that need it. */
const LAST = ['deleteSubscription', 'revokeToken'];

export function collectionRequests({ paths, servers }: CollectionSource): CollectionRequest[] {
  const basePath = servers[0]?.url ?? '';
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestOf(`${basePath}${path}`, method, operation)),
  );
  return requests.toSorted((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id));
}

function requestOf(path: string, method: string, operation: Operation): CollectionRequest {
  const { operationId: id, tags, summary, description, security, parameters = [], requestBody, responses } = operation;
  const example = requestBody?.content['application/json']?.example;
  return {
    id,
    folder: tags[0] ?? '',
    name: summary,
    description: [description, `operationId: \`${id}\``].filter(Boolean).join('\n\n'),
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => `{{${variableOf(path, name)}}}`),
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required = false }) => {
        const isOn = required || name === 'per_page';
        return { name, value: name === 'per_page' ? '20' : required ? `{{${camel(name)}}}` : '', isOn };
      }),
    body: BODIES[id] ?? withVariables(example),
    hasToken: security.some((one) => 'oauth2' in one),
    captures: CAPTURES[id] ?? [],
    statuses: Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 200 && status < 300),
  };
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `/users/{id}` has the variable `userId`. */
function variableOf(path: string, name: string): string {
  if (name !== 'id') return camel(name);
  const [, thing = ''] = /(\w+?)s\/\{id\}/.exec(path) ?? [];
  return `${thing}Id`;
}

function withVariables(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('usr_') ? '{{userId}}' : (VALUES[value] ?? value);
  if (Array.isArray(value)) return value.map(withVariables);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withVariables(inner)]));
}

export const collectionFolders = (requests: readonly CollectionRequest[]) =>
  Map.groupBy(requests, ({ folder, id }) => (id === 'revokeToken' ? 'Afterwards' : folder));
