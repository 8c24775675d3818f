/** The least an HTTP answer costs: node:http, the same headers and bytes, nothing else. */
import { createServer } from 'node:http';

const { headers, body } = JSON.parse(process.env.ANSWER ?? '{}') as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body);
const fixed = Object.fromEntries(
  Object.entries(headers).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
);
createServer((_request, response) => {
  response.writeHead(200, fixed);
  response.end(bytes);
}).listen(Number(process.env.PORT), '127.0.0.1');
