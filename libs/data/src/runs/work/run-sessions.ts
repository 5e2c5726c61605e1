import { endsWithin } from '@app/common';
import { SourceError, type Engine, type Session, type SessionContext } from '@app/sources';
import { openConnections, statementSeconds } from '../data-run-counts';

/** How long a cancelled statement may take to be gone from the source, in ms. */
const CANCEL_MS = 5_000;

/** The readings of one run: cancelled with it, and closed at its end. */
export class RunSessions {
  private readonly open = new Set<Session>();
  private ending: Promise<unknown> | undefined;
  private isOpened = false;

  constructor(
    private readonly context: SessionContext,
    private readonly signal: AbortSignal,
  ) {
    if (signal.aborted) this.cancel();
    else signal.addEventListener('abort', this.cancel, { once: true });
  }

  /** Whether the source has let in a session. */
  get wasOpened(): boolean {
    return this.isOpened;
  }

  /** @throws {SourceError} */
  async begin(engine: Engine, config: unknown): Promise<Session> {
    if (this.signal.aborted) throw wasCancelled();
    const session = await engine.connect(config, this.context);
    this.isOpened = true;
    this.follow(engine.name, session);
    // It was being made when the run ended, and is in no list by then.
    if (this.signal.aborted) {
      await session.close();
      throw wasCancelled();
    }
    return session;
  }

  /** Ends what is left; never throws. */
  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.cancel);
    if (this.ending) await endsWithin(this.ending, CANCEL_MS);
    await Promise.allSettled([...this.open].map((session) => session.close()));
  }

  private readonly cancel = (): void => {
    this.ending = Promise.allSettled([...this.open].map((session) => session.cancel()));
  };

  /** Counted and timed in place, since engines know their own sessions by their class. */
  private follow(engine: string, session: Session): void {
    const { open } = this;
    const [query, close] = [session.query.bind(session), session.close.bind(session)];
    open.add(session);
    openConnections.inc({ engine });
    session.query = async (...asked) => {
      const end = statementSeconds.startTimer({ engine });
      try {
        return await query(...asked);
      } finally {
        end();
      }
    };
    session.close = async () => {
      if (open.delete(session)) openConnections.dec({ engine });
      await close();
    };
  }
}

function wasCancelled(): SourceError {
  return new SourceError({ reason: 'cancelled', message: 'The run was cancelled' });
}
