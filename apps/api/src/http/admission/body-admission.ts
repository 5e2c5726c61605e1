import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload, RouteOptions } from 'fastify';
import { LARGE_BODY } from '../parsing/body.decorators';
import { checkContentEncoding, isPacked, unpacker, unpackingError } from '../parsing/content-encoding';
import { isMultipart } from '../parsing/multipart-body';
import { BodyBudget, SMALL_BODY } from './body-budget';
import { BodyHold } from './body-hold';
import { BodyPace } from './body-pace';
import { CountedBody } from './counted-body';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its part of the budget for bodies; null before it has a body. */
    bodyHold: BodyHold | null;
  }
}

type Done = (error: Error | null, payload?: unknown) => void;
/** @throws {AppError} FORBIDDEN where this caller may not send a body that is not small */
type CheckLarge = (request: FastifyRequest) => void;

/** Admits bodies within the byte budget and aborts those that arrive too slowly. */
export class BodyAdmission {
  constructor(
    private readonly checkLarge: CheckLarge,
    private readonly budget = new BodyBudget(),
    private readonly pace = new BodyPace(),
  ) {}

  /** Called after all other hooks on routes: refused requests do not wait for memory. */
  register(fastify: FastifyInstance): void {
    fastify.decorateRequest('bodyHold', null);
    fastify.addHook('onRoute', (route) => this.guard(route));
    fastify.addHook('onResponse', (request, _reply, done) => {
      // It was refused before its body was there, of which the rest is skipped: not for as long as the sender likes.
      if (hasBody(request) && !request.raw.complete) this.pace.watch(request.raw, () => request.raw.destroy());
      done();
    });
  }

  private guard(route: RouteOptions): void {
    const methods = [route.method].flat();
    if (methods.every((method) => method === 'GET' || method === 'HEAD')) return;
    const admit = (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: Done): void => {
      if (hasBody(request)) this.admit(request, reply, payload).then((admitted) => done(null, admitted), done);
      else done(null, payload);
    };
    const answered = (request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: Done): void => {
      request.bodyHold?.answered();
      done(null, payload);
    };
    route.preParsing = [...[route.preParsing ?? []].flat(), admit] as RouteOptions['preParsing'];
    route.onSend = [...[route.onSend ?? []].flat(), answered] as RouteOptions['onSend'];
  }

  private async admit(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): Promise<RequestPayload> {
    checkContentEncoding(request, isMultipart(request));
    const hold = (request.bodyHold = new BodyHold(this.budget, reply));
    const length = lengthOf(request);
    if ((length ?? 0) > SMALL_BODY) this.checkLarge(request);
    if (length !== undefined) await hold.take(length);
    this.pace.watch(request.raw, (slow) => endBody(request, hold, slow));
    return length === undefined ? this.counted(request, hold, payload) : payload;
  }

  private counted(request: FastifyRequest, hold: BodyHold, payload: RequestPayload): RequestPayload {
    const body = new CountedBody(async (bytes) => {
      if (hold.bytes + bytes > SMALL_BODY) this.checkLarge(request);
      await hold.take(bytes);
    });
    // The reader may have refused it by now.
    body.on('error', () => undefined);
    payload.on('error', (error: Error) => body.destroy(error));
    const unpack = unpacker(request);
    if (!unpack) return payload.pipe(body);
    body.on('close', () => unpack.destroy());
    payload.on('data', (chunk: Buffer) => (body.receivedEncodedLength += chunk.length));
    unpack.on('error', (error) => body.destroy(unpackingError(request, error)));
    return payload.pipe(unpack).pipe(body);
  }
}

/** Ends a body with an error, which its reader answers; where the answer is out, or nothing reads, only closing the connection ends it. */
function endBody({ raw }: FastifyRequest, hold: BodyHold, slow: Error): void {
  if (hold.isAnswered || raw.listenerCount('error') === 0) raw.destroy();
  else raw.emit('error', slow);
}

/** Whether the request has no body, or announces one that is small. */
export function hasSmallBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bytes that the body will take in memory; undefined if known only after its arrival. */
function lengthOf(request: FastifyRequest): number | undefined {
  const { headers } = request;
  // Files are streamed, not buffered whole.
  if (isMultipart(request)) return Math.min(Number(headers['content-length'] ?? LARGE_BODY), LARGE_BODY);
  return isPacked(request) || headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}
