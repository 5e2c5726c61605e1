import type { Duplex } from 'node:stream';
import type { Client } from 'pg';
import type { Framing, MessageLimit } from '../connect/message-limit';

/** A letter, and a length that counts itself. */
export const POSTGRES_FRAMING: Framing = {
  headerBytes: 5,
  bodyBytes: (header) => header.readUInt32BE(1) - 4,
  goesOn: () => false,
};

/** The driver's own connection, which changes its stream where TLS begins. */
interface Connection {
  readonly stream: Duplex;
  once(event: 'sslconnect', listener: () => void): unknown;
}

/** Has the messages of a client watched before it connects: under TLS what lies within. */
export function watchMessages(client: Client, socket: Duplex, hasTls: boolean, limit: MessageLimit): void {
  if (!hasTls) {
    limit.watch(socket);
    return;
  }
  const { connection } = client as unknown as { readonly connection: Connection };
  connection.once('sslconnect', () => limit.watch(connection.stream));
}
