import { write } from '../database/query.ts';

export const insertAdministrator = write<
  [email: string, name: string, passwordHash: string, createdAt: Date],
  { id: number }
>(
  'insert_administrator',
  `insert into administrators (email, name, password_hash, created_at) values ($1, $2, $3, $4)
   on conflict (email) do nothing returning id`,
);

export const insertAdministratorRole = write<[communityId: number, administratorId: number, role: string]>(
  'insert_administrator_role',
  'insert into administrator_roles (community_id, administrator_id, role) values ($1, $2, $3)',
);
