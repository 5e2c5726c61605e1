import type { DataRunRow, DataWarning } from './data-run';

/** The part of a run that a reader may see. */
export interface RunSight {
  /** Entities that it must not learn of, of those that the run names. */
  readonly hidden: ReadonlySet<string>;
  /** Whether anything may be hidden from it: then names that the run has in passing are left out. */
  readonly isRestricted: boolean;
  /** Whether it may see how checks ask the source. */
  readonly statements: boolean;
}

/** A run as it is answered; absent members are left out. */
export function shownRun(run: DataRunRow, sight: RunSight): object {
  const { hidden } = sight;
  const seen = ({ about }: { readonly about?: DataWarning['about'] }): boolean => !about || !hidden.has(about.id);
  const { progress, outcome } = run;
  return withoutAbsent({
    id: run.id,
    kind: run.kind,
    status: run.status,
    service: run.serviceRef,
    asset: run.assetRef,
    timestamp: run.timestamp,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    executionTime: run.startedAt !== null && run.endedAt !== null ? run.endedAt - run.startedAt : undefined,
    trigger: run.trigger,
    requestedBy: run.requestedBy,
    attempts: run.attempts,
    message: run.message,
    reason: run.reason,
    progress: progress && shownProgress(progress, sight),
    warnings: run.warnings.length ? run.warnings.filter(seen).map(withoutAbout) : undefined,
    warningCount: run.warningCount || undefined,
    ...outcome,
    changes: outcome?.changes?.filter(seen).map(withoutAbout),
    checks: outcome?.checks?.filter(seen).map((check) => {
      const { statement, ...rest } = withoutAbout(check);
      return sight.statements && statement !== undefined ? { ...rest, statement } : rest;
    }),
  });
}

export function shownProgress(
  { done, total, current }: NonNullable<DataRunRow['progress']>,
  { isRestricted }: Pick<RunSight, 'isRestricted'>,
): object {
  return { done, total, ...(current !== undefined && !isRestricted && { current }) };
}

/** The entities that a run names beside its service and its asset. */
export function namedBy({ warnings, outcome }: DataRunRow): NonNullable<DataWarning['about']>[] {
  const named = [...warnings, ...(outcome?.changes ?? []), ...(outcome?.checks ?? [])];
  return named.flatMap(({ about }) => (about ? [about] : []));
}

function withoutAbout<One extends { readonly about?: unknown }>({ about: _about, ...rest }: One): Omit<One, 'about'> {
  return rest;
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}
