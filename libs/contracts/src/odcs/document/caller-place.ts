import { isObject } from '@app/common';
import type { Json } from '../../document/json';
import { placesInSecond } from './merge-documents';
import { oldKey } from './old-layout';
import { pathOf } from './pointer';
import { hasColumnsBelow, usualLayout } from './usual-layout';

type Step = string | number;

/** Where the items of a merged list stand in the second one. */
type IndexesOf = (merged: readonly unknown[], second: readonly unknown[]) => readonly (number | undefined)[];

/**
 * Maps paths in the processed document to the document the caller sent, which was merged with another one and may be of version
 * 2.2. Paths missing in the caller's document are unchanged. Each list is looked through once, however many paths lead into it.
 */
export function callerPlaces(read: Json, sent: Json): (path: string) => string {
  const converted = usualLayout(sent);
  const isBelow = hasColumnsBelow(sent);
  const merged = hasColumnsBelow(read) ? usualLayout(read) : read;
  const known = new Map<unknown, ReturnType<IndexesOf>>();
  const placesOf: IndexesOf = (merged, second) => {
    const places = known.get(merged) ?? placesInSecond(merged, second);
    known.set(merged, places);
    return places;
  };
  return (path) => {
    const steps = stepsIn(converted, merged, stepsOfPath(path), placesOf);
    if (!steps) return path;
    return pathOf(oldSteps(sent, isBelow && steps[0] === 'schema' ? withoutObject(steps) : steps));
  };
}

/** The steps with each list index as in the second document; undefined where it has no such item. */
function stepsIn(second: unknown, merged: unknown, steps: readonly Step[], placesOf: IndexesOf): Step[] | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  if (typeof step !== 'number') {
    const [inSecond, inMerged] = [second, merged].map((value) => (isObject(value) ? value[step] : undefined));
    const next = stepsIn(inSecond, inMerged, rest, placesOf);
    return next && [step, ...next];
  }
  if (!Array.isArray(merged) || !Array.isArray(second)) return undefined;
  const place = placesOf(merged, second)[step];
  const next = place === undefined ? undefined : stepsIn(second[place], merged[step], rest, placesOf);
  return next && [place as number, ...next];
}

/** Columns that were sent right below `schema`: what is said of their object is said of that. */
function withoutObject([schema, , , ...rest]: readonly Step[]): Step[] {
  return [schema as Step, ...rest];
}

function oldSteps(sent: unknown, steps: readonly Step[]): Step[] {
  let value = sent;
  return steps.map((step) => {
    const key = typeof step === 'string' && isObject(value) ? oldKey(value, step) : step;
    value = (value as Record<Step, unknown> | undefined)?.[key];
    return key;
  });
}

const STEP = /\[(\d+)\]|"((?:[^"\\]|\\.|"")*)"|([^.[\]"]+)/g;

function stepsOfPath(path: string): Step[] {
  return [...path.matchAll(STEP)].map(([, index, quoted, plain]) =>
    index === undefined ? (plain ?? quoted ?? '') : Number(index),
  );
}
