import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DocumentCheck } from './document-check';
import { PlaceCheck, type PlaceReport } from './place-check';

/** The findings and repairs of a check. */
export interface CatalogReport extends PlaceReport {
  /** Entities whose columns or other parts had FQNs inconsistent with the entity's FQN. */
  readonly parts: number;
  /** Entities with labels of deleted tags, or missing from the label index. */
  readonly labels: number;
  /** Counters that differed from the actual number of rows. */
  readonly counts: number;
}

/**
 * Counters change in the same transaction as the rows they count, so a difference seen in one snapshot stays constant under
 * concurrent writes.
 */
const COUNTS = `
  with counted as (
    select type, p as parent, deleted_by is not null as deleted, count(*) as n from entity,
           unnest(case when parent is null then array[0] when parent = root then array[0, parent]
                       else array[0, parent, root] end) p
     group by 1, 2, 3),
  kept as (select type, parent, deleted, sum(n) as n from counter group by 1, 2, 3)
  insert into counter as c (type, parent, deleted, slot, n)
  select type, parent, deleted, 0, coalesce(counted.n, 0) - coalesce(kept.n, 0)
    from counted full join kept using (type, parent, deleted)
   where coalesce(counted.n, 0) <> coalesce(kept.n, 0) order by 1, 2, 3
  on conflict (type, parent, deleted, slot) do update set n = c.n + excluded.n
  returning 1`;

/** Compares denormalised data, stored for fast reads, with the data it is derived from, and repairs differences. */
@Injectable()
export class CatalogCheck {
  constructor(
    private readonly database: Database,
    private readonly places: PlaceCheck,
    private readonly documents: DocumentCheck,
  ) {}

  async check(): Promise<CatalogReport> {
    const places = await this.places.check();
    const documents = await this.documents.check();
    return { ...places, ...documents, counts: (await this.database.query(COUNTS)).length };
  }
}
