import { checkedPatch, entityTypes, EntityWriter, PendingWrite, SubtreeRemover, type WriteContext } from '@app/catalog';
import { badRequest, conflict, invalidFields, type Actor } from '@app/common';
import { ChangeControl, PROPOSED } from '@app/contracts';
import { behindSavepoint, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

const CONTRACT = 'dataContract';

/** A change as it is sent to be proposed: one of document, patch and deletion. */
export interface SentProposal {
  readonly document?: object;
  readonly patch?: unknown;
  readonly deletion?: boolean;
  readonly reason?: string;
  /** Epoch ms. */
  readonly deadline?: number;
}

/** A change that was read, and waits for its transaction. */
export type ProposedWrite = (context: WriteContext) => Promise<unknown>;

/** Writes that are proposed, whatever the policy. */
@Injectable()
export class ProposedWrites {
  constructor(
    private readonly writer: EntityWriter,
    private readonly remover: SubtreeRemover,
    private readonly changes: ChangeControl,
  ) {}

  /** Makes the write, which becomes pending. @throws {AppError} */
  async propose(tx: Transaction, actor: Actor, proposed: ProposedWrite): Promise<{ json: string; location: string }> {
    const write = (): Promise<unknown> => proposed({ tx, actor, entityType: entityTypes.get(CONTRACT) });
    const first = await this.held(tx, write);
    // What time has decided comes first: the change is made of what the contract is then.
    if (first.isDelay) await first.keep(tx);
    const held = first.isDelay ? await this.held(tx, write) : first;
    const kept = await held.keep(tx);
    if (!kept) throw conflict('The contract changed meanwhile: try again');
    return { json: kept.json, location: kept.location };
  }

  private async held(tx: Transaction, write: () => Promise<unknown>): Promise<PendingWrite> {
    try {
      await behindSavepoint(tx, write);
    } catch (error) {
      if (error instanceof PendingWrite) return error;
      throw error;
    }
    throw badRequest('The proposal would change nothing: the contract says so already');
  }

  /** Reads the change. It asks for connections of its own, and so precedes the transaction. @throws {AppError} */
  async read(actor: Actor, id: string, sent: SentProposal): Promise<ProposedWrite> {
    const { document, patch, deletion, reason, deadline } = sent;
    requireOne([document !== undefined, patch !== undefined, deletion === true]);
    const proposed = { ...(reason !== undefined && { reason }), ...(deadline !== undefined && { deadline }) };
    const writeOptions = { [PROPOSED]: proposed };
    if (deletion === true) {
      const removal = { hardDelete: false, recursive: true, options: writeOptions };
      return (context) => this.remover.removeIn(context, { id }, removal);
    }
    if (patch !== undefined) {
      const operations = checkedPatch(patch);
      return (context) => this.writer.patchIn(context, { id }, operations, { writeOptions });
    }
    const { body, writeOptions: options } = await this.changes.putOf(actor, id, document);
    return (context) =>
      this.writer.putIn(context, this.writer.receive(actor, context.entityType, body, { ...options, ...writeOptions }));
  }
}

function requireOne(sent: readonly boolean[]): void {
  if (sent.filter(Boolean).length === 1) return;
  throw invalidFields([{ field: '', message: 'must have exactly one of document, patch, and deletion: true' }]);
}
