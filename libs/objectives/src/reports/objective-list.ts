import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery, onlyAfter } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Attainment } from '../attainment/attainment';
import type { Objective } from '../document/objective';
import { ObjectiveService } from '../objective.service';

export interface ObjectiveListQuery {
  /** The contract whose objectives are listed, by its id; absent: all that have some. */
  readonly contract?: string;
  /** Also what the objectives have come to; of one contract alone. */
  readonly attainment?: boolean;
  readonly limit?: number;
  readonly after?: string;
}

/** A contract with its objectives as they are stored. */
export interface ListedContract {
  readonly contract: Pick<Reference, 'id' | 'type' | 'name' | 'fullyQualifiedName'>;
  readonly objectives: readonly Objective[];
  readonly attainment?: readonly Attainment[];
}

interface Row extends ListedContract {
  readonly node: string;
}

const OBJECTIVES = new KeysetQuery<Row>({
  select: `
    select o.contract::text as node, o.objectives,
           json_build_object('id', e.id, 'type', e.type, 'name', e.name, 'fullyQualifiedName', e.fqn) as contract
      from contract_objective o join contract c on c.node = o.contract join entity e on e.node = c.node`,
  order: new KeysetOrder<Row>({ sql: 'o.contract', type: 'bigint', key: ({ node }) => node }),
});

/** Contracts with objectives. One statement for a page, and what the attainment of one contract takes. */
@Injectable()
export class ObjectiveList {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
    private readonly service: ObjectiveService,
  ) {}

  async list(
    actor: Actor,
    { contract, attainment, limit = 10, after }: ObjectiveListQuery,
  ): Promise<{ data: ListedContract[]; paging: { after?: string } }> {
    const page = this.pages.open(`objectives ${contract ?? ''}`, { after });
    const filter = Conditions.of('c.live')
      .when(contract, (bound) => `e.id = ${bound}::uuid`)
      .within(this.visibility.condition(actor, entityTypes.get('dataContract')));
    const { rows, neighbours } = await OBJECTIVES.page(this.database, filter, { page, limit });
    const attained =
      attainment && contract !== undefined && rows.length > 0
        ? { attainment: (await this.service.attainment(actor, contract)).objectives }
        : {};
    return {
      data: rows.map(({ contract: of, objectives }) => ({ contract: of, objectives, ...attained })),
      paging: onlyAfter(neighbours),
    };
  }
}
