import { createBodySchema, type Reference } from '@app/catalog';
import { type ContractColumn, type ContractDocument, childPath, dataContractType } from '@app/contracts';

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

/** The columns of a contract by their paths, nested ones too; of several of one path the first. */
export function columnsOf(schema: readonly ContractColumn[] = []): Map<string, ContractColumn> {
  const found = new Map<string, ContractColumn>();
  const add = (columns: readonly ContractColumn[], parent: string): void => {
    for (const column of columns) {
      const path = childPath(parent, column.name);
      if (!found.has(path)) found.set(path, column);
      add(column.children ?? [], path);
    }
  };
  add(schema, '');
  return found;
}
