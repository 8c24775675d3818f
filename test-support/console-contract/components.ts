/** The console's schemas with a name of their own, beside the partner API's. */
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { CountedListMeta } from '../../console/desk/contract/counted-list.ts';
import { ConsoleErrorBody } from '../../console/desk/contract/errors.ts';
import { COMPONENTS } from '../../contract/src/components.ts';
import { createValidator } from '../../contract/src/validation.ts';
import * as contracts from './contracts.ts';
import { CONSOLE_OPERATIONS } from './operations.ts';

const isNamed = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '$id' in value;

/** The console's own: named schemas that its contract exports, alone or in a list, and request bodies. */
const OWN: ReadonlySet<TSchema> = new Set(
  [
    ...[ConsoleErrorBody, CountedListMeta],
    ...(Object.values(contracts) as unknown[]).flat(),
    ...CONSOLE_OPERATIONS.map(({ body }) => body),
  ].filter((value) => isNamed(value) && !COMPONENTS.includes(value)) as TSchema[],
);

/** Own components, request bodies, and the partner API's components they refer to. */
export const CONSOLE_COMPONENTS: readonly TSchema[] = [...OWN, ...COMPONENTS];

/** A validator that knows the console's components as well. */
export function createConsoleValidator(): Ajv2020 {
  const validator = createValidator();
  for (const schema of OWN) validator.addSchema(schema);
  return validator;
}
