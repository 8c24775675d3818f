/** The collection for Bruno: a folder of text files. */
import {
  BASE_URL_TAIL,
  COLLECTION_SETTINGS,
  COLLECTION_TEXT,
  type CollectionRequest,
  collectionFolders,
} from './requests.ts';

const ENVIRONMENT = 'Timebank';

/**
 * @param origin of the service that it calls; undefined: a demo's
 * @returns path inside the collection's folder → text
 */
export function brunoCollection(
  title: string,
  requests: readonly CollectionRequest[],
  origin?: string,
): Map<string, string> {
  const files = new Map<string, string>();
  files.set(
    'bruno.json',
    `${JSON.stringify({ version: '1', name: title, type: 'collection', ignore: [] }, null, 2)}\n`,
  );
  files.set(
    'collection.bru',
    blocks([
      ['auth', ['mode: bearer']],
      ['auth:bearer', ['token: {{accessToken}}']],
      ['script:pre-request', [`bru.setVar('baseUrl', bru.getEnvVar('baseUrl')${BASE_URL_TAIL});`]],
      ['docs', [COLLECTION_TEXT]],
    ]),
  );
  const open = COLLECTION_SETTINGS.filter(([, , isSecret]) => !isSecret).map(([name, value]) =>
    `${name}: ${name === 'baseUrl' ? (origin ?? value) : value}`.trimEnd(),
  );
  const secret = COLLECTION_SETTINGS.filter(([, , isSecret]) => isSecret).map(([name]) => name);
  files.set(
    `environments/${ENVIRONMENT}.bru`,
    `${blocks([['vars', open]])}vars:secret [\n  ${secret.join(',\n  ')}\n]\n`,
  );
  for (const [at, [folder, inside]] of [...collectionFolders(requests)].entries()) {
    files.set(`${folder}/folder.bru`, blocks([['meta', [`name: ${folder}`, `seq: ${at + 1}`]]]));
    for (const [place, request] of inside.entries()) {
      files.set(`${folder}/${request.name.replaceAll(/[^\w' -]/g, '')}.bru`, fileOf(request, place + 1));
    }
  }
  return files;
}

function fileOf(request: CollectionRequest, seq: number): string {
  const { name, method, path, query, body, hasToken, statuses, captures, description } = request;
  const on = query.filter(({ isOn }) => isOn).map((one) => `${one.name}=${one.value}`);
  const status = statuses.length === 1 ? `eq ${statuses[0]}` : `in [${statuses.join(', ')}]`;
  return blocks([
    ['meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]],
    [
      method.toLowerCase(),
      [
        `url: {{baseUrl}}${path}${on.length > 0 ? `?${on.join('&')}` : ''}`,
        `body: ${body === undefined ? 'none' : 'json'}`,
        `auth: ${hasToken ? 'inherit' : 'none'}`,
      ],
    ],
    ['params:query', query.map((one) => `${one.isOn ? '' : '~'}${one.name}: ${one.value}`.trimEnd())],
    ['headers', ['Accept: application/json']],
    ['body:json', body === undefined ? [] : JSON.stringify(body, null, 2).split('\n')],
    ['vars:post-response', captures.map(([variable, value]) => `${variable}: res.body.${value}`)],
    ['assert', [`res.status: ${status}`]],
    ['docs', description.split('\n')],
  ]);
}

/** Blocks that have no line are left out. */
function blocks(all: readonly (readonly [name: string, lines: readonly string[]])[]): string {
  return all
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`)
    .join('\n');
}
