import type { AskVersion, RecalledStanding } from '@app/auth';
import type { Actor } from '@app/common';
import type { FastifyRequest } from 'fastify';
import { RouteOptions } from '../route-options.decorator';
import type { RecalledCaller } from './request-authorizer';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler reads by `readFor`, and so may begin before the database has said who the caller is now. */
    readsAhead?: boolean;
  }
  interface FastifyRequest {
    /** Absent where the caller was identified before the handler. */
    ahead: ReadAhead | null;
  }
}

/** The route does nothing but read, by `readFor`. */
export const ReadsAhead = (): MethodDecorator => RouteOptions({ readsAhead: true });

/** A request that is worked on for its caller as it was, while the database is asked who it is now. Nothing is answered before. */
export class ReadAhead {
  private standing: Promise<RecalledStanding> | undefined;
  private caller: Promise<Actor> | undefined;

  /**
   * @param actor as it was at its last request
   * @param identify tells who the caller is, where it is another one by now, or throws what the request is refused with
   */
  constructor(
    readonly actor: Actor,
    private readonly recalled: Pick<RecalledCaller, 'ask'>,
    private readonly identify: () => Promise<Actor>,
  ) {}

  /** The caller: `actor` itself where its token and rights are what they were. @throws {AppError} UNAUTHORIZED, FORBIDDEN */
  confirmed(): Promise<Actor> {
    return (this.caller ??= this.ask());
  }

  /** Asks for a version in the statement that asks who the caller is; undefined: that was asked before. */
  readonly askBeside: AskVersion = (question) => {
    if (this.standing) return undefined;
    this.standing = this.recalled.ask(question);
    return this.standing.then(({ version }) => version);
  };

  private async ask(): Promise<Actor> {
    const { isCurrent } = await (this.standing ??= this.recalled.ask());
    return isCurrent ? this.actor : this.identify();
  }
}

/**
 * Reads for the caller of a request as it is now. A known caller is looked up at the same time as the read, which is done again for one
 * whose rights have changed. `read` writes nothing.
 */
export async function readFor<T>(request: FastifyRequest, read: Read<T>): Promise<T> {
  const { ahead, actor } = request;
  if (!ahead) return read(actor as Actor);
  const [outcome, confirmed] = await Promise.all([outcomeOf(read, ahead), ahead.confirmed()]);
  if (confirmed !== ahead.actor) return read(confirmed);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** @param askBeside for the version of what is cached: it costs no statement of its own */
type Read<T> = (actor: Actor, askBeside?: AskVersion) => Promise<T>;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

async function outcomeOf<T>(read: Read<T>, { actor, askBeside }: ReadAhead): Promise<Outcome<T>> {
  try {
    return { value: await read(actor, askBeside) };
  } catch (error) {
    return { error };
  }
}
