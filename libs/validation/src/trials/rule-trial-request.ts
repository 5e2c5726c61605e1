import { entityTypes } from '@app/catalog';
import { badRequest, invalidFields, isObject, isUuid } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { FieldReader } from '@app/results';
import { ruleFault } from '../rules/rule-fault';

/** Maximum number of rules per request: each may take a second. */
export const MAX_RULES = 20;

type Json = Readonly<Record<string, unknown>>;

/** A rule to try: JSON-logic, or a name with built-in meaning. */
export interface TriedRule {
  readonly name?: string;
  readonly rule?: unknown;
}

/** The asset that rules are tried on: an entity, or a document in the request. */
export type TriedAsset =
  | { readonly entityId: string; readonly entityType: string }
  | { readonly asset: Json; readonly entityType?: undefined };

export interface RuleTrialRequest {
  readonly rules: readonly TriedRule[];
  readonly on: TriedAsset;
}

/** @throws {AppError} BAD_REQUEST naming every invalid field, including rules that cannot run */
export function readRuleTrial(body: unknown): RuleTrialRequest {
  if (!isObject(body)) throw badRequest('The body must be a JSON object with rule or rules, and an asset');
  const faults: ErrorDetail[] = [];
  const reader = new FieldReader(body, '', faults);
  const rules = readRules(reader, faults);
  const on = readAsset(reader);
  reader.refuseOthers();
  if (faults.length > 0) throw invalidFields(faults);
  return { rules, on: on! };
}

function readRules(reader: FieldReader, faults: ErrorDetail[]): TriedRule[] {
  const hasRule = reader.has('rule');
  const rule = reader.take('rule', 'JSON-logic, as an object or a text of JSON', (value) => value);
  const rules = reader.take('rules', `an array of 1 to ${MAX_RULES} rules {name?, rule?}`, (value) =>
    Array.isArray(value) && value.length >= 1 && value.length <= MAX_RULES ? (value as unknown[]) : undefined,
  );
  if (hasRule === reader.has('rules')) {
    reader.fault(hasRule ? 'rules' : 'rule', 'send exactly one of rule and rules');
    return [];
  }
  if (!rules) return hasRule ? [checked({ rule }, 'rule', faults)] : [];
  return rules.map((item, at) => readItem(item, `rules[${at}]`, faults));
}

function readItem(item: unknown, path: string, faults: ErrorDetail[]): TriedRule {
  if (!isObject(item)) {
    faults.push({ field: path, message: 'must be an object {name?, rule?}' });
    return {};
  }
  const reader = new FieldReader(item, path, faults);
  const name = reader.text('name');
  const hasRule = reader.has('rule');
  const rule = reader.take('rule', 'JSON-logic', (value) => value);
  // Other fields of a contract's semantics item are accepted and ignored.
  for (const other of ['description', 'enabled', 'entityType', 'ignoredEntities'])
    reader.take(other, 'anything', (v) => v);
  if (name === undefined && !hasRule) reader.fault('rule', 'is required where there is no name');
  reader.refuseOthers();
  return checked({ ...(name !== undefined && { name }), ...(hasRule && { rule }) }, `${path}.rule`, faults);
}

function checked(tried: TriedRule, field: string, faults: ErrorDetail[]): TriedRule {
  const fault = 'rule' in tried ? ruleFault(tried.rule) : null;
  if (fault !== null) faults.push({ field, message: fault });
  return tried;
}

function readAsset(reader: FieldReader): TriedAsset | undefined {
  const asset = reader.take('asset', 'an object: the JSON of an asset', (value) =>
    isObject(value) ? value : undefined,
  );
  const types = entityTypes.all().map(({ type }) => type);
  const entityType = reader.take('entityType', `one of ${types.join(', ')}`, (value) =>
    types.find((one) => one === value),
  );
  const entityId = reader.take('entityId', 'a UUID', (value) => (isUuid(value) ? value.toLowerCase() : undefined));
  const isNamed = reader.has('entityId') || reader.has('entityType');
  if (isNamed === reader.has('asset')) {
    reader.fault('asset', 'send either asset, or entityId with entityType');
  } else if (isNamed) {
    for (const name of ['entityId', 'entityType']) if (!reader.has(name)) reader.fault(name, 'is required');
  }
  if (asset) return { asset };
  return entityId && entityType ? { entityId, entityType } : undefined;
}
