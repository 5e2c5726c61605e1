import { CacheMemory } from '@app/common';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LiveGauges, type Reading } from './live-gauges';

/** Counts the requests to the caches of this process. They stand beside the database, which says whether what they have is valid. */
@Injectable()
export class CacheMetrics implements OnApplicationShutdown {
  private readonly gauges: LiveGauges;

  constructor(memory: CacheMemory) {
    this.gauges = new LiveGauges([
      {
        name: 'cache_requests_total',
        help: 'Requests to a cache. hit: the cached value was valid; stale: it was not; miss: none was cached',
        labels: ['cache', 'outcome'],
        type: 'counter',
        read: () =>
          [...memory.outcomes].flatMap(([cache, outcomes]) =>
            Object.entries(outcomes).map(([outcome, count]): Reading => [{ cache, outcome }, count]),
          ),
      },
      {
        name: 'cache_bytes',
        help: 'Memory that all caches of a process take, about; CACHE_MB is the most',
        labels: [],
        read: () => [[{}, memory.taken]],
      },
    ]);
  }

  onApplicationShutdown(): void {
    this.gauges.remove();
  }
}
