/** The faults of the keys that were sent, in the person's language. */
import type { ApiError } from '../../../../console/src/api/call.ts';
import type { Texts } from '../../../../console/src/i18n/text.ts';

type Field = 'url' | 'jwks' | 'keys_only' | 'bound_tokens_only';

/** The faults of one field as one text; those of single keys name their place. */
export function keyFault(error: ApiError | undefined, field: Field, { keys }: Texts): string | undefined {
  const faults: Readonly<Record<string, string>> = keys.faults;
  const messages = (error?.fields ?? []).flatMap((fault) => {
    const [, , , position] = fault.field.split('.');
    if (fieldOf(fault.field) === 'keys_only' && field === 'keys_only') return [keys.keysOnlyNeeds];
    // "Either this or that" belongs to the field that is shown.
    if (fault.field !== 'keys' && fieldOf(fault.field) !== field) return [];
    const reason = faults[fault.code] ?? keys.otherFault;
    return [position === undefined ? reason : keys.keyFault(Number(position) + 1, reason)];
  });
  return messages.length > 0 ? messages.join(' ') : undefined;
}

/** `keys.jwks.keys.1` is about `jwks`. */
function fieldOf(path: string): string | undefined {
  const [first, second] = path.split('.');
  return first === 'keys' ? second : first;
}
