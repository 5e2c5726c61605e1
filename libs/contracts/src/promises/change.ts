/**
 * The effect of a change on consumers of the contract: breaking removes a promise, compatible preserves or extends what was promised, info
 * affects no promise.
 */
export type Compatibility = 'breaking' | 'compatible' | 'info';

/** One difference between two contracts. `from` is absent for what was added, `to` for what was removed. */
export interface Change {
  /** Names, not indexes: `schema.address.zip.dataType`, `semantics.Has owner`, `sla.maxLatency`. A name with a dot is quoted. */
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly compatibility: Compatibility;
  /** One sentence for display. */
  readonly reason: string;
}

/** One reason for which something changes its meaning for consumers. */
export type Finding = Pick<Change, 'compatibility' | 'reason'>;

const BY_STRENGTH: readonly Compatibility[] = ['breaking', 'compatible', 'info'];

/** The verdict on several findings together. */
export function strongest(findings: readonly Pick<Change, 'compatibility'>[]): Compatibility {
  return BY_STRENGTH.find((word) => findings.some(({ compatibility }) => compatibility === word)) ?? 'info';
}

/** From and to of a change, in this order; undefined is absent. */
export type Sides = readonly [from: unknown, to: unknown];

export function change(compatibility: Compatibility, path: string, [from, to]: Sides, reason: string): Change {
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    compatibility,
    reason,
  };
}

export const breaking = (path: string, sides: Sides, reason: string): Change => change('breaking', path, sides, reason);
export const compatible = (path: string, sides: Sides, reason: string): Change =>
  change('compatible', path, sides, reason);
export const info = (path: string, sides: Sides, reason: string): Change => change('info', path, sides, reason);
