/** Processes, as the system reports them (Linux). */
import { readdir, readFile } from 'node:fs/promises';

/** Running processes that this one has started. */
export async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // "pid (name) state ppid …"; a name may hold blanks and brackets.
    const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (ppid === parent) children.push(Number(name));
  }
  return children;
}
