import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  };
}

/** Sends bytes as they are and reads until the server closes the connection. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(parse(text)));
    // A server that refuses early resets what is still being sent; what it said counts.
    socket.on('error', (error) => (text ? resolve(parse(text)) : reject(error)));
  });
}
