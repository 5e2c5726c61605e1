import { AccessControl } from '@app/auth';
import { inTransaction, Visibility } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LineageEvent } from '../event/event';
import type { KnownName } from '../naming/name.repository';
import { DATASET_TYPES } from '../naming/target-statement';

/** Judges what the sender of an event may do with what it names. */
@Injectable()
export class SenderRights {
  constructor(
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /** Requires the right to write the lineage of all assets, for what is about all of them, rules and events. @throws {AppError} FORBIDDEN */
  requireAll(actor: Actor): void {
    if (!this.mayLinkAll(actor)) throw this.forbidden(actor, 'every asset');
  }

  /** Whether what the sender may do with an event's assets can depend on who owns them. */
  dependOnOwners(actor: Actor, { datasets }: LineageEvent): boolean {
    return !this.mayLinkAll(actor) || datasets.some(({ lifecycle }) => lifecycle !== undefined);
  }

  /** Whether the sender may write the lineage of whatever there is, and nothing of it is hidden from the sender. */
  mayLinkAll(actor: Actor): boolean {
    return this.visibility.allowsOnAll(actor, 'EditLineage', DATASET_TYPES);
  }

  /**
   * EditLineage on every asset among these. What is no asset yet may become one of any type and of any owner: naming it asks for
   * the right on all of them, and so does an event that names nothing but its run.
   *
   * @param names the datasets of the run, or of the event where it has no run
   * @throws {AppError} FORBIDDEN
   */
  async requireLineage(tx: Transaction, actor: Actor, names: readonly KnownName[]): Promise<void> {
    if (this.mayLinkAll(actor)) return;
    const datasets = names.filter(({ kind }) => kind === 'dataset').sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
    if (datasets.length === 0) throw this.forbidden(actor, 'a run without datasets');
    const assets = datasets.flatMap(({ asset }) => asset ?? []);
    const hidden = await this.visibility.hiddenOf(inTransaction(tx), actor, assets);
    for (const { asset, namespace, name } of datasets) {
      if (!asset || hidden.has(asset.id)) throw this.forbidden(actor, `${namespace} ${name}, which is no asset yet`);
      this.access.requireObject(actor, asset.type, asset, { key: asset.fqn, oneOf: ['EditLineage'] });
    }
  }

  /** Whether assertions of the sender may become test cases and their results. */
  mayTest(actor: Actor): boolean {
    return (['Create', 'EditTests'] as const).every(
      (operation) => this.access.scope(actor, operation, 'testCase') === 'all',
    );
  }

  private forbidden(actor: Actor, what: string): AppError {
    const message = `Principal ${actor.name} is not allowed: operations [EditLineage] on ${what}`;
    const refusal = { actor, operations: ['EditLineage'], resource: 'lineage', reason: 'notAllowed' } as const;
    return new AppError('FORBIDDEN', message, { refusal });
  }
}

/** The order in which they are refused, whatever is known of them. */
function textOf({ namespace, name }: KnownName): string {
  return `${namespace} ${name}`;
}
