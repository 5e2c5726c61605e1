import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** Of no other use. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNiESn2XLMs9Scl4A
h3u4sf5h9rAiSXJDz8TDzHYGqgihRANCAATn+8gTbUnOUcNDCqITbY9+rJoVBcqk
A1rq0sXEdy5cjgKkrLk9aUkHhDjVya+Mznbx9EFo70mTHeTx3/b5PvR2
-----END PRIVATE KEY-----`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUMXRGurHLgt7nBowNoYULJiKgRrYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTE3MzgyNFoYDzIxMjYxMTA1
MTczODI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATn+8gTbUnOUcNDCqITbY9+rJoVBcqkA1rq0sXEdy5cjgKkrLk9aUkH
hDjVya+Mznbx9EFo70mTHeTx3/b5PvR2o1MwUTAdBgNVHQ4EFgQU9swlNv8VC/JD
d9Xvhkuq1oRI2nEwHwYDVR0jBBgwFoAU9swlNv8VC/JDd9Xvhkuq1oRI2nEwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiA3QnjJH8mURLIK9O8GQels
Ifwwdx1jPTTKi8e8I0EgSgIhAJfj1wVGsJqG4zHBeKklVHGRp+Atzzyc9T5MlDIN
xytL
-----END CERTIFICATE-----`;

/** Most that it sends, so that a reader without a limit does not fill the memory of the test. */
const MOST_BYTES = 300 * 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 'x');

/** What a server says first, and the header of a message that never ends. */
export interface FalseProtocol {
  readonly greeting?: Buffer;
  /** The answer to the request for TLS, where the protocol has one. */
  readonly tlsAnswer?: Buffer;
  /** Bytes of that request. */
  readonly tlsRequestBytes: number;
  readonly header: Buffer;
}

/** A server that announces a message of any size before anybody has logged in, and sends it. */
export interface FalseServer {
  readonly port: number;
  /** Bytes of the message that a client has taken. */
  taken(): number;
  stop(): void;
}

/** @param hasTls whether it takes TLS first */
export async function startFalseServer(protocol: FalseProtocol, hasTls: boolean): Promise<FalseServer> {
  let taken = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (protocol.greeting) socket.write(protocol.greeting);
    socket.once('data', (first) => {
      const counted = (bytes: number): void => void (taken += bytes);
      if (!hasTls) return void flood(socket, protocol.header, counted);
      if (protocol.tlsAnswer) socket.write(protocol.tlsAnswer);
      // A client that waits for no answer may have begun TLS in the same piece.
      socket.pause();
      socket.unshift(first.subarray(protocol.tlsRequestBytes));
      const stream = secured(socket);
      stream.on('error', () => undefined);
      stream.once('data', () => void flood(stream, protocol.header, counted));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, taken: () => taken, stop: () => server.close() };
}

function secured(socket: Socket): TLSSocket {
  const secureContext = createSecureContext({ key: KEY, cert: CERTIFICATE });
  return new TLSSocket(socket, { isServer: true, secureContext });
}

async function flood(stream: Socket, header: Buffer, count: (bytes: number) => void): Promise<void> {
  stream.write(header);
  for (let sent = 0; sent < MOST_BYTES && !stream.destroyed; sent += PIECE.length) {
    const written = await new Promise<boolean>((resolve) => stream.write(PIECE, (error) => resolve(!error)));
    if (!written) return;
    count(PIECE.length);
  }
}
