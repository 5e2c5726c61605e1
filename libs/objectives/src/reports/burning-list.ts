import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { KeysetPages, type Actor, type PageNeighbours } from '@app/common';
import { LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Attainment } from '../attainment/attainment';
import { ObjectiveRepository } from '../document/objective.repository';
import { BudgetWatch, type WatchedContract } from './budget-watch';

/** A contract whose budget is used up too fast. */
export interface BurningContract {
  readonly contract: Pick<Reference, 'id' | 'type' | 'name' | 'fullyQualifiedName'>;
  /** Those of its objectives that burn. */
  readonly objectives: readonly Attainment[];
}

export interface BurningQuery {
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
}

/** Contracts that burn now. */
@Injectable()
export class BurningList {
  constructor(
    private readonly repository: ObjectiveRepository,
    private readonly watch: BudgetWatch,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
    private readonly large: LargeReads,
  ) {}

  /** Those that the actor may see, by FQN: as the last look found them, or judged for the answer where it does not say what is so. */
  async list(
    actor: Actor,
    { limit = 10, before, after }: BurningQuery,
  ): Promise<{ data: BurningContract[]; paging: PageNeighbours & { total: number } }> {
    const visible = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const page = this.pages.open('burning objectives', { before, after });
    const { burning, total } = await this.large.read(true, async () => {
      const at = await this.repository.now();
      const [open, nodes]: [BurningContract[], string[]] = [[], []];
      for await (const block of this.watch.open(at, visible)) {
        open.push(...block.judged.flatMap(burningOf));
        nodes.push(...block.nodes);
      }
      const { contracts, total } = await this.repository.burning({ page, limit: limit + 1 }, nodes, visible);
      const judged = await this.watch.judged(contracts, at);
      return { burning: [...open, ...judged.flatMap(burningOf)], total: open.length + total };
    });
    const { rows: data, neighbours } = page.among(burning, limit, (one) => [fqnOf(one)]);
    return { data, paging: { ...neighbours, total } };
  }
}

const fqnOf = ({ contract }: BurningContract): string => contract.fullyQualifiedName!;

function burningOf({ contract: { id, name, fqn }, budgets }: WatchedContract): BurningContract[] {
  const objectives = budgets.filter(({ isBurning }) => isBurning).map(({ attainment }) => attainment);
  const contract = { id, type: 'dataContract', name, fullyQualifiedName: fqn };
  return objectives.length > 0 ? [{ contract, objectives }] : [];
}
