/** Checks of settings that are right one by one and wrong together: one needs another, or opens more than intended. */
import ipaddr from 'ipaddr.js';
import { ConfigError } from './config-error.ts';

type Value = (name: string) => string | undefined;

/** Pairs of settings, of which the first needs the second: a lost line of a file must not start another kind of service. */
const NEEDS: readonly (readonly [name: string, needed: string])[] = [
  ['MIGRATE_DATABASE_URL', 'DATABASE_URL'],
  ['DATABASE_PREPARE', 'DATABASE_URL'],
  ['BACKUP_KEEP', 'BACKUP_DIR'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_TRACES_SAMPLER_ARG', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['MAIL_REPLY_TO', 'SMTP_URL'],
  ['MAIL_BOUNCE_TO', 'SMTP_URL'],
  ['MAIL_PER_MINUTE', 'SMTP_URL'],
];

/** @throws ConfigError naming a setting whose other half is missing */
export function checkBelonging(value: Value): void {
  for (const [name, needed] of NEEDS) {
    if (value(name) !== undefined && value(needed) === undefined) {
      throw new ConfigError(`${name} is set without ${needed}; set both, or neither.`);
    }
  }
}

/** The largest network of a proxy: the widest private ones. */
const WIDEST_IPV4 = 8;
const WIDEST_IPV6 = 7;
/** `::ffff:0:0/96` is all of IPv4. */
const MAPPED_BITS = 96;

/** A client in these ranges decides which address a request comes from. @throws ConfigError when they hold the internet */
export function checkTrusted(name: string, cidrs: readonly string[]): void {
  for (const cidr of cidrs) {
    const [address, length] = ipaddr.parseCIDR(cidr);
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= MAPPED_BITS;
    const [bits, widest] = isMapped
      ? [length - MAPPED_BITS, WIDEST_IPV4]
      : [length, address.kind() === 'ipv4' ? WIDEST_IPV4 : WIDEST_IPV6];
    if (bits < widest) {
      throw new ConfigError(
        `${name} holds "${cidr}"; anybody could forge addresses, so name the proxies alone, in ranges of /${isMapped ? widest + MAPPED_BITS : widest} or smaller.`,
      );
    }
  }
}
