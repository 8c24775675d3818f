/** The webhooks of the OpenAPI document: how an event of each type is delivered. */
import { EVENT_KINDS, type EventType } from './events.ts';
import type { Json } from './public-schema.ts';

/** @param schema of the body */
export function webhookObject(type: EventType, schema: Json): Json {
  const { description, scopes, example } = EVENT_KINDS[type];
  const entitlement = scopes.length > 0 ? ` Needs ${scopes.join(' or ')}.` : '';
  const header = (name: string, text: string, value: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
    example: value,
  });
  return {
    post: {
      operationId: `on${wordsOf(type)}`,
      tags: ['Webhooks'],
      summary: type,
      description: `${description}${entitlement}`,
      parameters: [
        header(
          'webhook-id',
          'Id of the event, the same in every retry and replay. Discard events you have already processed.',
          example.id,
        ),
        header(
          'webhook-timestamp',
          'Time of this attempt in Unix seconds. Reject it if it is off by more than 5 minutes.',
          '1795167000',
        ),
        header(
          'webhook-signature',
          'Space-separated `v1,<base64>` of HMAC-SHA256 over `id.timestamp.body`; two values while a secret is being rotated.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example } },
      },
      responses: {
        '2XX': { description: 'Received. Respond within 15 seconds, before doing any long work.' },
        '410': { description: 'No longer wanted: the subscription is disabled.' },
        default: {
          description:
            'A failure; redirects are failures, too. The event is sent again, up to 10 attempts over about 75 hours.',
        },
      },
      security: [{}],
    },
  };
}

/** `wallet.credit_reversed` as `WalletCreditReversed`. */
function wordsOf(type: EventType): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
