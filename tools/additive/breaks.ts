/** The changes in a new OpenAPI document that would break code written against the old one. */
import { compareSchemas, type Json, type Schemas } from './schemas.ts';

/** One line per break; empty if the new document only adds. */
export function breaks(before: Json, after: Json): string[] {
  const schemas = { before: componentsOf(before), after: componentsOf(after) };
  const found = [
    ...removedComponents(before, after),
    ...removedOperations(before, after, 'paths', schemas),
    ...removedOperations(before, after, 'webhooks', schemas),
  ];
  return [...new Set(found)];
}

const entries = (node: unknown): [string, Json][] => Object.entries((node ?? {}) as Readonly<Record<string, Json>>);
const at = (node: unknown, name: string) => (node as Json | undefined)?.[name] as Json | undefined;

function componentsOf(document: Json): Schemas {
  return (at(document.components, 'schemas') ?? {}) as Schemas;
}

/** Generators make names of types from them: another name is another type. */
function removedComponents(before: Json, after: Json): string[] {
  return ['schemas', 'responses', 'headers', 'securitySchemes'].flatMap((section) =>
    entries(at(before.components, section))
      .filter(([name]) => !at(at(after.components, section), name))
      .map(([name]) => `components/${section}/${name} is removed`),
  );
}

interface Versions {
  readonly before: Schemas;
  readonly after: Schemas;
}

function removedOperations(before: Json, after: Json, part: 'paths' | 'webhooks', schemas: Versions): string[] {
  return entries(before[part]).flatMap(([path, methods]) =>
    entries(methods).flatMap(([method, old]) => {
      const where = part === 'paths' ? `${method.toUpperCase()} ${path}` : `webhooks/${path} ${method}`;
      const now = at(at(after[part], path), method);
      if (!now) return [`${where} is removed`];
      const sent = part === 'paths' ? 'request' : 'answer';
      return [
        ...(old.operationId === now.operationId
          ? []
          : [`${where}: operationId changed from ${old.operationId} to ${now.operationId}`]),
        ...securityBreaks(where, old, now),
        ...parameterBreaks(where, old, now, schemas),
        ...bodyBreaks(where, old, now, sent, schemas),
        ...responseBreaks(where, old, now, { before, after }, schemas),
      ];
    }),
  );
}

/** Each way to be allowed in must still be one. */
function securityBreaks(where: string, old: Json, now: Json): string[] {
  const ways = new Set(((now.security ?? []) as Json[]).map((way) => JSON.stringify(way)));
  return ((old.security ?? []) as Json[])
    .map((way) => JSON.stringify(way))
    .filter((way) => !ways.has(way))
    .map((way) => `${where}: security ${way} is removed`);
}

function parameterBreaks(where: string, old: Json, now: Json, schemas: Versions): string[] {
  const listOf = (operation: Json) =>
    new Map(((operation.parameters ?? []) as Json[]).map((item) => [`${item.in} parameter ${item.name}`, item]));
  const [former, present] = [listOf(old), listOf(now)];
  const found = [...former].flatMap(([name, parameter]) => {
    const kept = present.get(name);
    if (!kept) return [`${where}: ${name} is removed`];
    return compareSchemas(`${where}: ${name}`, parameter.schema as Json, kept.schema as Json, 'request', schemas);
  });
  const required = [...present]
    .filter(([name, parameter]) => parameter.required === true && former.get(name)?.required !== true)
    .map(([name]) => `${where}: ${name} is newly required`);
  return [...found, ...required];
}

function bodyBreaks(where: string, old: Json, now: Json, sent: 'request' | 'answer', schemas: Versions): string[] {
  const [former, present] = [old.requestBody as Json | undefined, now.requestBody as Json | undefined];
  const isNew = present?.required === true && former?.required !== true;
  return [
    ...(isNew ? [`${where}: the body is newly required`] : []),
    ...contentBreaks(`${where} body`, former, present, sent, schemas),
  ];
}

function contentBreaks(where: string, old: unknown, now: unknown, direction: 'request' | 'answer', schemas: Versions) {
  return entries(at(old, 'content')).flatMap(([type, content]) => {
    const kept = at(at(now, 'content'), type);
    if (!kept) return [`${where}: ${type} is removed`];
    return compareSchemas(where, content.schema as Json, kept.schema as Json, direction, schemas);
  });
}

function responseBreaks(
  where: string,
  old: Json,
  now: Json,
  documents: { readonly before: Json; readonly after: Json },
  schemas: Versions,
): string[] {
  const resolve = (document: Json, response: Json) =>
    typeof response.$ref === 'string'
      ? (at(at(document.components, 'responses'), response.$ref.split('/').at(-1) ?? '') ?? {})
      : response;
  return entries(old.responses).flatMap(([status, response]) => {
    const kept = at(now.responses, status);
    if (!kept) return [`${where}: response ${status} is removed`];
    const [former, present] = [resolve(documents.before, response), resolve(documents.after, kept)];
    return [
      ...entries(former.headers)
        .filter(([name]) => !at(present.headers, name))
        .map(([name]) => `${where} ${status}: header ${name} is removed`),
      ...contentBreaks(`${where} ${status}`, former, present, 'answer', schemas),
    ];
  });
}
