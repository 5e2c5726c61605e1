import type { JsonSchema } from '@app/catalog';
import { isObject } from '@app/common';
import type { Json } from '../catalog-calls';
import { fittingLists, present, shortened } from '../bounded';
import { count, LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import type { Links } from '../links';

/** Characters of a sentence that says what failed. */
const SUMMARY_LENGTH = 1_500;
/** Characters of a value, before or after. */
const VALUE_LENGTH = 200;

export const isoTime = (instant: unknown): string | undefined =>
  typeof instant === 'number' ? new Date(instant).toISOString() : undefined;

export const objects = (list: unknown): Json[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** The names of references. */
export const namesOf = (references: unknown): string[] | undefined => {
  const names = objects(references).map(({ fullyQualifiedName, name, tagFQN }) =>
    String(tagFQN ?? fullyQualifiedName ?? name),
  );
  return names.length > 0 ? names : undefined;
};

/** A column of an asset or of a contract. */
export function shownColumn({ name, dataType, dataTypeDisplay, constraint, description }: Json): object {
  const shownType = shortened(dataTypeDisplay ?? dataType, 100);
  return present({ name, dataType: shownType, constraint, description: shortened(description, 150) });
}

export const REFERENCE = object({ type: text, fullyQualifiedName: text }, { id: text });

export const reference = ({
  id,
  type,
  fullyQualifiedName,
}: Json): Record<'id' | 'type' | 'fullyQualifiedName', string> => ({
  ...{ id: String(id), type: String(type), fullyQualifiedName: String(fullyQualifiedName) },
});

/** The schema of what `shownChange` gives. */
export const CHANGE = object({ path: text, compatibility: text, reason: text }, { from: text, to: text });

/** One change of a contract, with its values as texts. */
export function shownChange({ path, compatibility, reason, from, to }: Json): object {
  return present({ path, compatibility, reason: shortened(reason) ?? '', from: valueOf(from), to: valueOf(to) });
}

const valueOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : shortened(typeof value === 'string' ? value : JSON.stringify(value), VALUE_LENGTH);

const DIMENSIONS = ['schema', 'semantics', 'quality', 'sla'] as const;

/** The schema of what `shownResult` gives. */
export const RESULT: JsonSchema = object(
  { contract: text, status: text, links: LINKS },
  {
    ...{ timestamp: time, summary: text, dimensions: { type: 'object' }, omitted: OMITTED },
    reasons: list(object({ dimension: text, message: text }, { field: text }), 'Why: one for each thing that failed'),
    recent: list(object({ status: text }, { timestamp: time }), 'The newest results, the last one first'),
    finished: { type: 'boolean', description: 'false: the run goes on; ask again with explain_failure' },
    waited: count,
  },
);

/** One result of a contract, with the reasons of what failed. */
export function shownResult(links: Links, contract: Json, result: Json): Record<string, unknown> {
  const details = isObject(result.details) ? result.details : {};
  const reasons = DIMENSIONS.flatMap((dimension) =>
    objects(details[`${dimension}Validation`]).map(({ field, message }) =>
      present({ dimension, field: shortened(field), message: shortened(message) ?? '' }),
    ),
  );
  const fqn = String(contract.fullyQualifiedName);
  return {
    contract: fqn,
    status: String(result.contractExecutionStatus),
    ...present({ timestamp: isoTime(result.timestamp), summary: shortened(result.result, SUMMARY_LENGTH) }),
    dimensions: dimensionsOf(result),
    ...fittingLists({ reasons }, { reasons: leftOut(result.omitted) }),
    links: links.contract(String(contract.id), fqn, 'history'),
  };
}

const leftOut = (omitted: unknown): number =>
  Object.values(isObject(omitted) ? omitted : {}).reduce<number>((sum, count) => sum + Number(count), 0);

/** The counts of each dimension; names of what failed stand with the reasons. */
function dimensionsOf(result: Json): object {
  const judged = DIMENSIONS.flatMap((dimension) => {
    const counts = result[`${dimension}Validation`];
    if (!isObject(counts)) return [];
    const values = Object.entries(counts).filter(
      ([, value]) => typeof value === 'number' || typeof value === 'boolean',
    );
    return [[dimension, Object.fromEntries(values)] as const];
  });
  return Object.fromEntries(judged);
}
