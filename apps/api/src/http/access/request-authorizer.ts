import type { RecalledStanding } from '@app/auth';
import type { Actor, Operation } from '@app/common';
import type { CallerQuestion, VersionQuestion } from '@app/database';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { routeOf, type RouteAccess } from './route-access';

/** Identifies a caller. Implemented by `Authenticator` of @app/auth. */
export interface Identification {
  authenticate(headers: { readonly authorization?: string[] }, remoteAddress: string): Promise<Actor>;
  /** The caller of an Authorization header that was shown before. */
  recall(authorization: string): RecalledCaller | undefined;
}

export interface RecalledCaller {
  readonly actor: Actor;
  /** Whether its token and its rights are the same now; nothing is answered before. @param beside asked in the same statement */
  ask(beside?: VersionQuestion): Promise<RecalledStanding>;
  /** The question of `ask` for a statement that reads something else. */
  question(): CallerQuestion;
  /** @param text the answer to the question */
  told(text: string): RecalledStanding;
}

/** Checks the permissions of a caller. Implemented by `AccessControl` of @app/auth. */
export interface Permission {
  /** @throws {AppError} FORBIDDEN where no object of the resource could grant the operation */
  requireAnyObject(actor: Actor, operation: Operation, resource: string): void;
}

const AUTHORIZATION = 'authorization';
const API_KEY = 'x-api-key';

/** Every Authorization header of a request: Node's `headers` shows the first only, and two are a reason to refuse. */
const authorization = (rawHeaders: readonly string[]) => headerValues(rawHeaders, AUTHORIZATION);

function headerValues(rawHeaders: readonly string[], sought: string): string[] | undefined {
  let values: string[] | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === sought.length && name.toLowerCase() === sought)
      (values ??= []).push(rawHeaders[at + 1] as string);
  }
  return values;
}

/** The Authorization headers; without one the API keys of a route that takes them, as such headers. */
function credentials(request: FastifyRequest): string[] | undefined {
  const { rawHeaders } = request.raw;
  const values = authorization(rawHeaders);
  if (values !== undefined || routeOf(request).config.apiKey !== true) return values;
  return headerValues(rawHeaders, API_KEY)?.map((key) => `Bearer ${key}`);
}

/** Lets a request pass by the access that its route declares. */
export class RequestAuthorizer {
  constructor(
    private readonly identification: Identification,
    private readonly permission: Permission,
  ) {}

  /** @throws {AppError} UNAUTHORIZED */
  identify(request: FastifyRequest): Promise<Actor> {
    const values = credentials(request);
    return this.identification.authenticate(values ? { authorization: values } : {}, request.ip);
  }

  /** The caller, if it was there before; else, and where it is not current, `identify` returns it, or throws the refusal. */
  recall({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): RecalledCaller | undefined {
    const values = authorization(rawHeaders);
    return values?.length === 1 ? this.identification.recall(values[0] as string) : undefined;
  }

  /** @throws {AppError} FORBIDDEN where no object could grant any of the operations */
  admit(actor: Actor, access: RouteAccess): void {
    if (access.kind === 'operation') this.requireAny(actor, access.operations, [access.resource]);
  }

  /** @throws {AppError} FORBIDDEN where a route for any principal takes large bodies from others only */
  admitLargeBody(actor: Actor | null, access: RouteAccess | undefined): void {
    if (access?.kind !== 'principal' || !access.largeBodies || !actor) return;
    const { operation, resources } = access.largeBodies;
    this.requireAny(actor, [operation], resources);
  }

  /** One that passes is enough; otherwise the first refusal is reported. */
  private requireAny(actor: Actor, operations: readonly Operation[], resources: readonly string[]): void {
    let refusal: unknown;
    for (const resource of resources) {
      for (const operation of operations) {
        try {
          return this.permission.requireAnyObject(actor, operation, resource);
        } catch (error) {
          refusal ??= error;
        }
      }
    }
    throw refusal;
  }
}
