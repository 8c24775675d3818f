/** Small files that browsers, search engines and security researchers request by themselves. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../../core/base/clock.ts';
import type { Config } from '../../core/base/config.ts';
import type { Api } from '../../core/http/route.ts';
import { ADDRESSES } from './frame.ts';
import { registerAddress, sendFile } from './send.ts';

/** The console's own icon. */
const ICONS = resolve(import.meta.dirname, '../public');
const SECURITY_PATH = '/.well-known/security.txt';
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 section 2.5.5 recommends less than a year. */
const EXPIRES_AFTER_DAYS = 180;
const TEXT = 'text/plain; charset=utf-8';
const DAILY = 'public, max-age=86400';

/** Search engines may index pages for people; not addresses for programs, nor pages behind a sign-in. */
const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /console
Disallow: /health/
Allow: /
`;

export function registerFiles(api: Api): void {
  const { config, clock } = api.deps;
  for (const [url, type, body] of [
    ['/icon.svg', 'image/svg+xml', readIcon('icon.svg')],
    ['/favicon.ico', 'image/x-icon', readIcon('favicon.ico')],
    ['/robots.txt', TEXT, ROBOTS],
  ] as const) {
    if (body === undefined) continue;
    registerAddress(api, url, (exchange) => sendFile(exchange, { type, cacheControl: DAILY, body }));
  }
  registerAddress(api, SECURITY_PATH, (exchange) => {
    const body = securityText(config, exchange.peer.origin, clock);
    sendFile(exchange, { type: TEXT, cacheControl: DAILY, body });
  });
}

/** Undefined where the console's sources were not installed. */
function readIcon(name: string): Uint8Array | undefined {
  const path = resolve(ICONS, name);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** RFC 9116. Names the operator's contact, else the page that says where to report. Canonical comes from the settings only, never from the request. */
function securityText({ securityContact, publicUrl }: Config, origin: string, clock: Clock): string {
  // Counted in days, so that all nodes give the same time.
  const today = Math.floor(clock.now().getTime() / DAY_MS);
  const expires = new Date((today + EXPIRES_AFTER_DAYS) * DAY_MS).toISOString().replace('.000', '');
  return [
    `Contact: ${securityContact ?? `${publicUrl ?? origin}${ADDRESSES.guide('report-a-hole')}`}`,
    `Expires: ${expires}`,
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${SECURITY_PATH}`]),
    '',
  ].join('\n');
}
