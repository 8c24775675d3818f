import { query } from '../database/query.ts';

/** Keeps the first key's digest for ever and returns it. */
export const rememberKeyCheck = query<[check: Buffer], { secret_key_check: Buffer }>(
  'remember_key_check',
  'update installation set secret_key_check = coalesce(secret_key_check, $1) returning secret_key_check',
);
