import { inTransaction, Visibility } from '@app/catalog';
import { AppError, badRequest, type Actor } from '@app/common';
import { Database, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SenderRights } from '../intake/sender-rights';
import { ArrivalKeeper } from '../keeping/arrival-keeper';
import { EdgePublisher } from '../publish/edge-publisher';
import { serviceName, type NewRule, type SentRule } from '../naming/mapping';
import { MappingRepository, SERVICE_TYPES, type FoundService, type StoredRule } from '../naming/mapping.repository';

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

  /** @throws {AppError} NOT_FOUND; FORBIDDEN without EditLineage on every asset */
  async get(actor: Actor, prefix: string): Promise<StoredRule> {
    const { mappings } = await this.list(actor);
    return ruleOf(mappings, prefix) ?? missing(prefix);
  }

  /**
   * Replaces all manual rules. One that equals a derived rule is that rule, and stays unchanged: lists are sent back
   * by clients that do not know the two kinds apart. Names that they resolve get their edges and evidence; edges of names that they resolve
   * no more, or otherwise, go.
   *
   * @param confirmed how many edges may go
   * @throws {AppError} BAD_REQUEST; NOT_FOUND that names an unknown service; FORBIDDEN without EditLineage on every asset; CONFLICT with the
   *   number of edges that would go, where it is not the confirmed one
   */
  async replace(
    actor: Actor,
    { mappings }: { readonly mappings: readonly SentRule[] },
    confirmed = 0,
  ): Promise<{ mappings: StoredRule[] }> {
    await this.change(actor, async (tx, before) => {
      const rules = new Map<string, NewRule>();
      for (const [i, { namespacePrefix: prefix, service: sent, create: creates, derived }] of mappings.entries()) {
        if (derived) continue;
        const { node: service, id } = await this.service(tx, actor, sent, `mappings[${i}].service`);
        const known = before.filter((rule) => rule.namespacePrefix === prefix && rule.service.id === id);
        if (known.length > 0 && !known.some(isByHand)) continue;
        const first = rules.get(prefix);
        if (first && first.service !== service) throw sentTwice(`mappings[${i}].namespacePrefix`);
        if (!first) rules.set(prefix, { prefix, service, ...(creates !== undefined && { creates }) });
      }
      await this.mappings.put(tx, [...rules.values()], null);
      return (gone) => requireConfirmed(gone, confirmed);
    });
    return this.list(actor);
  }

  /**
   * Stores the one rule of a prefix; the others stay.
   *
   * @param judge refuses by the rule as it is, where that is asked for
   * @throws {AppError} as `replace`, but for CONFLICT
   */
  async put(
    actor: Actor,
    prefix: string,
    { service: sent, create = false }: Omit<SentRule, 'namespacePrefix'>,
    judge: RuleJudge,
  ): Promise<{ rule: StoredRule; created: boolean }> {
    const created = await this.change(actor, async (tx, before) => {
      judge(ruleOf(before.filter(isByHand), prefix));
      const { node: service } = await this.service(tx, actor, sent, 'service');
      await this.mappings.put(tx, [{ prefix, service, creates: create }], [prefix]);
    });
    return { rule: await this.get(actor, prefix), created };
  }

  /** Removes the rule of a prefix. @throws {AppError} NOT_FOUND; FORBIDDEN; what `judge` throws */
  async remove(actor: Actor, prefix: string, judge: RuleJudge): Promise<void> {
    await this.change(actor, async (tx, before) => {
      judge(ruleOf(before.filter(isByHand), prefix) ?? missing(prefix));
      await this.mappings.put(tx, [], [prefix]);
    });
  }

  /**
   * Changes the rules behind their lock, with what follows from them and its record in the audit.
   *
   * @param edit changes the rows; what it returns judges the number of edges that go
   * @returns whether there are more rules than before
   */
  private async change(
    actor: Actor,
    edit: (tx: Transaction, before: readonly StoredRule[]) => Promise<void | ((gone: number) => void)>,
  ): Promise<boolean> {
    this.rights.requireAll(actor);
    const grown = await this.database.queuedTransaction(
      ['openlineage mappings'],
      async (tx) => {
        const before = await this.mappings.locked(tx);
        const judged = await edit(tx, before);
        const gone = await this.edges.withdraw(tx, actor, await this.mappings.release(tx));
        judged?.(gone);
        const after = await this.mappings.listIn(tx);
        const to = { type: 'setting', name: 'openlineage mappings' };
        await recordAction(tx, {
          ...{
            action: 'namingRulesReplaced',
            actor: actor.name,
            to,
            change: { mappings: after.filter(isByHand).map(sentRule) },
          },
          before: { mappings: before },
          after: { mappings: after },
        });
        return after.length > before.length;
      },
      actor.origin,
    );
    await this.arrivals.resolve(PATIENCE_MS);
    return grown;
  }

  private async service(
    tx: Transaction,
    actor: Actor,
    sent: SentRule['service'],
    field: string,
  ): Promise<FoundService> {
    const service = serviceName(sent) ?? {};
    const named = await this.mappings.services(tx, service);
    const hidden = await this.visibility.hiddenOf(inTransaction(tx), actor, named);
    const found = named.filter(({ id }) => !hidden.has(id));
    const name = service.fqn ?? service.id ?? '';
    if (found.length > 1)
      throw badRequest(`${field}: ${name} is a ${found.map(({ type }) => type).join(' and a ')}; send its type too`, [
        { field, message: `send {type, fullyQualifiedName} with one of ${found.map(({ type }) => type).join(', ')}` },
      ]);
    if (found[0]) return found[0];
    const message = `${service.type ?? 'service'} instance for ${name} not found`;
    throw new AppError('NOT_FOUND', message, {
      details: [{ field, message: `${message}; services are of the types ${SERVICE_TYPES.join(', ')}` }],
    });
  }
}

/** Refuses a change by the rule as it is now; undefined: there is none. */
export type RuleJudge = (rule: StoredRule | undefined) => void;

const ruleOf = (rules: readonly StoredRule[], prefix: string): StoredRule | undefined =>
  rules.find(({ namespacePrefix }) => namespacePrefix === prefix);

const sentRule = ({ namespacePrefix, service, create }: StoredRule): SentRule => ({
  namespacePrefix,
  service: service.fullyQualifiedName,
  ...(create && { create }),
});

const isByHand = ({ derived }: StoredRule): boolean => !derived;

function sentTwice(field: string): AppError {
  const message = 'stands in another rule already';
  return badRequest(`${field}: ${message}`, [{ field, message }]);
}

function missing(prefix: string): never {
  throw new AppError('NOT_FOUND', `There is no rule by hand of the prefix ${prefix}`);
}

/** @throws {AppError} CONFLICT */
function requireConfirmed(gone: number, confirmed: number): void {
  if (gone === 0 || gone === confirmed) return;
  throw new AppError(
    'CONFLICT',
    `These rules would remove ${gone} edges of lineage; send confirm=${gone} to have them removed, or change one rule by its own path`,
  );
}
