/** Texts for a partner's developer. */
import type { HandOverKit } from '@timebank/contract/console';

/** A line for a terminal; every part is safe between single quotes. */
export function curlLine({ token_url, client_id, client_secret }: HandOverKit): string {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret });
  return `curl -sS '${token_url}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** The kit as a file: names and values as programs read them. */
export function kitFile(kit: HandOverKit, heading: string): string {
  const lines = [
    `# ${heading}`,
    `api_url=${kit.api_url}`,
    `token_url=${kit.token_url}`,
    `docs_url=${kit.docs_url}`,
    `client_id=${kit.client_id}`,
    `client_secret=${kit.client_secret}`,
    `scopes=${kit.scopes.join(' ')}`,
    `allowed_addresses=${kit.allowed_addresses.join(' ')}`,
  ];
  return `${lines.join('\n')}\n`;
}
