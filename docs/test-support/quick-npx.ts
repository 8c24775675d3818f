/**
 * An `npx` for the samples of a page: it runs `timebank` in this process, since dozens of starts take longer than what they
 * do. The README's samples run the real one.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runHere } from '../../test-support/command.ts';
import { ROOT } from './blocks.ts';

export interface QuickNpx {
  /** The folder for the front of PATH. */
  readonly bin: string;
  stop(): Promise<void>;
}

/** Its arguments go to the socket, each followed by NUL; output and exit code come in the files that the answer names. */
const script = (socket: string) => `#!/bin/sh
command=$1
shift
[ "$command" = timebank ] || exec "${ROOT}/node_modules/.bin/$command" "$@"
result=$(printf '%s\\0' "$@" | curl -sS --fail --unix-socket "${socket}" --data-binary @- http://localhost/) || exit 1
cat "$result.stdout"
cat "$result.stderr" >&2
exit "$(cat "$result.code")"
`;

/** @param env of the commands */
export async function startQuickNpx(folder: string, env: NodeJS.ProcessEnv): Promise<QuickNpx> {
  const bin = join(folder, `npx-${randomUUID()}`);
  await mkdir(bin);
  const server = createServer(async (request, response) => {
    const args = (await text(request)).split('\0').slice(0, -1);
    const { code, stdout, stderr } = await runHere(args, env);
    const result = join(bin, randomUUID());
    await Promise.all([
      writeFile(`${result}.stdout`, stdout),
      writeFile(`${result}.stderr`, stderr),
      writeFile(`${result}.code`, String(code)),
    ]);
    response.end(result);
  });
  const socket = join(bin, 'socket');
  await once(server.listen(socket), 'listening');
  await writeFile(join(bin, 'npx'), script(socket), { mode: 0o755 });
  return {
    bin,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}
