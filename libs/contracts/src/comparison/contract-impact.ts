import { type Reference, EntityReader, Visibility } from '@app/catalog';
import { type Actor, DAY, invalidFields } from '@app/common';
import { Database } from '@app/database';
import { type Asset, type ReachedAsset, AssetColumns, AssetFinder, columnPath, ImpactWalker } from '@app/lineage';
import { Injectable } from '@nestjs/common';
import { dataContractType } from '../entity/data-contract.type';
import { type AssetRow, type ChangedTest, type ReachedContract, ImpactRepository } from './impact.repository';

/** Maximum number of lineage hops. */
export const MOST_IMPACT_HOPS = 100;
/** How long a change of the parameters of an expected test case is listed. */
const TEST_CHANGES_LISTED = 30 * DAY;
/** Maximum number of assets listed in one response; all are counted. */
export const MOST_IMPACT_ASSETS = 10_000;

export interface ImpactQuestion {
  readonly depth: number;
  /** Maximum number of assets to list. */
  readonly limit: number;
  /** Changed columns of the contract's asset, by FQN or path; absent: any column. */
  readonly columns?: readonly string[];
}

export interface ImpactedAsset extends Reference {
  /** FQNs of its affected columns; absent if it is affected as a whole. */
  readonly columns?: readonly string[];
  readonly contract?: ReachedContract;
}

/** The assets affected by a breaking change of a contract. */
export interface ContractImpact {
  readonly contract: { readonly id: string; readonly name: string; readonly fullyQualifiedName: string };
  readonly entity: Reference;
  /** FQNs of the requested columns. */
  readonly columns?: readonly string[];
  /** Expected test cases whose parameters changed lately: that is no change of the contract. Absent without any. */
  readonly testChanged?: readonly ChangedTest[];
  /** Nearest first; assets by FQN. */
  readonly hops: readonly { readonly hop: number; readonly assets: readonly ImpactedAsset[] }[];
  /** total: the affected assets, listed or not. */
  readonly paging: { readonly total: number };
}

interface ContractDocument {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly entity: Reference;
}

/** Downstream consumers of a contract, by lineage. */
@Injectable()
export class ContractImpacts {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly reader: EntityReader,
    private readonly assets: AssetFinder,
    private readonly columns: AssetColumns,
    private readonly walker: ImpactWalker,
    private readonly repository: ImpactRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN; BAD_REQUEST naming columns that the asset does not have */
  async of(actor: Actor, id: string, question: ImpactQuestion): Promise<ContractImpact> {
    const contract = await this.contract(actor, id);
    const { entity } = contract;
    const { roots, paths } = await this.start(actor, entity, question.columns);
    const reached = await this.walker.walk(actor, { roots, depth: question.depth, ...(paths && { columns: paths }) });
    const tests = await this.changedTests(actor, contract.id);
    return {
      contract: { id: contract.id, name: contract.name, fullyQualifiedName: contract.fullyQualifiedName },
      entity,
      ...(paths && { columns: paths.map((path) => `${entity.fullyQualifiedName}.${path}`) }),
      ...(tests.length > 0 && { testChanged: tests }),
      hops: await this.hops(actor, reached.slice(0, question.limit)),
      paging: { total: reached.length },
    };
  }

  private async changedTests(actor: Actor, contract: string): Promise<ChangedTest[]> {
    const changed = await this.repository.changedTests(contract, (await this.database.now()) - TEST_CHANGES_LISTED);
    const references = changed.map(({ testCase }) => testCase);
    const seen = new Set((await this.visibility.seenOf(this.database, actor, references)).map(({ id }) => id));
    return changed.filter(({ testCase }) => seen.has(testCase.id));
  }

  private async contract(actor: Actor, id: string): Promise<ContractDocument> {
    const { json } = await this.reader.get(actor, dataContractType, { id }, undefined, 'non-deleted');
    return JSON.parse(json) as ContractDocument;
  }

  /** The start of the impact: the contract's asset, some of its columns, or the assets of a data product. */
  private async start(
    actor: Actor,
    { id, type }: Reference,
    columns: readonly string[] | undefined,
  ): Promise<{ roots: readonly string[]; paths?: readonly string[] }> {
    if (type === 'dataProduct') {
      if (columns) throw invalidFields([{ field: 'columns', message: 'a data product has no columns' }]);
      return { roots: await this.repository.assetsOfProduct(id) };
    }
    const asset = await this.assets.find(actor, type, { id });
    return { roots: [asset.node], ...(columns && { paths: await this.paths(asset, columns) }) };
  }

  private async paths(asset: Asset, columns: readonly string[]): Promise<string[]> {
    const known = await this.database.readTransaction((tx) => this.columns.of(tx, [asset.node]));
    const found = columns.map((text) => columnPath(text, asset.fqn, known.get(asset.node) ?? new Set()));
    const unknown = columns.filter((_, i) => found[i] === undefined);
    if (unknown.length > 0) {
      const message = `${unknown.map((text) => JSON.stringify(text)).join(', ')}: no column of the ${asset.type} ${asset.fqn}`;
      throw invalidFields([{ field: 'columns', message }]);
    }
    return [...new Set(found as string[])];
  }

  private async hops(actor: Actor, reached: readonly ReachedAsset[]): Promise<ContractImpact['hops']> {
    const rows = await this.repository.assets(reached.map(({ node }) => node));
    const byNode = new Map(rows.map((row) => [row.node, row]));
    const contracts = rows.flatMap(({ contract }) =>
      contract ? [{ id: contract.id, type: dataContractType.type }] : [],
    );
    const seen = new Set((await this.visibility.seenOf(this.database, actor, contracts)).map(({ id }) => id));
    const hops = new Map<number, ImpactedAsset[]>();
    for (const asset of reached) {
      const row = byNode.get(asset.node);
      if (!row) continue;
      const list = hops.get(asset.hop) ?? [];
      list.push(impacted(asset, row, seen));
      hops.set(asset.hop, list);
    }
    return [...hops].map(([hop, assets]) => ({ hop, assets }));
  }
}

/** @param seen the contracts that the actor may view */
function impacted(
  { columns }: ReachedAsset,
  { reference, contract }: AssetRow,
  seen: ReadonlySet<string>,
): ImpactedAsset {
  const paths = columns && [...columns].sort();
  return {
    ...reference,
    ...(paths && { columns: paths.map((path) => `${reference.fullyQualifiedName}.${path}`) }),
    ...(contract && seen.has(contract.id) && { contract }),
  };
}
