import type { RecalledStanding } from '@app/auth';
import type { Actor } from '@app/common';
import { CallerChanged, type AskVersion, type CallerCheck, type WithinStatement } from '@app/database';
import type { FastifyRequest } from 'fastify';
import { RouteOptions } from '../route-options.decorator';
import type { RecalledCaller } from './request-authorizer';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler reads by `readFor` or `workFor`, or writes by `workFor`, and so may begin before the database has said who the caller is. */
    startsAhead?: boolean;
  }
  interface FastifyRequest {
    /** Absent where the caller was identified before the handler. */
    ahead: ReadAhead | null;
  }
}

/** The route does nothing but read, by `readFor` or `workFor`. */
export const ReadsAhead = (): MethodDecorator => RouteOptions({ startsAhead: true });

/** The route does nothing but write, by `workFor`. */
export const PlansAhead = (): MethodDecorator => RouteOptions({ startsAhead: true });

/** A request that is worked on for its caller as it was, while the database is asked who it is now. Nothing is answered before. */
export class ReadAhead implements CallerCheck {
  private standing: Promise<RecalledStanding> | undefined;
  private caller: Promise<Actor> | undefined;

  /**
   * @param actor as it was at its last request
   * @param identify returns the caller, if it is another one by now, or throws the refusal of the request
   */
  constructor(
    readonly actor: Actor,
    private readonly recalled: Omit<RecalledCaller, 'actor'>,
    private readonly identify: () => Promise<Actor>,
  ) {}

  /** The caller: `actor` itself where its token and rights are what they were. @throws {AppError} UNAUTHORIZED, FORBIDDEN */
  confirmed(): Promise<Actor> {
    return (this.caller ??= this.identified());
  }

  /** Asks for a version in the statement that asks who the caller is; undefined: that was asked before. */
  readonly ask: AskVersion = (question) => {
    if (this.standing) return undefined;
    this.standing = this.recalled.ask(question);
    return this.standing.then(({ version }) => version);
  };

  readonly within: WithinStatement = (read) => {
    if (this.standing) return read();
    const reading = read(this.recalled.question());
    const alone = (): Promise<RecalledStanding> => this.recalled.ask();
    this.standing = reading.then(({ caller }) => (caller ? this.recalled.told(caller) : alone()), alone);
    return reading;
  };

  async confirm(): Promise<void> {
    if ((await this.confirmed()) !== this.actor) throw new CallerChanged();
  }

  private async identified(): Promise<Actor> {
    const { isCurrent } = await (this.standing ??= this.recalled.ask());
    return isCurrent ? this.actor : this.identify();
  }
}

/**
 * Reads for the caller of a request as it is now. A known caller is looked up at the same time as the read, which is done again for one
 * whose rights have changed. `read` writes nothing.
 */
export function readFor<T>(request: FastifyRequest, read: Read<T>): Promise<T> {
  return begun(request, read, (ahead) =>
    Promise.all([outcomeOf(() => read(ahead.actor, ahead.ask)), ahead.confirmed()]),
  );
}

/**
 * Works for the caller of a request as it is. The work of a known caller is begun for it as it was, and again for one whose rights have
 * changed. `work` asks for the caller within a statement of its own, or confirms it before it writes anything; else it is confirmed before
 * the answer.
 */
export function workFor<T>(
  request: FastifyRequest,
  work: (actor: Actor, caller?: CallerCheck) => Promise<T>,
): Promise<T> {
  return begun(request, work, async (ahead) => [
    await outcomeOf(() => work(ahead.actor, ahead)),
    await ahead.confirmed(),
  ]);
}

/** The outcome of what was begun for a known caller; of another one where its rights have changed, or it was not known. */
async function begun<T>(
  { ahead, actor }: FastifyRequest,
  again: (actor: Actor) => Promise<T>,
  begin: (ahead: ReadAhead) => Promise<readonly [Outcome<T>, Actor]>,
): Promise<T> {
  if (!ahead) return again(actor as Actor);
  const [outcome, confirmed] = await begin(ahead);
  if (confirmed !== ahead.actor) return again(confirmed);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** @param ask for the version of what is cached: it costs no statement of its own */
type Read<T> = (actor: Actor, ask?: AskVersion) => Promise<T>;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}
