import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { byCodePoint, KeysetPages, type Actor, type PageNeighbours } from '@app/common';
import { LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Attainment } from '../attainment/attainment';
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
    private readonly watch: BudgetWatch,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
    private readonly large: LargeReads,
  ) {}

  /** Those that the actor may see, by FQN. All are judged for each page: which burn is known only then. */
  async list(
    actor: Actor,
    { limit = 10, before, after }: BurningQuery,
  ): Promise<{ data: BurningContract[]; paging: PageNeighbours & { total: number } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const page = this.pages.open('burning objectives', { before, after });
    const burning = await this.large.read(true, async () => {
      const found: BurningContract[] = [];
      for await (const block of this.watch.blocks(condition)) found.push(...block.flatMap(burningOf));
      return found;
    });
    const [key] = (page.place?.keys ?? []) as string[];
    const reading = page.isBackward ? [...burning].reverse() : burning;
    const sign = page.isBackward ? -1 : 1;
    const left = key === undefined ? reading : reading.filter((one) => sign * byCodePoint(fqnOf(one), key) > 0);
    const data = page.rows(left, limit);
    const neighbours = page.neighbours(data, left.length > limit, (one) => [fqnOf(one)]);
    return { data, paging: { ...neighbours, total: burning.length } };
  }
}

const fqnOf = ({ contract }: BurningContract): string => contract.fullyQualifiedName!;

function burningOf({ contract: { id, name, fqn }, budgets }: WatchedContract): BurningContract[] {
  const objectives = budgets.filter(({ isBurning }) => isBurning).map(({ attainment }) => attainment);
  const contract = { id, type: 'dataContract', name, fullyQualifiedName: fqn };
  return objectives.length > 0 ? [{ contract, objectives }] : [];
}
