/** Addresses of clients. */
import { isIP } from 'node:net';

/** The address as PostgreSQL reads it: without the interface a link-local one may name (`fe80::1%eth0`); null: none. */
export function plainAddress(address: string | undefined): string | null {
  return address !== undefined && isIP(address) ? (address.split('%')[0] as string) : null;
}
