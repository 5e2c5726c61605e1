import { splitFqn } from '@app/catalog';
import { compareDurations, groupBy, parseDuration } from '@app/common';
import type { ContractColumn, ContractDocument } from '@app/contracts';
import type { KnownTest } from '../evidence/asset-evidence';
import type { Promised, SuggestedTest, Suggestion } from '../lines/suggested-line';
import { columnsOf, type PathOf, pathsIn } from './base-contract';
import { isAsStrong } from './stronger-test';

/** Test cases that a contract may expect. */
const MOST_EXPECTATIONS = 1_000;

type Constraint = Extract<Promised, { kind: 'constraint' }>;

/** Finds what a contract does not promise yet, equal or stronger, and can promise without giving up what it does. */
export class MissingPromises {
  private readonly columns: ReadonlyMap<string, ContractColumn>;
  private readonly expected: readonly KnownTest[];

  /** @param tests of the asset @param tableFqn FQN of the asset @param pathOf paths in the asset */
  constructor(
    private readonly contract: ContractDocument,
    tests: readonly KnownTest[],
    private readonly tableFqn: string,
    private readonly pathOf: PathOf = pathsIn(undefined),
  ) {
    this.columns = columnsOf(contract.schema, pathOf);
    const ids = new Set(this.expectations());
    this.expected = tests.filter(({ reference }) => ids.has(reference.id) || ids.has(reference.fullyQualifiedName));
  }

  among(suggestions: readonly Suggestion[]): Suggestion[] {
    const room = MOST_EXPECTATIONS - (this.contract.qualityExpectations?.length ?? 0);
    const keys = this.refusedKeys(suggestions);
    let expectations = 0;
    return suggestions.filter(({ promised }) => {
      if (promised.kind === 'constraint' && promised.constraint === 'PRIMARY_KEY')
        return !keys.has(this.parentOf(promised.names)) && this.isMissing(promised);
      if (!this.isMissing(promised)) return false;
      return promised.kind !== 'expectation' || ++expectations <= room;
    });
  }

  private isMissing(promised: Promised): boolean {
    switch (promised.kind) {
      case 'column': {
        const parent = this.parentOf(promised.names);
        return !this.columns.has(this.pathOf(promised.names)) && (parent === undefined || this.columns.has(parent));
      }
      case 'constraint':
        return this.isConstraintMissing(promised);
      case 'enum':
        return !isPartOf(this.columns.get(this.pathOf(promised.names))?.extension?.enum, promised.values);
      case 'test':
        return !this.isTested(promised.names, promised.test);
      case 'expectation':
        return !this.expectations().some(
          (key) => key === promised.reference.id || key === promised.reference.fullyQualifiedName,
        );
      case 'rule':
        return !(this.contract.semantics ?? []).some(({ name }) => name === promised.name);
      case 'refreshFrequency':
        return this.isSlower(promised.duration);
    }
  }

  /** A constraint replaces another only if it says more. */
  private isConstraintMissing({ names, constraint }: Constraint): boolean {
    const has = this.columns.get(this.pathOf(names))?.constraint?.toUpperCase() ?? 'NULL';
    return has === 'NULL' || (constraint === 'PRIMARY_KEY' && has !== 'PRIMARY_KEY');
  }

  /**
   * Levels of columns whose primary key is not suggested: a key is promised as a whole, and only where the contract has none there, since another
   * column in a key takes from the first that it is unique by itself.
   */
  private refusedKeys(suggestions: readonly Suggestion[]): ReadonlySet<string | undefined> {
    const keys = suggestions.flatMap(({ promised }) =>
      promised.kind === 'constraint' && promised.constraint === 'PRIMARY_KEY' ? [promised] : [],
    );
    const refused = new Set<string | undefined>();
    for (const [level, key] of groupBy(keys, ({ names }) => this.parentOf(names))) {
      const had = key.map(({ names }) => this.columns.get(this.pathOf(names))?.constraint?.toUpperCase());
      if (this.keyOf(level).length > 0 || (key.length > 1 && had.includes('UNIQUE'))) refused.add(level);
    }
    return refused;
  }

  private keyOf(level: string | undefined): readonly ContractColumn[] {
    const columns = level === undefined ? this.contract.schema : this.columns.get(level)?.children;
    return (columns ?? []).filter(({ constraint }) => constraint?.toUpperCase() === 'PRIMARY_KEY');
  }

  private isTested(names: readonly string[], test: SuggestedTest): boolean {
    if (test.testDefinition === 'columnValuesToBeUnique' && this.promisesUnique(names)) return true;
    const path = this.pathOf(names);
    return this.expected.some(
      ({ reference, definition, parameters }) =>
        definition === test.testDefinition &&
        this.testedPath(reference.fullyQualifiedName) === path &&
        isAsStrong(parameters, Object.fromEntries(test.parameterValues.map(({ name, value }) => [name, value]))),
    );
  }

  /** The path of the column of a test case of the asset; empty for the asset itself. */
  private testedPath(fqn: string): string | undefined {
    const [table, names] = [splitFqn(this.tableFqn) ?? [], splitFqn(fqn) ?? []];
    const isOfTable = table.every((name, at) => names[at] === name);
    return isOfTable ? this.pathOf(names.slice(table.length, -1)) : undefined;
  }

  private parentOf(names: readonly string[]): string | undefined {
    return names.length > 1 ? this.pathOf(names.slice(0, -1)) : undefined;
  }

  private promisesUnique(names: readonly string[]): boolean {
    const constraint = this.columns.get(this.pathOf(names))?.constraint?.toUpperCase();
    return constraint === 'UNIQUE' || (constraint === 'PRIMARY_KEY' && this.keyOf(this.parentOf(names)).length === 1);
  }

  private isSlower(duration: string): boolean {
    const [has, suggested] = [this.contract.sla?.refreshFrequency, duration].map((one) => parseDuration(one));
    return !has?.ok || !suggested?.ok || compareDurations(has.duration, suggested.duration) > 0;
  }

  /** Ids, or FQNs where there is no id, of the expected test cases. */
  private expectations(): string[] {
    return (this.contract.qualityExpectations ?? []).flatMap((one) =>
      typeof one === 'string' ? one : (one.id ?? one.fullyQualifiedName ?? []),
    );
  }
}

/** Whether a list allows no value beyond the others. */
function isPartOf(list: unknown, values: readonly unknown[]): boolean {
  const allowed = new Set(values.map(String));
  return Array.isArray(list) && list.every((value) => allowed.has(String(value)));
}
