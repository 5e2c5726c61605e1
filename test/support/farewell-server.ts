import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content, 'latin1')]);
}

const GREETING = [message('R', '\0\0\0\0'), message('Z', 'I')];
const DONE = [message('C', 'BEGIN\0'), message('Z', 'T')];
const FAREWELL = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

/** As much of PostgreSQL as greets, answers that many statements and ends the session in the same breath. */
export async function startFarewellServer(statements: number): Promise<{ url: string; close: () => void }> {
  const serve = (socket: Socket) => {
    let answered = 0;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const words = answered === 0 ? GREETING : DONE;
      if (answered++ < statements) socket.write(Buffer.concat(words));
      else socket.end(Buffer.concat([...words, FAREWELL]));
    });
  };
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/d`, close: () => server.close() };
}
