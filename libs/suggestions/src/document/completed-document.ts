import type { ContractColumn, ContractDocument, ContractSla, SemanticsRule } from '@app/contracts';
import type { Promised, Suggestion } from '../lines/suggested-line';
import { columnsOf, type PathOf, pathsIn } from './base-contract';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Column = Writable<Omit<ContractColumn, 'children'>> & { name: string; children?: Column[] };

/** The document with all that the suggestions add; tests are no part of it. Does not change the given one. */
export function completedDocument<Document extends ContractDocument>(
  document: Document,
  suggestions: readonly Suggestion[],
  pathOf: PathOf = pathsIn(undefined),
): Document {
  const promised = suggestions.map((one) => one.promised);
  const schema = completedSchema(document.schema ?? [], promised, pathOf);
  const semantics = [...(document.semantics ?? []), ...promised.flatMap(ruleOf)];
  const expectations = [...(document.qualityExpectations ?? []), ...promised.flatMap(expectationOf)];
  const sla = { ...document.sla, ...promised.map(slaOf).find((one) => one !== undefined) };
  return {
    ...document,
    ...(schema.length > 0 && { schema }),
    ...(semantics.length > 0 && { semantics }),
    ...(expectations.length > 0 && { qualityExpectations: expectations }),
    ...(Object.keys(sla).length > 0 && { sla }),
  };
}

function completedSchema(
  schema: readonly ContractColumn[],
  promised: readonly Promised[],
  pathOf: PathOf,
): ContractColumn[] {
  const columns = structuredClone(schema) as Column[];
  // Those that are added have their nested columns with them, so that constraints find them.
  const added = structuredClone(promised.flatMap((one) => (one.kind === 'column' ? [one] : [])));
  const before = columnsOf(columns, pathOf) as ReadonlyMap<string, Column>;
  for (const { names, column } of added) {
    const parent = names.length > 1 ? before.get(pathOf(names.slice(0, -1))) : undefined;
    if (parent) (parent.children ??= []).push(column as Column);
    else columns.push(column as Column);
  }
  const after = columnsOf(columns, pathOf) as ReadonlyMap<string, Column>;
  for (const one of promised) {
    if (one.kind !== 'constraint' && one.kind !== 'enum') continue;
    const column = after.get(pathOf(one.names));
    if (!column) continue;
    if (one.kind === 'constraint') column.constraint = one.constraint;
    else column.extension = { ...(column.extension as object | undefined), enum: [...one.values] };
  }
  return columns;
}

const ruleOf = (one: Promised): SemanticsRule[] => (one.kind === 'rule' ? [{ name: one.name }] : []);

const expectationOf = (one: Promised): { id: string; type: string }[] =>
  one.kind === 'expectation' ? [{ id: one.reference.id, type: 'testCase' }] : [];

const slaOf = (one: Promised): ContractSla | undefined =>
  one.kind === 'refreshFrequency' ? { refreshFrequency: one.duration } : undefined;
