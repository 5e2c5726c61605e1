import { Injectable } from '@nestjs/common';
import { CauseFinder } from './cause';
import { CauseGraphRepository, type StartAsset } from './cause-graph.repository';

/** Another incident, by id, and the edges between. */
export interface RelatedIncident {
  readonly id: string;
  readonly hops: number;
}

/** The cause of an open incident, and the incidents that follow from it. */
export interface Relations {
  readonly cause?: RelatedIncident;
  readonly affected: readonly RelatedIncident[];
}

/** Finds causes, from the incidents that are open now. */
@Injectable()
export class Causes {
  constructor(private readonly graphs: CauseGraphRepository) {}

  /** By id; those that are resolved are left out. */
  async of(ids: readonly string[]): Promise<Map<string, Relations>> {
    return ids.length ? this.around(await this.graphs.starts(ids)) : new Map();
  }

  /** The same of incidents that need not be stored yet. */
  async around(starts: readonly StartAsset[]): Promise<Map<string, Relations>> {
    if (!starts.length) return new Map();
    const below = await this.graphs.below(starts);
    const finder = await this.finderOf([...starts, ...below]);
    const affected = new Map<string, RelatedIncident[]>(starts.map(({ id }) => [id, []]));
    for (const one of [...starts, ...below]) {
      const cause = finder.of(one);
      if (cause) affected.get(cause.id)?.push({ id: one.id, hops: cause.hops });
    }
    return new Map(
      starts.map((one) => {
        const cause = finder.of(one);
        return [one.id, { ...(cause && { cause }), affected: affected.get(one.id) ?? [] }];
      }),
    );
  }

  /** The causes alone, by the id of what follows from them. */
  async causesOf(ids: readonly string[]): Promise<Map<string, RelatedIncident>> {
    const starts = ids.length ? await this.graphs.starts(ids) : [];
    if (!starts.length) return new Map();
    const finder = await this.finderOf(starts);
    return new Map(
      starts.flatMap((one) => {
        const cause = finder.of(one);
        return cause ? [[one.id, cause]] : [];
      }),
    );
  }

  private async finderOf(
    starts: readonly StartAsset[],
  ): Promise<{ of(start: StartAsset): RelatedIncident | undefined }> {
    const graph = await this.graphs.above(starts);
    const finder = new CauseFinder(graph);
    return {
      of: ({ asset }) => {
        const found = finder.causeOf(asset);
        return found && { id: graph.broken.get(found.asset)!.id, hops: found.hops };
      },
    };
  }
}
