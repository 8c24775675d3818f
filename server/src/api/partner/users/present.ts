/** A member as partners see it, and who reads e-mail addresses. */
import { encodeId, type User } from '@timebank/contract';
import type { UserRow } from '../../../domain/members/partner-queries.ts';
import { plainAddress } from '../../../platform/base/address.ts';
import { utcText } from '../../../platform/database/utc-text.ts';
import type { Caller } from '../access/call.ts';

/** The key `email` is there exactly when the statement read it, that is with the scope users.pii. */
export function presentUser(row: UserRow): User {
  const createdAt = utcText(row.createdAt);
  const user = {
    id: encodeId('usr', row.id),
    name: row.name,
    status: 'active' as const,
    created_at: createdAt,
    updated_at: row.updatedAt === row.createdAt ? createdAt : utcText(row.updatedAt),
  };
  return row.email === undefined ? user : { ...user, email: row.email };
}

/** The reader of an e-mail address, for the audit row of the read. */
export interface EmailReader {
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string;
  /** First half of the token's SHA-256 in hex: finds the token's row, and is not the token. */
  readonly token: string;
}

const TOKEN_HASH_PREFIX_BYTES = 16;

export function emailReaderOf(call: { caller: Caller; requestId: string; address: string }): EmailReader {
  return {
    actor: `partner:${call.caller.partnerId}`,
    // A link-local address may name its interface (`fe80::1%eth0`), which PostgreSQL does not read.
    address: plainAddress(call.address),
    requestId: call.requestId,
    token: call.caller.tokenHash.toString('hex', 0, TOKEN_HASH_PREFIX_BYTES),
  };
}
