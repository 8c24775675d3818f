/** Receives the service's events over https and prints those that it has verified, each once. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { createWebhookVerifier, WebhookVerificationError } from '@timebank/client';

const { PORT = '8443', WEBHOOK_SECRET = '', TLS_KEY = 'receiver.key', TLS_CERT = 'receiver.pem' } = process.env;
const verify = createWebhookVerifier({ secret: WEBHOOK_SECRET });
const seen = new Set<string>(); // in production: in your database, in one transaction with the work

const server = createServer({ key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) }, async (request, response) => {
  try {
    const event = await verify({ body: await buffer(request), headers: request.headers });
    response.writeHead(204).end();
    if (seen.has(event.id)) return;
    seen.add(event.id);
    if (event.type === 'wallet.credited') {
      const { reference, hours, credit_id } = event.data;
      console.log(`verified ${event.type}: ${reference} is ${credit_id}, ${hours} h`);
    } else {
      console.log(`verified ${event.type}`);
    }
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening at https://127.0.0.1:${PORT}/`));
