/** PATCH /communities/{slug}/partners/{partnerId}/keys */

import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { changeKeys, type NewKeys } from '../../../../core/partners/keys.ts';
import type { setPartnerKeys } from '../../contract/partners.ts';
import { readPartner } from './present.ts';

export const setPartnerKeysHandler: CommunityHandler<typeof setPartnerKeys> = async (call, deps) => {
  const { keys, keys_only: keysOnly, bound_tokens_only: boundTokensOnly } = call.body;
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const changes = { keys: keys && newKeysOf(keys), keysOnly, boundTokensOnly };
  await changeKeys(deps, { ...actOf(call), partnerId }, changes);
  return { data: await readPartner(deps, call.membership, partnerId) };
};

function newKeysOf({ url, jwks }: { readonly url?: string; readonly jwks?: unknown }): NewKeys {
  if (url !== undefined && jwks === undefined) return { url };
  if (url === undefined && jwks !== undefined) return { jwks };
  throw invalidField('keys', 'required', 'Send either url or jwks; null removes the keys.');
}
