import { inTransaction, Visibility } from '@app/catalog';
import { AppError, badRequest, type Actor } from '@app/common';
import { Database, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SenderRights } from '../intake/sender-rights';
import { ArrivalKeeper } from '../keeping/arrival-keeper';
import { EdgePublisher } from '../publish/edge-publisher';
import { serviceName, type SentRule } from './mapping';
import { MappingRepository, SERVICE_TYPES, type StoredRule } from './mapping.repository';

/** How long an answer waits for the names that the new rules resolve, in ms; the rest follows behind it. */
const PATIENCE_MS = 5_000;

/** The rules by which names of datasets become FQNs: the longest prefix of the namespace wins. A rule goes with its service. */
@Injectable()
export class MappingService {
  constructor(
    private readonly database: Database,
    private readonly mappings: MappingRepository,
    private readonly edges: EdgePublisher,
    private readonly arrivals: ArrivalKeeper,
    private readonly rights: SenderRights,
    private readonly visibility: Visibility,
  ) {}

  async list(actor: Actor): Promise<{ mappings: StoredRule[] }> {
    this.rights.requireAll(actor);
    return { mappings: await this.mappings.list() };
  }

  /**
   * Puts these rules in the place of all. Names that they resolve get their edges and evidence; edges of names that they resolve
   * no more, or otherwise, go.
   *
   * @throws {AppError} BAD_REQUEST; NOT_FOUND that names an unknown service; FORBIDDEN without EditLineage on every asset
   */
  async replace(
    actor: Actor,
    { mappings }: { readonly mappings: readonly SentRule[] },
  ): Promise<{ mappings: StoredRule[] }> {
    this.rights.requireAll(actor);
    await this.database.queuedTransaction(
      ['openlineage mappings'],
      async (tx) => {
        const stored = [];
        for (const [i, rule] of mappings.entries())
          stored.push({ prefix: rule.namespacePrefix, service: await this.service(tx, actor, rule, i) });
        const { before, after } = await this.mappings.replace(tx, stored);
        await this.edges.withdraw(tx, actor, await this.mappings.release(tx));
        const to = { type: 'setting', name: 'openlineage mappings' };
        await recordAction(tx, {
          ...{ action: 'namingRulesReplaced', actor: actor.name, to, change: { mappings } },
          before: { mappings: before },
          after: { mappings: after },
        });
      },
      actor.origin,
    );
    await this.arrivals.settle(PATIENCE_MS);
    return this.list(actor);
  }

  private async service(tx: Transaction, actor: Actor, rule: SentRule, at: number): Promise<string> {
    const service = serviceName(rule.service) ?? {};
    const named = await this.mappings.services(tx, service);
    const hidden = await this.visibility.hiddenOf(inTransaction(tx), actor, named);
    const found = named.filter(({ id }) => !hidden.has(id));
    const field = `mappings[${at}].service`;
    const name = service.fqn ?? service.id ?? '';
    if (found.length > 1)
      throw badRequest(`${field}: ${name} is a ${found.map(({ type }) => type).join(' and a ')}; send its type too`, [
        { field, message: `send {type, fullyQualifiedName} with one of ${found.map(({ type }) => type).join(', ')}` },
      ]);
    if (found[0]) return found[0].node;
    const message = `${service.type ?? 'service'} instance for ${name} not found`;
    throw new AppError('NOT_FOUND', message, {
      details: [{ field, message: `${message}; services are of the types ${SERVICE_TYPES.join(', ')}` }],
    });
  }
}
