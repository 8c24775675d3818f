/** The settings of sign-in through the organisation's identity provider: all of them or none. */
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@timebank/contract';
import ipaddr from 'ipaddr.js';
import { ConfigError } from './config-error.ts';

/** The right that one value of the role claim gives: the whole installation's switch, or a role in a community. */
export type RoleRule =
  | { readonly value: string; readonly role: 'operator' }
  | { readonly value: string; readonly role: AdministratorRole; readonly community: string };

export interface OidcConfig {
  /** The issuer, as the provider writes it in its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The text of the sign-in page's button. */
  readonly name: string;
  /** The claim that gives roles; undefined: invitations give them. */
  readonly roleClaim: string | undefined;
  readonly roles: readonly RoleRule[];
  /** A provider without https, on this machine. */
  readonly insecure: boolean;
}

type Value = (name: string) => string | undefined;

const NAMES = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const OPTIONAL_NAMES = ['OIDC_NAME', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES'] as const;
const NAME_LENGTH_MAX = 60;
const RULES_MAX = 1000;

/**
 * @param allowsLoopbackHttp whether the provider may be on this machine without https
 * @throws ConfigError naming the setting and the rule
 */
export function readOidcConfig(value: Value, allowsLoopbackHttp: boolean): OidcConfig | undefined {
  const issuerText = value('OIDC_ISSUER');
  if (issuerText === undefined) {
    const alone = [...NAMES, ...OPTIONAL_NAMES].find((name) => value(name) !== undefined);
    if (alone) throw new ConfigError(`${alone} is set without OIDC_ISSUER; set both, or neither.`);
    return undefined;
  }
  const issuer = readIssuer(issuerText, allowsLoopbackHttp);
  const [clientId, clientSecret] = NAMES.map((name) => {
    const text = value(name);
    if (text === undefined) throw new ConfigError(`OIDC_ISSUER is set without ${name}; set all of OIDC_*, or none.`);
    return text;
  }) as [string, string];
  const name = value('OIDC_NAME') ?? issuer.host;
  if (name.length > NAME_LENGTH_MAX || /\p{Cc}/u.test(name)) {
    throw new ConfigError(`OIDC_NAME must be one line of at most ${NAME_LENGTH_MAX} characters.`);
  }
  const roleClaim = value('OIDC_ROLE_CLAIM');
  const rolesText = value('OIDC_ROLES');
  if ((roleClaim === undefined) !== (rolesText === undefined)) {
    throw new ConfigError('OIDC_ROLE_CLAIM and OIDC_ROLES belong together; set both, or neither.');
  }
  return {
    // The text, not the URL's spelling of it: tokens name the issuer letter by letter.
    issuer: issuerText,
    clientId,
    clientSecret,
    name,
    roleClaim,
    roles: rolesText === undefined ? [] : readRoles(rolesText),
    insecure: issuer.protocol === 'http:',
  };
}

function readIssuer(text: string, allowsLoopbackHttp: boolean): URL {
  const url = URL.parse(text);
  const usable = url && !url.search && !url.hash && !url.username && !/\s/.test(text);
  if (usable && url.protocol === 'https:') return url;
  if (usable && url.protocol === 'http:' && allowsLoopbackHttp && isLoopback(url.hostname)) return url;
  throw new ConfigError(`OIDC_ISSUER is "${text}"; it must be an https URL such as https://login.example.org.`);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || (ipaddr.isValid(hostname) && ipaddr.process(hostname).range() === 'loopback');
}

function readRoles(text: string): RoleRule[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > RULES_MAX) {
    throw new ConfigError(`OIDC_ROLES must have from 1 to ${RULES_MAX} entries, separated by commas.`);
  }
  return parts.map((part) => {
    // The last one: names of groups may hold the sign.
    const at = part.lastIndexOf('=');
    const value = part.slice(0, Math.max(at, 0)).trim();
    const [role = '', community, ...more] = part
      .slice(at + 1)
      .trim()
      .split(':');
    if (value !== '' && more.length === 0) {
      if (role === 'operator' && community === undefined) return { value, role };
      if (isRole(role) && community) return { value, role, community };
    }
    throw new ConfigError(
      `OIDC_ROLES holds "${part}"; an entry is group=operator or group=role:community, with one of the roles ${ADMINISTRATOR_ROLES.join(', ')}.`,
    );
  });
}

function isRole(text: string): text is AdministratorRole {
  return (ADMINISTRATOR_ROLES as readonly string[]).includes(text);
}
