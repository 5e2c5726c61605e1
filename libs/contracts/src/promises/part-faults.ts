import { type ErrorDetail, sameJson } from '@app/common';
import {
  type ContractColumn,
  type DocumentReference,
  type SemanticsRule,
  type ContractSla,
  LEARNED_METRICS,
  childPath,
} from '../document/contract-document';
import { constraintsOf } from './constraints';
import { enumFault } from './enum';
import { optionFaults } from './options';
import { parseSla } from '../document/sla-terms';

/** Columns with upper-case closed values, and without the FQN of the asset's column, which a rename would invalidate. */
export function normalColumns(columns: readonly ContractColumn[]): ContractColumn[] {
  return columns.map(({ fullyQualifiedName: _readOnly, ...column }) => ({
    ...column,
    ...capitals(column, 'dataType'),
    ...capitals(column, 'arrayDataType'),
    ...normalConstraints(column),
    ...(column.children ? { children: normalColumns(column.children) } : {}),
  }));
}

/** The strongest constraint, and all of them where there are several. */
function normalConstraints({ constraints, ...column }: ContractColumn): Partial<ContractColumn> {
  if (!constraints)
    return { ...capitals(column, 'constraint'), ...(constraints === null && { constraints: undefined }) };
  const all = constraintsOf({ ...column, constraints });
  if (all.length === 0) return { ...capitals(column, 'constraint'), constraints: undefined };
  return { constraint: all[0]!, constraints: all.length > 1 ? all : undefined };
}

function capitals(column: ContractColumn, key: 'dataType' | 'arrayDataType' | 'constraint'): Partial<ContractColumn> {
  const word = column[key];
  return typeof word === 'string' ? { [key]: word.toUpperCase() } : {};
}

/** Duplicate columns among siblings, and arrays without an element type. */
export function columnFaults(columns: readonly ContractColumn[], field = 'schema', parent = ''): ErrorDetail[] {
  const firstAt = new Map<string, number>();
  return columns.flatMap((column, index) => {
    const at = `${field}[${index}]`;
    const path = childPath(parent, column.name);
    const first = firstAt.get(column.name);
    firstAt.set(column.name, first ?? index);
    const twice =
      first === undefined
        ? []
        : [{ field: `${at}.name`, message: `the column ${path} is there twice, see ${field}[${first}]` }];
    return [...twice, ...arrayFault(column, at), ...columnFaults(column.children ?? [], `${at}.children`, path)];
  });
}

/** Words that a column as it was sent has twice. */
export function constraintFaults(columns: readonly ContractColumn[], field = 'schema'): ErrorDetail[] {
  return columns.flatMap(({ constraints, children }, index) => {
    const at = `${field}[${index}]`;
    const words = (constraints ?? []).map((word) => word.toUpperCase());
    const twice = words.findIndex((word, index) => words.indexOf(word) < index);
    const fault = { field: `${at}.constraints[${twice}]`, message: `${words[twice]} is there twice` };
    return [...(twice < 0 ? [] : [fault]), ...constraintFaults(children ?? [], `${at}.children`)];
  });
}

/** Lists and options of a wrong shape, where they are not stored already. */
export function valueFaults(
  columns: readonly ContractColumn[],
  stored: readonly ContractColumn[] = [],
  field = 'schema',
): ErrorDetail[] {
  const byName = new Map(stored.map((column) => [column.name, column]));
  return columns.flatMap((column, index) => {
    const before = byName.get(column.name);
    const at = `${field}[${index}]`;
    return [
      ...changedValueFaults(column.extension ?? {}, before?.extension ?? {}, `${at}.extension`),
      ...valueFaults(column.children ?? [], before?.children, `${at}.children`),
    ];
  });
}

type Extension = NonNullable<ContractColumn['extension']>;

function changedValueFaults(given: Extension, before: Extension, field: string): ErrorDetail[] {
  const { enum: list, logicalTypeOptions: options } = given;
  const isNew = (value: unknown, was: unknown): boolean =>
    value !== undefined && value !== null && !sameJson(value, was);
  const fault = isNew(list, before.enum) ? enumFault(list) : undefined;
  const faults = isNew(options, before.logicalTypeOptions) ? optionFaults(options) : [];
  return [
    ...(fault === undefined ? [] : [{ field: `${field}.enum`, message: fault }]),
    ...faults.map(({ option, message }) => ({
      field: `${field}.logicalTypeOptions${option === undefined ? '' : `.${option}`}`,
      message,
    })),
  ];
}

function arrayFault(column: ContractColumn, at: string): ErrorDetail[] {
  if (column.dataType !== 'ARRAY' || column.arrayDataType !== undefined) return [];
  return [{ field: `${at}.arrayDataType`, message: 'is required where dataType is ARRAY' }];
}

/** References to something other than a test case, and duplicates: a duplicate would count twice in the score. */
export function qualityFaults(references: readonly (DocumentReference | string)[]): ErrorDetail[] {
  const firstAt = new Map<string, number>();
  return references.flatMap((reference, index) => {
    const field = `qualityExpectations[${index}]`;
    const type = typeof reference === 'string' ? undefined : reference.type;
    if (type !== undefined && type !== 'testCase')
      return [{ field: `${field}.type`, message: `must be testCase, got ${type}` }];
    const key = referenceKey(reference);
    const first = key === undefined ? undefined : firstAt.get(key);
    if (key !== undefined) firstAt.set(key, first ?? index);
    if (first === undefined) return [];
    return [{ field, message: `the test case ${key} is there twice, see qualityExpectations[${first}]` }];
  });
}

/** By what a reference is known: its id, else its FQN. */
function referenceKey(reference: DocumentReference | string): string | undefined {
  return typeof reference === 'string' ? reference : (reference.id ?? reference.fullyQualifiedName);
}

/** Says what is wrong with a rule (JSON-logic, or a string of JSON), or null. */
export type CheckRule = (rule: unknown) => string | null;

/** Normalized rules: enabled by default, without the inheritance flag, which only responses have. */
export function normalRules(rules: readonly SemanticsRule[]): SemanticsRule[] {
  return rules.map(
    ({ inherited: _answerOnly, ...rule }) => ({ ...rule, enabled: rule.enabled ?? true }) as SemanticsRule,
  );
}

/** Duplicate names, and rules that are not valid JSON-logic. */
export function semanticsFaults(rules: readonly SemanticsRule[], checkRule: CheckRule): ErrorDetail[] {
  const firstAt = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const at = `semantics[${index}]`;
    const first = firstAt.get(rule.name);
    firstAt.set(rule.name, first ?? index);
    const message = `the rule "${rule.name}" is there twice, see semantics[${first}]; names of rules are unique in a contract`;
    return [...(first === undefined ? [] : [{ field: `${at}.name`, message }]), ...ruleFault(rule, at, checkRule)];
  });
}

function ruleFault(rule: SemanticsRule, at: string, checkRule: CheckRule): ErrorDetail[] {
  const message = rule.rule === undefined || rule.rule === null ? null : checkRule(rule.rule);
  return message === null ? [] : [{ field: `${at}.rule`, message }];
}

/** An SLA as accepted in bodies: with the alias of maxLatency. */
type SentSla = ContractSla & { readonly latency?: ContractSla['maxLatency']; readonly inherited?: boolean };

/** The normalized SLA: `latency` as maxLatency, without the inheritance flag, which only responses have. */
export function normalSla({ latency, learned, inherited: _answerOnly, ...sla }: SentSla): ContractSla {
  // In one order: another one is no change.
  const metrics = LEARNED_METRICS.filter((metric) => Array.isArray(learned) && learned.includes(metric));
  return {
    ...sla,
    ...(latency !== undefined && latency !== null && { maxLatency: sla.maxLatency ?? latency }),
    ...(metrics.length > 0 && { learned: metrics }),
  };
}

export function slaFaults(sla: SentSla): ErrorDetail[] {
  const blank = sla.columnName?.trim() === '';
  return [...parseSla(sla).errors, ...(blank ? [{ field: 'sla.columnName', message: 'must not be empty' }] : [])];
}
