import { Database } from '@app/database';
import { AssetColumns } from '@app/lineage';
import { childPath, type ContractColumn } from '@app/contracts';
import { platformOf } from '@app/datatypes';
import { Injectable } from '@nestjs/common';
import { ConsumerRepository } from './consumer.repository';
import type { PromisedPaths } from './contract-consumer';

/** The columns that consumers can rely on: those of a contract's schema, of its asset where it has none. */
@Injectable()
export class PromisedColumns {
  constructor(
    private readonly database: Database,
    private readonly consumers: ConsumerRepository,
    private readonly columns: AssetColumns,
  ) {}

  /** Paths of columns by the node of each contract. At most two statements. */
  async of(contracts: readonly string[]): Promise<ReadonlyMap<string, PromisedPaths>> {
    if (contracts.length === 0) return new Map();
    const rows = await this.consumers.schemas([...new Set(contracts)]);
    const own = rows.map(({ node, asset, schema, serviceType }) => ({
      ...{ node, asset, paths: pathsOf(schema) },
      nameCase: platformOf(serviceType ?? undefined).names.columns,
    }));
    const without = own.filter(({ paths }) => paths.size === 0).map(({ asset }) => asset);
    const ofAssets = without.length
      ? await this.database.readTransaction((tx) => this.columns.of(tx, without))
      : new Map<string, ReadonlySet<string>>();
    return new Map(
      own.map(({ node, asset, paths, nameCase }) => [
        node,
        { paths: paths.size ? paths : (ofAssets.get(asset) ?? paths), nameCase, areOfAsset: paths.size === 0 },
      ]),
    );
  }
}

function pathsOf(schema: unknown): ReadonlySet<string> {
  const paths = new Set<string>();
  const add = (columns: readonly ContractColumn[], parent: string): void => {
    for (const { name, children } of columns) {
      const path = childPath(parent, name);
      paths.add(path);
      if (children) add(children, path);
    }
  };
  if (Array.isArray(schema)) add(schema as ContractColumn[], '');
  return paths;
}
