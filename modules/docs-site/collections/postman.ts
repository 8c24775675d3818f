/** The collection for Postman (format 2.1.0), as one file. */
import {
  BASE_URL_TAIL,
  COLLECTION_SETTINGS,
  COLLECTION_TEXT,
  COLLECTION_VALUES,
  type CollectionRequest,
  collectionFolders,
} from './requests.ts';

const TRIM_BASE_URL = `pm.variables.set('baseUrl', pm.variables.get('baseUrl')${BASE_URL_TAIL});`;

/** @param origin of the service that it calls; undefined: a demo's */
export function postmanCollection(title: string, requests: readonly CollectionRequest[], origin?: string): unknown {
  return {
    info: {
      name: title,
      description: COLLECTION_TEXT,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: [TRIM_BASE_URL] } }],
    variable: [
      ...COLLECTION_SETTINGS.map(([key, value]) => ({
        key,
        value: key === 'baseUrl' ? (origin ?? value) : value,
        type: 'string',
      })),
      ...COLLECTION_VALUES.map((key) => ({ key, value: '', type: 'string' })),
    ],
    item: [...collectionFolders(requests)].map(([name, inside]) => ({ name, item: inside.map(itemOf) })),
  };
}

function itemOf(request: CollectionRequest): unknown {
  const { name, description, method, path, query, body, hasToken } = request;
  const on = query.filter(({ isOn }) => isOn).map((one) => `${one.name}=${one.value}`);
  return {
    name,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: scriptOf(request) } }],
    request: {
      ...(hasToken ? {} : { auth: { type: 'noauth' } }),
      method,
      header: [
        { key: 'Accept', value: 'application/json' },
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
      url: {
        raw: `{{baseUrl}}${path}${on.length > 0 ? `?${on.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
        ...(query.length > 0
          ? { query: query.map(({ name: key, value, isOn }) => ({ key, value, ...(isOn ? {} : { disabled: true }) })) }
          : {}),
      },
      description,
    },
    response: [],
  };
}

function scriptOf({ statuses, captures }: CollectionRequest): string[] {
  return [
    `pm.test('is answered with ${statuses.join(' or ')}', () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]));`,
    ...captures.map(([variable, path]) => {
      const value = `pm.response.json().${path.replace('[0]', '[0]?')}`;
      return `pm.collectionVariables.set('${variable}', ${value});`;
    }),
  ];
}
