/** The folder of the scheduled backups. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of a backup: the instant of its snapshot, in UTC. */
const NAME = /^timebank-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/;

export interface BackupFile {
  readonly path: string;
  readonly at: Date;
}

/** The scheduled backups in a folder, newest first; none where there is no folder. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, day, ...time] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ path: join(folder, name), at: new Date(`${day}T${time.join(':')}Z`) }];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}
