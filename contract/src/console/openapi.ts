/** The OpenAPI document of the console's API. Pure and deterministic. */
import type { TSchema } from 'typebox';
import { publicSchema } from '../public-schema.ts';
import { CONSOLE_COMPONENTS } from './components.ts';
import { ALL_ERRORS } from './errors.ts';
import type { ConsoleOperation } from './operation.ts';
import { CONSOLE_OPERATIONS, consoleErrorsOf } from './operations.ts';
import { CONSOLE_BASE_PATH, CSRF_HEADER } from './routes.ts';

type Json = Record<string, unknown>;

const componentRef = (id: string) => `#/components/schemas/${id}`;
const idOf = (schema: TSchema) => String((schema as { $id?: string }).$id);
const plain = (schema: TSchema) => publicSchema(schema, componentRef) as Json;
const schemaOf = (schema: TSchema) => ('$id' in schema ? { $ref: componentRef(idOf(schema)) } : plain(schema));

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  slug: 'One of your communities.',
  partnerId: 'Id of the partner.',
  credentialId: 'Id of the secret.',
  subscriptionId: 'Id of the subscription, whs_…',
  memberId: 'Of a member (`usr_…`).',
  listingId: 'Of a listing (`lst_…`).',
  exchangeId: 'Of an exchange (UUID).',
  accountId: 'Of an organisation’s account, or of the chest.',
  deliveryId: 'Id of the delivery, dlv_…',
  sessionId: 'Id of the session.',
  administratorId: 'Id of the administrator.',
  invitationId: 'Id of the invitation.',
  date: 'A UTC day, YYYY-MM-DD.',
};

/** Builds the document. */
export function consoleOpenApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of CONSOLE_OPERATIONS) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Timebank console API',
      version: '1',
      description:
        'What the admin console itself calls. Internal: it may change with every release. A session cookie authenticates; requests other than GET come from the console’s own origin and carry the CSRF token.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: CONSOLE_BASE_PATH }],
    tags: [...new Set(CONSOLE_OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: usedSchemas(paths),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-timebank' },
        csrf: { type: 'apiKey', in: 'header', name: CSRF_HEADER },
      },
    },
  };
}

/** The components that the paths refer to, directly or by one another. */
function usedSchemas(root: unknown): Json {
  const byRef = new Map(CONSOLE_COMPONENTS.map((schema) => [componentRef(idOf(schema)), schema]));
  const used = new Set<TSchema>();
  const visit = (node: unknown): void => {
    for (const [, reference] of JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)) {
      const schema = byRef.get(reference ?? '');
      if (!schema || used.has(schema)) continue;
      used.add(schema);
      visit(plain(schema));
    }
  };
  visit(root);
  return Object.fromEntries(
    CONSOLE_COMPONENTS.filter((schema) => used.has(schema)).map((schema) => [idOf(schema), plain(schema)]),
  );
}

function operationObject(operation: ConsoleOperation): Json {
  const { success } = operation;
  const notes = [
    `Access: ${operation.access}.`,
    ...(operation.recentPassword ? ['Needs a password typed within the last minutes.'] : []),
  ];
  const parameters = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
      const description = PATH_PARAMETERS[name];
      if (!description) throw new TypeError(`undescribed path parameter in ${operation.path}`);
      return { name, in: 'path', required: true, description, schema: { type: 'string' } };
    }),
    ...Object.entries(operation.query).map(([name, { description, schema }]) => ({
      name,
      in: 'query',
      description,
      schema: plain(schema),
    })),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: notes.join(' '),
    security: [{ session: [], ...(operation.method === 'GET' ? {} : { csrf: [] }) }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(operation.body), example: operation.example } },
          },
        }
      : {}),
    ...(operation.upload
      ? {
          requestBody: {
            required: true,
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    responses: {
      [success.status]: {
        description: success.description,
        content: { 'application/json': { schema: schemaOf(success.schema), example: success.example } },
      },
      ...errorResponses(operation),
    },
  };
}

function errorResponses(operation: ConsoleOperation): Json {
  const byStatus = Map.groupBy(consoleErrorsOf(operation), (code) => ALL_ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ALL_ERRORS[code].when}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: componentRef('ConsoleError') } } },
      },
    ]),
  );
}
