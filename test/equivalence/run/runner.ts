import { setTimeout as delay } from 'node:timers/promises';
import type { Caller, Chapter, Step } from '../script/step';
import { Names } from './names';
import { Normaliser, type PlainAnswer } from './normaliser';
import { WireClient, type WireAnswer } from './wire-client';

/** What a step was answered. */
export interface Exchange {
  readonly label: string;
  readonly answer: PlainAnswer;
}

/** What is asked: a build that runs. */
export interface Service {
  readonly baseUrl: string;
  token(caller: Exclude<Caller, 'nobody'>): Promise<string>;
}

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** How long an answer with a certain text is waited for, and how often asked for, in ms. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** Sends the steps of a script to a build, one after the other. */
export class Runner {
  private readonly start = Date.now();
  private readonly names = new Names(this.start);
  private readonly normaliser = new Normaliser(this.start);
  private readonly client: WireClient;
  private readonly tokens = new Map<Caller, string>();
  private lastEnd = 0;

  constructor(private readonly service: Service) {
    this.client = new WireClient(service.baseUrl);
  }

  async *run({ name, steps }: Chapter): AsyncGenerator<Exchange> {
    for (const step of steps) yield { label: step.label, answer: await this.take(`${name}/${step.label}`, step) };
  }

  /** What is no answer, such as counts, with the same placeholders. */
  text(text: string): string {
    return this.normaliser.text(text);
  }

  close(): void {
    this.client.close();
  }

  private async take(label: string, step: Step): Promise<PlainAnswer> {
    const token = await this.tokenOf(step.as);
    const writes = !READS.includes(step.method);
    // Times are placed by the ms in which a writing step began; the database rounds them.
    if (writes) while (Date.now() < this.lastEnd + 2) await delay(1);
    const path = this.names.inText(step.path, encodeURIComponent);
    const body = step.body === undefined ? undefined : this.bodyOf(step.body);
    this.normaliser.begin(label, writes, `${path} ${body?.toString() ?? ''}`);
    const headers = {
      'x-request-id': label.replace(/[^\x21-\x7e]/g, '_'),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(
        Object.entries(step.headers ?? {}).map(([name, value]) => [name, this.names.inText(value)]),
      ),
      ...(body !== undefined && { 'content-length': String(body.length) }),
    };
    const request = {
      method: step.method,
      path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      headers,
      body,
    };
    const answer = await this.settled(() => this.client.send(request), step.until);
    this.lastEnd = Date.now();
    if (step.save !== undefined && answer.status < 300) this.names.save(step.save, memberOf(answer));
    return this.normaliser.answer(answer);
  }

  private async settled(ask: () => Promise<WireAnswer>, until: string | undefined): Promise<WireAnswer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask();
      if (until === undefined || answer.status >= 400 || answer.body.includes(until) || Date.now() > deadline)
        return answer;
      await delay(LOOK_EVERY_MS);
    }
  }

  private bodyOf(body: unknown): Buffer {
    const { '@base64': bytes } = Object(body) as { '@base64'?: string };
    if (bytes !== undefined) return Buffer.from(bytes, 'base64');
    return Buffer.from(typeof body === 'string' ? this.names.inText(body) : JSON.stringify(this.names.inValue(body)));
  }

  private async tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'nobody') return undefined;
    const known = this.tokens.get(caller);
    if (known !== undefined) return known;
    const token = await this.service.token(caller);
    this.tokens.set(caller, token);
    this.names.save(`token of ${caller}`, tokenParts(token));
    return token;
  }
}

/** The token as it is, and two that look like it: without a signature, and with another one. */
function tokenParts(token: string): object {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
  const other = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  return { token, unsigned, flipped: `${head}.${claims}.${other}` };
}

/** What later steps can name: the members of a JSON body, and the tag. */
function memberOf({ headers, body }: WireAnswer): unknown {
  const tag = headers.find(([name]) => name === 'etag')?.[1];
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(value) ? value : { ...(value as object), ...(tag !== undefined && { '@etag': tag }) };
  } catch {
    return { '@text': body.toString('utf8'), '@etag': tag };
  }
}
