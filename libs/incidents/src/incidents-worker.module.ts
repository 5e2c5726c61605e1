import { Module } from '@nestjs/common';
import { CauseGraphRepository } from './contracts/causes/cause-graph.repository';
import { Causes } from './contracts/causes/causes';
import { IncidentMetrics } from './contracts/incident-metrics';
import { IncidentFollower } from './contracts/incident-follower';
import { IncidentInputRepository } from './contracts/incident-input.repository';
import { IncidentNoticeRepository } from './contracts/incident-notice.repository';
import { IncidentNotices } from './contracts/incident-notices';
import { IncidentRepository } from './contracts/incident.repository';
import { IncidentRound } from './contracts/incident-round';
import { IncidentTransitions } from './contracts/incident-transitions';

/** Updates incidents and notifies people of them: imported by the worker only, which starts the `IncidentRound`. Needs DatabaseModule. */
@Module({
  providers: [
    CauseGraphRepository,
    Causes,
    IncidentMetrics,
    IncidentFollower,
    IncidentInputRepository,
    IncidentNoticeRepository,
    IncidentNotices,
    IncidentRepository,
    IncidentRound,
    IncidentTransitions,
  ],
  exports: [IncidentRound],
})
export class IncidentsWorkerModule {}
