import { BackgroundTasks, HealthProbes, notReady, READY } from '@app/common';
import { dataLanePart } from '@app/data';
import { backgroundPart, commitsPart, Database, databaseParts, diskPart, writesPart } from '@app/database';
import { QueueHealth } from '@app/queue';
import { SearchBackend } from '@app/search';
import { Injectable } from '@nestjs/common';
import { Shutdown } from '../http/lifecycle/shutdown';

/**
 * Whether requests can be served: without search all but those that need it; on a server that takes no writes, and without room on the disk,
 * all but writes.
 * Without a worker of the lane `data` all but data runs. Without the queue all of them, since a run is stored before its job is sent;
 * but not with a queue that may lose jobs.
 */
@Injectable()
export class Readiness extends HealthProbes {
  constructor(
    database: Database,
    queue: QueueHealth,
    search: SearchBackend,
    shutdown: Shutdown,
    tasks: BackgroundTasks,
  ) {
    super({
      needed: {
        api: async () => (shutdown.signal.aborted ? notReady('stopping') : READY),
        ...databaseParts(database),
      },
      wanted: {
        queue: () => queue.check(),
        search: () => search.state(),
        ...writesPart(database),
        ...diskPart(database),
        ...commitsPart(database),
        ...dataLanePart(database),
        ...backgroundPart(tasks),
      },
    });
  }
}
