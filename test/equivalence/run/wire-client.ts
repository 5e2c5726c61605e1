import { Agent, request } from 'node:http';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** In their order; a name may stand twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** Longest wait for an answer, in ms. */
const PATIENCE_MS = 60_000;
/** A stream of events has no end: what came until nothing has come for this time is its answer, in ms. */
const QUIET_MS = 400;

/** One connection, one request at a time, nothing decoded. */
export class WireClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly baseUrl: string) {}

  send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    const { hostname, port } = new URL(this.baseUrl);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers, agent: this.agent, timeout: PATIENCE_MS });
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer within ${PATIENCE_MS} ms`)));
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        const finish = (): void =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: pairs(answer.rawHeaders),
            body: Buffer.concat(chunks),
          });
        const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
        let quiet: NodeJS.Timeout | undefined;
        const listen = (): void => {
          clearTimeout(quiet);
          quiet = setTimeout(() => {
            finish();
            sent.destroy();
          }, QUIET_MS);
        };
        if (isStream) listen();
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (isStream) listen();
        });
        answer.on('end', () => {
          clearTimeout(quiet);
          finish();
        });
        answer.on('error', reject);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] as string]] : [],
  );
}
