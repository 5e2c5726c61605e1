import { splitFqn } from '@app/catalog';
import { columnsOfPromise, type ContractDocument, keyOfPromise, type StatedPromise } from '@app/contracts';

/** A promise as it is compared and shown: two of one path and one text are the same promise. */
export interface ComparedPromise {
  readonly promise: StatedPromise;
  readonly text: string;
  /** The parts of a result that it counts in: `schema.<column>`, `semantics.<name>`, `quality`, `sla`; none: it is never judged. */
  readonly units: readonly string[];
}

export function comparedPromises(stated: readonly StatedPromise[], contract: ContractDocument): ComparedPromise[] {
  return stated.map((promise) => ({
    promise,
    text: JSON.stringify(contentOf(promise, contract)),
    units: promise.unjudged ? [] : unitsOf(promise),
  }));
}

/** The promises of `after` that `before` does not state so. */
export function changedPromises(
  before: readonly ComparedPromise[],
  after: readonly ComparedPromise[],
): readonly ComparedPromise[] {
  const known = new Set(before.map(keyOf));
  return after.filter((one) => !known.has(keyOf(one)));
}

/** The parts of a result whose promises are others in the two states. */
export function changedUnits(
  before: readonly ComparedPromise[],
  after: readonly ComparedPromise[],
): ReadonlySet<string> {
  return new Set([...changedPromises(before, after), ...changedPromises(after, before)].flatMap(({ units }) => units));
}

const keyOf = ({ promise: { path }, text }: ComparedPromise): string => JSON.stringify([path, text]);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

function contentOf(promise: StatedPromise, contract: ContractDocument): unknown {
  const document = contract as unknown as Readonly<Record<string, readonly unknown[] | undefined>>;
  switch (promise.kind) {
    case 'notNull':
    case 'unique':
    case 'enum':
    case 'option':
    case 'primaryKey':
    case 'reference':
      return keyOfPromise(promise);
    case 'column': {
      const { dataType, dataTypeDisplay, dataLength, precision, scale, arrayDataType } = promise.column
        .column as unknown as Readonly<Record<string, unknown>>;
      return [dataType, dataTypeDisplay, dataLength, precision, scale, arrayDataType];
    }
    case 'typeOption':
      return memberOf(memberOf(memberOf(promise.column.column, 'extension'), 'logicalTypeOptions'), promise.option);
    case 'partition':
      return promise.position;
    case 'semantics': {
      const rule = document.semantics?.[promise.index];
      return ['rule', 'enabled', 'entityType', 'ignoredEntities'].map((name) => memberOf(rule, name));
    }
    case 'rule':
      return document.odcsQualityRules?.[promise.index];
    case 'expectation':
      return memberOf(document.qualityExpectations?.[promise.index], 'id');
    case 'sla':
      return ['timezone', 'columnName', promise.member.split('.')[0]!].map((name) => memberOf(contract.sla, name));
    case 'schemaPolicy':
      return memberOf(contract.extension, 'schemaPolicy');
    case 'policy':
    case 'classification':
    case 'terms':
    case 'document':
      return promise.said;
  }
}

function unitsOf(promise: StatedPromise): readonly string[] {
  switch (promise.kind) {
    case 'notNull':
    case 'unique':
    case 'enum':
    case 'option':
    case 'primaryKey':
    case 'reference':
    case 'partition':
      return columnsOfPromise(promise).map(({ path }) => schemaUnit(path));
    case 'column':
    case 'typeOption':
      return [schemaUnit(promise.column.path)];
    case 'semantics':
      return [`semantics.${promise.name}`];
    case 'rule':
    case 'expectation':
      return ['quality'];
    case 'sla':
      return ['sla'];
    case 'schemaPolicy':
      return ['schemaPolicy'];
    case 'policy':
    case 'classification':
    case 'terms':
    case 'document':
      return [];
  }
}

/** Results write the path of a column with or without quotes. */
const schemaUnit = (path: string): string => `schema.${(splitFqn(path) ?? [path]).join('.')}`;

interface ResultBody {
  readonly schemaValidation?: { readonly failed?: number; readonly failedFields?: readonly string[] };
  readonly semanticsValidation?: { readonly failedRules?: readonly { readonly ruleName?: string }[] };
  readonly qualityValidation?: { readonly failed?: number };
  readonly slaValidation?: Readonly<Record<string, unknown>>;
}

/** The parts of a result that failed. */
export function failedUnits(body: Readonly<Record<string, unknown>>): string[] {
  const { schemaValidation, semanticsValidation, qualityValidation, slaValidation } = body as ResultBody;
  return [
    ...(schemaValidation?.failedFields ?? []).map(schemaUnit),
    ...(semanticsValidation?.failedRules ?? []).flatMap(({ ruleName }) =>
      ruleName === undefined ? [] : [`semantics.${ruleName}`],
    ),
    ...((qualityValidation?.failed ?? 0) > 0 ? ['quality'] : []),
    ...(Object.values(slaValidation ?? {}).includes(false) ? ['sla'] : []),
  ];
}
