/** A table, schema or database that crawls saw before and this one did not. */
export interface MissingEntity {
  /** Crawls in a row that did not see it, before this one. */
  readonly missed: number;
  /** The last of these; a crawl that is tried again counts once. */
  readonly missedIn?: string;
}

export interface DeletionRules {
  /** Crawls in a row that must not see it; 0: nothing is deleted. */
  readonly deleteAfter: number;
  /** Whether more than half may go at once. */
  readonly isConfirmed: boolean;
  readonly run: string;
}

/** Fewer tables may go all at once. */
const GUARDED_FROM = 20;

/** Whether so many tables are gone that a mistake is more likely: a role that lost its rights, the wrong server, an empty mount. */
export function areTooMany(gone: number, covered: number, { deleteAfter, isConfirmed }: DeletionRules): boolean {
  return deleteAfter > 0 && !isConfirmed && covered >= GUARDED_FROM && gone > covered / 2;
}

/** Crawls in a row that did not see it, with this one. */
export function timesMissed({ missed, missedIn }: MissingEntity, run: string): number {
  return missedIn === run ? missed : missed + 1;
}

export function isDeletable(entity: MissingEntity, { deleteAfter, run }: DeletionRules): boolean {
  return deleteAfter > 0 && timesMissed(entity, run) >= deleteAfter;
}
