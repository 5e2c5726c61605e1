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
    ...{ notJudged: list(object({ promise: text, reason: text, message: text })), forPeople: count },
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
  const { notJudged, forPeople, notListed } = notJudgedIn(details);
  return {
    contract: fqn,
    status: String(result.contractExecutionStatus),
    ...present({ timestamp: isoTime(result.timestamp), summary: shortened(result.result, SUMMARY_LENGTH) }),
    dimensions: dimensionsOf(result),
    ...(forPeople > 0 && { forPeople }),
    ...fittingLists({ reasons, notJudged }, { reasons: leftOut(result.omitted), notJudged: notListed }),
    links: links.contract(String(contract.id), fqn, 'history'),
  };
}

/** The promises of a result that nothing judges: those for people are counted alone. */
function notJudgedIn({ notEvaluated, promises }: Json): {
  readonly notJudged: object[];
  readonly forPeople: number;
  readonly notListed: number;
} {
  const all = objects(notEvaluated);
  const listed = all.filter(({ reason }) => reason !== 'forPeople');
  const total = isObject(promises) ? Number(promises.notEvaluated) : all.length;
  return {
    notJudged: listed.map(({ promise, reason, message }) =>
      present({ promise: shortened(promise), reason, message: shortened(message) }),
    ),
    forPeople: all.length - listed.length,
    notListed: Math.max(0, total - all.length),
  };
}

/** @param omitted by list of details: beside the reasons of dimensions, what is not judged */
function leftOut(omitted: unknown): number {
  const { notEvaluated: _notJudged, ...reasons } = isObject(omitted) ? omitted : {};
  return Object.values(reasons).reduce<number>((sum, count) => sum + Number(count), 0);
}

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
