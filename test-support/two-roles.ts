/** A database for the service on a server of the system, with its two roles as the operator's guide makes them. */
import { randomBytes } from 'node:crypto';
import { onServer, type PostgresServer } from './postgres-server.ts';

export interface TwoRoles {
  /** The URL of either role, by way of these ports of this machine, or of `host:port` elsewhere. */
  url(role: 'app' | 'owner', ...servers: (number | string)[]): string;
  readonly passwords: Readonly<Record<string, string>>;
}

const DATABASE = 'timebank';
const ROLES = { app: 'timebank', owner: 'timebank_owner' } as const;

export async function createTwoRoles(server: Pick<PostgresServer, 'database'>): Promise<TwoRoles> {
  const passwords = Object.fromEntries(Object.values(ROLES).map((name) => [name, randomBytes(12).toString('hex')]));
  const postgres = await server.database('postgres');
  for (const [name, password] of Object.entries(passwords)) {
    await onServer(postgres, `create role ${name} login password '${password}'`);
  }
  await onServer(postgres, `create database ${DATABASE} owner ${ROLES.owner} encoding 'UTF8' template template0`);
  return {
    passwords,
    url(role, ...servers) {
      const hosts = servers.map((server) => (typeof server === 'string' ? server : `127.0.0.1:${server}`)).join();
      return `postgresql://${ROLES[role]}:${passwords[ROLES[role]]}@${hosts}/${DATABASE}`;
    },
  };
}
