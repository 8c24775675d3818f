/** The schema against what this version's migrations make: the schema is what keeps the books append-only. */
import { knownMigrations } from '../../../../core/database/migrate.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { meaningOf } from '../../../../core/database/schema-meaning.ts';
import { selectMigrationNames, selectTriggersOff } from '../../../../core/database/schema-queries.ts';
import { expectedSchema, readSchemaText, schemaObjects } from '../../../../core/database/schema-text.ts';
import type { Offender } from './invariants.ts';

const SHOWN_MAX = 160;

export async function findSchemaFaults(on: Queryable, limit: number): Promise<Offender[]> {
  const known = new Set(await knownMigrations());
  const isNewer = (await selectMigrationNames(on)).some(({ name }) => !known.has(name));
  const expected = await expectedSchema();
  const found = schemaObjects(await readSchemaText(on));
  const tables = new Set([...expected.keys()].filter((key) => key.startsWith('table ')));
  const faults: Offender[] = [];
  const report = (subject: string, problem: string) => faults.push({ communityId: null, subject, problem });
  for (const [object, definition] of expected) {
    const has = found.get(object);
    const [is, shouldBe] = [has === undefined ? undefined : meaningOf(object, has), meaningOf(object, definition)];
    if (is === shouldBe || (isNewer && mayBeNewer(object))) continue;
    report(object, is === undefined ? 'is missing or has another name' : difference(is, shouldBe));
  }
  for (const [object, definition] of found) {
    // Other tables and functions of the operator's concern nobody; a part of one of ours does.
    const isPart = tables.has(`table ${/ of (\S+)$/.exec(object)?.[1]}`);
    if (!expected.has(object) && isPart && !isNewer) report(object, `is not of this version: ${shown(definition)}`);
  }
  for (const { place } of await selectTriggersOff(on)) report(place, 'sets session_replication_role: no trigger fires');
  return faults.slice(0, limit);
}

/**
 * Beside a newer version, whose migrations only add: it may have replaced functions, but not what keeps rows as they
 * are.
 */
const mayBeNewer = (object: string) => object.startsWith('function ') && !object.startsWith('function refuse_');

function difference(has: string, definition: string): string {
  let at = 0;
  while (at < has.length && has[at] === definition[at]) at++;
  const from = Math.max(0, at - 40);
  return `is other than this version makes it: ${shown(has.slice(from))} instead of ${shown(definition.slice(from))}`;
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)} [cut]` : line;
}
