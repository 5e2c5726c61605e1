import { checkedPatch, entityTypes, EntityWriter, HeldWrite, SubtreeRemover } from '@app/catalog';
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

/** Writes that are proposed, whatever the policy. */
@Injectable()
export class ProposedWrites {
  constructor(
    private readonly writer: EntityWriter,
    private readonly remover: SubtreeRemover,
    private readonly changes: ChangeControl,
  ) {}

  /** Makes the write, which is kept back. @throws {AppError} */
  async propose(
    tx: Transaction,
    actor: Actor,
    id: string,
    sent: SentProposal,
  ): Promise<{ json: string; location: string }> {
    const write = (): Promise<unknown> => this.write(tx, actor, id, sent);
    const first = await this.held(tx, write);
    // What time has decided comes first: the change is made of what the contract is then.
    if (first.isDelay) await first.keep(tx);
    const held = first.isDelay ? await this.held(tx, write) : first;
    const kept = await held.keep(tx);
    if (!kept) throw conflict('The contract changed meanwhile: try again');
    return { json: kept.json, location: kept.location };
  }

  private async held(tx: Transaction, write: () => Promise<unknown>): Promise<HeldWrite> {
    try {
      await behindSavepoint(tx, write);
    } catch (error) {
      if (error instanceof HeldWrite) return error;
      throw error;
    }
    throw badRequest('The proposal would change nothing: the contract says so already');
  }

  private async write(tx: Transaction, actor: Actor, id: string, sent: SentProposal): Promise<unknown> {
    const { document, patch, deletion, reason, deadline } = sent;
    requireOne([document !== undefined, patch !== undefined, deletion === true]);
    const entityType = entityTypes.get(CONTRACT);
    const context = { tx, actor, entityType };
    const proposed = { ...(reason !== undefined && { reason }), ...(deadline !== undefined && { deadline }) };
    const writeOptions = { [PROPOSED]: proposed };
    if (deletion === true)
      return this.remover.removeIn(context, { id }, { hardDelete: false, recursive: true, options: writeOptions });
    if (patch !== undefined) return this.writer.patchIn(context, { id }, checkedPatch(patch), { writeOptions });
    const body = await this.changes.bodyOf(actor, id, document);
    const received = this.writer.receive(actor, entityType, body, { ...writeOptions, allowDrift: true });
    return this.writer.putIn(context, received);
  }
}

function requireOne(sent: readonly boolean[]): void {
  if (sent.filter(Boolean).length === 1) return;
  throw invalidFields([{ field: '', message: 'must have exactly one of document, patch, and deletion: true' }]);
}
