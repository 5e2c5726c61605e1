import { groupBy, invalidFields, isObject } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import type { Excess } from './check/check-report';
import { excessesOf } from './entity-body';

/**
 * Limits apply to incoming data. A document stored before a limit was introduced may be changed as long as nothing beyond the limit
 * grows: the largest excess is not larger than the largest before, and so on.
 * @param stored the current document; undefined for a new entity
 * @throws {AppError} BAD_REQUEST naming what is too large
 */
export function requireNoGrowth(entityType: EntityType, excesses: readonly Excess[], stored?: unknown): void {
  if (!excesses.length) return;
  const stood = largestFirst(isObject(stored) ? excessesOf(entityType, stored) : []);
  const before = groupBy(stood, ({ limit }) => limit);
  const isNew = ({ limit }: Excess) => !before.has(limit);
  const grown = [
    ...excesses.filter(isNew),
    ...largestFirst(excesses.filter((one) => !isNew(one))).filter(
      ({ limit, size }) => size > (before.get(limit)?.shift()?.size ?? 0),
    ),
  ];
  if (grown.length) throw invalidFields(grown);
}

function largestFirst(excesses: readonly Excess[]): Excess[] {
  return [...excesses].sort((a, b) => b.size - a.size);
}
