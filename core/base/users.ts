/** Users of the machine by name; by number where the machine knows no name. */
import { readFileSync } from 'node:fs';

export interface MachineUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The name in `/etc/passwd`. */
export function findUser(uid: number): MachineUser | undefined {
  for (const line of readPasswd().split('\n')) {
    const [name = '', , id, gid] = line.split(':');
    if (name !== '' && id === String(uid)) return { name, uid, gid: Number(gid) };
  }
  return undefined;
}

/** The user in a sentence: `user timebank`, or `user id 995`. */
export function describeUser(uid: number): string {
  const name = findUser(uid)?.name;
  return name === undefined ? `user id ${uid}` : `user ${name}`;
}

/** The user as an argument of `sudo -u`. */
export const sudoUser = (uid: number) => findUser(uid)?.name ?? `'#${uid}'`;

/** The user this process runs as. */
export function describeOurselves(): string {
  const uid = process.geteuid?.();
  return uid === undefined ? 'this user' : describeUser(uid);
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
