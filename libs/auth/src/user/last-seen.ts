import { Batcher, uuidList } from '@app/common';
import { Database, NOW_MS, type PreparedStatement } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../principal/principal';

/** A user's time is written once in that long, in ms, so it is late by no more. */
export const SEEN_EVERY_MS = 300_000;
/** Users that a process remembers: some 100 bytes each. */
const MOST_REMEMBERED = 20_000;
/** Users of one statement. */
const MOST_AT_ONCE = 200;

/** In the order of the rows, so that processes that write the same users wait for each other and are no deadlock. */
const NOTE: PreparedStatement = {
  name: 'auth_note_seen',
  text: `
    insert into user_seen as s (node, seen_at)
    select e.node, ${NOW_MS} from entity e where e.node = any ($1::bigint[]) order by e.node
    on conflict (node) do update set seen_at = excluded.seen_at where s.seen_at < excluded.seen_at - ${SEEN_EVERY_MS}`,
};

const SEEN: PreparedStatement = {
  name: 'auth_last_seen',
  text: `
    select e.id::text, s.seen_at::text as "seenAt" from entity e join user_seen s on s.node = e.node
     where e.type = 'user' and e.id = any ($1::uuid[])`,
};

/** Limit of the users that one request asks for. */
export const MOST_SEEN_IDS = 100;

export interface SeenUser {
  readonly id: string;
  /** Epoch ms. */
  readonly lastSeenAt: number;
}

/**
 * When users last made a request, by whatever means they signed in. No request waits for what it writes, and what is lost is written at the next
 * request after `SEEN_EVERY_MS`.
 */
@Injectable()
export class LastSeen {
  private readonly logger = new Logger('LastSeen');
  /** When users were noted here, in epoch ms. */
  // eslint-disable-next-line house/no-learned-ways -- spares writes; no answer follows from it
  private readonly noted = new Map<string, number>();
  private readonly writes = new Batcher((nodes: readonly string[]) => this.write(nodes), {
    most: MOST_AT_ONCE,
    atOnce: 1,
    isOnes: () => false,
  });

  constructor(private readonly database: Database) {}

  /** The user has made a request. */
  note({ node }: Pick<Principal, 'node'>): void {
    const now = Date.now();
    const last = this.noted.get(node);
    if (last !== undefined && now - last < SEEN_EVERY_MS) return;
    if (this.noted.size >= MOST_REMEMBERED) this.noted.clear();
    this.noted.set(node, now);
    this.writes
      .ask(node)
      .catch((error: unknown) => this.logger.debug(`when users were last seen is not stored: ${String(error)}`));
  }

  /** @param text ids of users with commas between them @returns those that were seen @throws {AppError} BAD_REQUEST */
  async of(text: string): Promise<SeenUser[]> {
    const ids = uuidList('ids', text, MOST_SEEN_IDS);
    const rows = await this.database.read<{ id: string; seenAt: string }>(SEEN, [ids]);
    const seen = new Map(rows.map(({ id, seenAt }) => [id, Number(seenAt)]));
    return ids.flatMap((id) => (seen.has(id) ? [{ id, lastSeenAt: seen.get(id)! }] : []));
  }

  private async write(nodes: readonly string[]): Promise<void[]> {
    await this.database.executeAside(NOTE, [nodes]);
    return nodes.map(() => undefined);
  }
}
