import { createBodySchema, joinFqn, type Reference } from '@app/catalog';
import {
  type AssetColumns,
  type ContractColumn,
  type ContractDocument,
  dataContractType,
  pathInAsset,
} from '@app/contracts';

type Json = Readonly<Record<string, unknown>>;

/** Longest name of an entity, in code points. */
const MAX_NAME = 256;
const ENDING = '_contract';

/** The members that the body of a contract has. */
const MEMBERS = Object.keys(createBodySchema(dataContractType).properties ?? {});

/** A contract without promises. @param taken names of contracts that the asset had */
export function newContract(
  { id, type, name }: Pick<Reference, 'id' | 'type' | 'name'>,
  taken: ReadonlySet<string>,
): ContractDocument {
  for (let count = 1; ; count++) {
    const ending = count === 1 ? ENDING : `${ENDING}_${count}`;
    const free = [...name].slice(0, MAX_NAME - ending.length).join('') + ending;
    if (!taken.has(free)) return { name: free, entity: { id, type }, entityStatus: 'Draft' };
  }
}

/** The body of a PUT that changes nothing of a contract. @param contract as it is answered with all fields */
export function bodyOf(contract: Json): ContractDocument {
  const members = MEMBERS.filter((name) => contract[name] !== undefined && contract[name] !== null);
  const { id, type } = contract.entity as Reference;
  return { ...Object.fromEntries(members.map((name) => [name, contract[name]])), entity: { id, type } };
}

/** The path of the column that names lead to. */
export type PathOf = (names: readonly string[]) => string;

/** Paths in an asset: two names that mean one column have one path. */
export const pathsIn = (asset: AssetColumns | undefined): PathOf => {
  return (names) => (asset && pathInAsset(names, asset)) ?? joinFqn(undefined, ...names);
};

/** The columns of a contract by their paths, nested ones too; of several of one path the first. */
export function columnsOf(schema: readonly ContractColumn[] | undefined, pathOf: PathOf): Map<string, ContractColumn> {
  const found = new Map<string, ContractColumn>();
  const add = (columns: readonly ContractColumn[], above: readonly string[]): void => {
    for (const column of columns) {
      const names = [...above, column.name];
      const path = pathOf(names);
      if (!found.has(path)) found.set(path, column);
      add(column.children ?? [], names);
    }
  };
  add(schema ?? [], []);
  return found;
}
