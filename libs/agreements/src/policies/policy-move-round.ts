import { PeriodicTask } from '@app/common';
import { Database } from '@app/database';
import { type NewNotice, recordNotices } from '@app/notices';
import { Injectable, Logger } from '@nestjs/common';
import { effectivePolicy } from './effective-policy';
import { endOfMove, hasLoosened } from './past-rules';
import { PolicyMovesRepository, type NewMove } from './policy-moves.repository';
import { PolicyRepository } from './policy.repository';

/** Between two rounds, in ms: consumers are notified within seconds. */
const ROUND_MS = 5_000;
/** Moves of one round. */
const MOST = 100;

/**
 * Notifies consumers of contracts that other policies govern since a move, where these give them less, and forgets all other moves. The rules of
 * before count from the move on, also before a worker has looked at it. Every worker does so.
 */
@Injectable()
export class PolicyMoveRound {
  readonly task = new PeriodicTask(() => this.round(), {
    restMs: ROUND_MS,
    restFirst: true,
    longestRetryMs: 30_000,
    log: new Logger(PolicyMoveRound.name),
    failing: 'consumers are notified late that other policies govern a contract',
    recovered: 'consumers are notified again that other policies govern a contract',
  });

  constructor(
    private readonly database: Database,
    private readonly moves: PolicyMovesRepository,
    private readonly policies: PolicyRepository,
  ) {}

  /** @returns whether there may be more to do */
  async round(): Promise<boolean> {
    const moves = await this.moves.unseen(MOST);
    for (const move of moves) await this.look(move);
    await this.moves.purge();
    return moves.length === MOST;
  }

  private async look(move: NewMove): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.moves.lock(tx, move))) return;
      const { change } = effectivePolicy(await this.policies.ofContract(move.contract, tx));
      if (!hasLoosened(move.move, change)) return this.moves.forget(tx, move);
      await this.moves.seen(tx, move, endOfMove(move.move));
      await recordNotices(tx, [noticeOf(move)]);
    });
  }
}

function noticeOf({ contract, transaction, move }: NewMove): NewNotice {
  const until = new Date(endOfMove(move)).toISOString();
  return {
    ...{ contract, type: 'contractPolicyLoosened', key: transaction, at: move.at },
    text: `is governed by a looser policy, since its domain, data product or tag changed: what governed it before counts until ${until}`,
    to: { consumer: true },
  };
}
