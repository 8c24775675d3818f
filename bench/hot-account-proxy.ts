/**
 * A wire of some length, as a process of its own: what comes back through it comes late. For each port that a message
 * names it listens on one of its own and answers with that.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Node's timers count whole milliseconds, so the whole of the round trip's is put into one direction. */
const BACK_MS = 1;
/** Bytes on their way back before the sender has to wait. */
const WAITING_MAX = 4 * 1024 * 1024;

process.on('message', async (port: number) => {
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    // The standby connects to the proxy: towards it at once, from it late.
    far.on('data', (chunk) => near.write(chunk));
    passLate(near, far);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit());

function passLate(from: Socket, to: Socket): void {
  let waiting = 0;
  from.on('data', (chunk) => {
    waiting += chunk.length;
    if (waiting > WAITING_MAX) from.pause();
    setTimeout(() => {
      waiting -= chunk.length;
      if (waiting <= WAITING_MAX) from.resume();
      to.write(chunk);
    }, BACK_MS);
  });
}
