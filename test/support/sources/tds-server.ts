import { type AddressInfo, createServer, type Socket } from 'node:net';
import { driverState } from '@app/sources';

/** Why suites that need the driver are left out; undefined where it is there. */
export const MISSING_MSSQL = driverState('mssql', process.env.DATA_DRIVERS_DIR).installed
  ? undefined
  : 'DATA_DRIVERS_DIR names no folder with the driver mssql';

/** An answer of the server of tests: rows of texts, an error, or none until the statement is cancelled. */
export type TdsAnswer =
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] }
  | { readonly error: { readonly number: number; readonly message: string } }
  | 'endless';

/** A server that speaks as much of TDS 7.4, by its documentation, as a driver needs to send batches and to read texts. */
export interface TdsServer {
  readonly port: number;
  /** Batches in the order in which they came. */
  readonly batches: string[];
  /** How many statements run now. */
  running(): number;
  stop(): Promise<void>;
}

const [PRELOGIN, LOGIN, BATCH, ATTENTION, ANSWER] = [0x12, 0x10, 0x01, 0x06, 0x04];
const HEADER = 8;
const LAST = 1;

/** Starts one, with one login. @param answer to a batch */
export async function startTds(user: string, password: string, answer: (sql: string) => TdsAnswer): Promise<TdsServer> {
  const batches: string[] = [];
  const sockets = new Set<Socket>();
  let running = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const send = (...tokens: readonly Buffer[]): void => void socket.write(packet(Buffer.concat(tokens)));
    let [read, message] = [Buffer.alloc(0), Buffer.alloc(0)];
    let hangs = false;
    socket.on('data', (data: Buffer) => {
      read = Buffer.concat([read, data]);
      while (read.length >= HEADER && read.length >= read.readUInt16BE(2)) {
        const [type, status, length] = [read[0]!, read[1]!, read.readUInt16BE(2)];
        message = Buffer.concat([message, read.subarray(HEADER, length)]);
        read = read.subarray(length);
        if (!(status & LAST)) continue;
        const whole = message;
        message = Buffer.alloc(0);
        if (type === PRELOGIN) send(prelogin());
        else if (type === LOGIN) send(...login(whole, user, password));
        else if (type === ATTENTION) {
          // The answer to the statement ends first, then it is acknowledged that it was cancelled.
          if (hangs) {
            running--;
            send(done(0));
          }
          hangs = false;
          send(done(0x20));
        } else if (type === BATCH) {
          const sql = whole.subarray(whole.readUInt32LE(0)).toString('utf16le');
          batches.push(sql);
          const found = answer(sql);
          if (found === 'endless') {
            hangs = true;
            running++;
          } else if ('error' in found) send(error(found.error.number, found.error.message), done(0x02));
          else send(...table(found.columns, found.rows));
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    batches,
    running: () => running,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const ucs2 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const short = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), ucs2(text)]);

function packet(body: Buffer): Buffer {
  const header = Buffer.from([ANSWER, LAST, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(body.length + HEADER, 2);
  return Buffer.concat([header, body]);
}

/** Version 16, and no encryption. */
function prelogin(): Buffer {
  const options = [
    { id: 0, value: Buffer.from([16, 0, 0x10, 0, 0, 0]) },
    { id: 1, value: Buffer.from([2]) },
  ];
  let at = options.length * 5 + 1;
  const heads = options.map(({ id, value }) => {
    const head = Buffer.from([id, 0, 0, 0, 0]);
    head.writeUInt16BE(at, 1);
    head.writeUInt16BE(value.length, 3);
    at += value.length;
    return head;
  });
  return Buffer.concat([...heads, Buffer.from([0xff]), ...options.map(({ value }) => value)]);
}

/** A password has its half bytes changed about, and 0xA5 in each. */
function login(message: Buffer, user: string, password: string): Buffer[] {
  const field = (at: number): Buffer => {
    const from = message.readUInt16LE(at);
    return message.subarray(from, from + message.readUInt16LE(at + 2) * 2);
  };
  const plain = Buffer.from(field(44).map((byte) => (((byte ^ 0xa5) << 4) | ((byte ^ 0xa5) >> 4)) & 0xff));
  if (field(40).toString('utf16le') !== user || plain.toString('utf16le') !== password)
    return [error(18_456, `Login failed for user '${user}'.`), done(0x02)];
  if (field(68).toString('utf16le') === 'nowhere')
    return [error(4060, 'Cannot open database "nowhere" requested by the login. The login failed.'), done(0x02)];
  const body = Buffer.concat([
    Buffer.from([1, 0x74, 0, 0, 4]),
    short('Microsoft SQL Server'),
    Buffer.from([16, 0, 0, 1]),
  ]);
  return [Buffer.from([0xad]), u16(body.length), body, done(0)];
}

function error(number: number, message: string): Buffer {
  const body = Buffer.concat([
    u32(number),
    Buffer.from([1, 14]),
    u16(message.length),
    ucs2(message),
    short('test'),
    short(''),
    u32(1),
  ]);
  return Buffer.concat([Buffer.from([0xaa]), u16(body.length), body]);
}

const done = (status: number): Buffer => Buffer.concat([Buffer.from([0xfd]), u16(status), u16(0), u32(0), u32(0)]);

/** All columns are nvarchar(4000). */
function table(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Buffer[] {
  if (!columns.length) return [done(0)];
  const type = Buffer.from([0, 0, 0, 0, 1, 0, 0xe7, 0x40, 0x1f, 0x09, 0x04, 0xd0, 0, 0x34]);
  const cell = (value: string | null): Buffer =>
    value === null ? u16(0xffff) : Buffer.concat([u16(value.length * 2), ucs2(value)]);
  return [
    Buffer.from([0x81]),
    u16(columns.length),
    ...columns.flatMap((name) => [type, short(name)]),
    ...rows.map((row) => Buffer.concat([Buffer.from([0xd1]), ...row.map(cell)])),
    done(0),
  ];
}
