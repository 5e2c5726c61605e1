import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { EdgePublisher } from '../publish/edge-publisher';
import { derivedRules } from '../naming/derived-rules';
import type { NewRule } from '../naming/mapping';
import { MappingRepository } from '../naming/mapping.repository';

/** Brings the derived rules up to date with the services whose data may be read. */
@Injectable()
export class RuleFollower {
  constructor(
    private readonly database: Database,
    private readonly mappings: MappingRepository,
    private readonly edges: EdgePublisher,
  ) {}

  /**
   * Changes the rules where others follow from the services by now, and removes edges that no name gives any more.
   * @returns whether it did
   */
  async follow(actor: Actor): Promise<boolean> {
    if (!(await this.wanted())) return false;
    await this.database.transaction((tx) => this.change(tx, actor));
    return true;
  }

  private async wanted(): Promise<NewRule[] | undefined> {
    const { services, rules } = await this.mappings.readServices();
    const wanted = derivedRules(services);
    return isDeepStrictEqual(sorted(wanted), sorted(rules)) ? undefined : wanted;
  }

  private async change(tx: Parameters<MappingRepository['putDerived']>[0], actor: Actor): Promise<void> {
    await this.mappings.locked(tx);
    // Another process may have changed them meanwhile.
    const wanted = await this.wanted();
    if (!wanted) return;
    await this.mappings.putDerived(tx, wanted);
    await this.edges.withdraw(tx, actor, await this.mappings.release(tx));
  }
}

const sorted = (rules: readonly NewRule[]): string[] =>
  rules.map(({ prefix, service, database }) => JSON.stringify([prefix, service, database])).sort();
