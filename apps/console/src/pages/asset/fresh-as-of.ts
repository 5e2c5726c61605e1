import type { Asset } from '../../api/assets';

/** A time at which the data of an asset are known to have been brought up to date, in epoch ms. */
export interface Freshness {
  readonly at: number;
  /** Where it is known from. */
  readonly by: string;
}

interface Evidence {
  readonly target: string;
  readonly timestamp: number;
  readonly source?: string | undefined;
}

/** Evidence about these is of refreshes and arrivals, and not of whether the asset could be reached. */
const OF_REFRESHES: ReadonlySet<string> = new Set(['refreshFrequency', 'maxLatency', 'latency', 'availabilityTime']);

const timeIn = (of: unknown): number | undefined => {
  const { timestamp } = (of ?? {}) as { readonly timestamp?: unknown };
  return typeof timestamp === 'number' ? timestamp : undefined;
};

/** The newest refresh that the catalog knows: what was reported or read for the contract, runs of pipelines, changes in the source, else the newest profile. */
export function freshAsOf(asset: Asset, evidence: readonly Evidence[] = []): Freshness | undefined {
  const runs = (asset.pipelineObservability ?? []).flatMap(({ endTime, lastRunTime, lastRunStatus, pipeline }) => {
    const at = endTime ?? lastRunTime;
    return at !== undefined && lastRunStatus === 'Successful' ? [{ at, by: pipeline.name ?? 'a pipeline' }] : [];
  });
  const updated = timeIn(asset.lifeCycle?.updated);
  const refreshes: Freshness[] = [
    ...evidence.flatMap(({ target, timestamp: at, source }) =>
      OF_REFRESHES.has(target) ? [{ at, by: source ?? 'a report' }] : [],
    ),
    ...runs,
    ...(updated === undefined ? [] : [{ at: updated, by: 'its source' }]),
  ];
  const newest = refreshes.reduce<Freshness | undefined>(
    (best, one) => (best === undefined || one.at > best.at ? one : best),
    undefined,
  );
  const profiled = timeIn(asset.profile);
  return newest ?? (profiled === undefined ? undefined : { at: profiled, by: 'its newest profile' });
}
