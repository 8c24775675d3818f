/** The collection for Postman (format 2.1.0), as one file. */
import { CAPTURED, type CollectionRequest, foldersOf, INTRODUCTION, SETTINGS } from './requests.ts';

export function postmanCollection(title: string, requests: readonly CollectionRequest[]): unknown {
  return {
    info: {
      name: title,
      description: INTRODUCTION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
    variable: [
      ...SETTINGS.map(([key, value]) => ({ key, value, type: 'string' })),
      ...CAPTURED.map((key) => ({ key, value: '', type: 'string' })),
    ],
    item: [...foldersOf(requests)].map(([name, inside]) => ({ name, item: inside.map(itemOf) })),
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
