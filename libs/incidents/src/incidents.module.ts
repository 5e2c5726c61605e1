import { PolicyRepository } from '@app/agreements';
import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { QualityModule } from '@app/quality';
import { Module } from '@nestjs/common';
import { CauseGraphRepository } from './contracts/causes/cause-graph.repository';
import { Causes } from './contracts/causes/causes';
import { IncidentFinder } from './contracts/incident-finder';
import { IncidentList } from './contracts/incident-list';
import { IncidentFollower } from './contracts/incident-follower';
import { IncidentInputRepository } from './contracts/incident-input.repository';
import { IncidentNoticeRepository } from './contracts/incident-notice.repository';
import { IncidentNotices } from './contracts/incident-notices';
import { IncidentRepository } from './contracts/incident.repository';
import { IncidentRights } from './contracts/incident-rights';
import { ContractIncidentService } from './contracts/incident.service';
import { IncidentTransitions } from './contracts/incident-transitions';
import { IncidentView } from './contracts/incident-view';
import { IncidentWriter } from './contracts/incident-writer';
import { IncidentRepository as StatusRepository } from './test-cases/incident.repository';
import { IncidentService } from './test-cases/incident.service';

/** Incidents of contracts and of test cases: what is done about what fails. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, QualityModule],
  providers: [
    CauseGraphRepository,
    Causes,
    ContractIncidentService,
    IncidentFinder,
    IncidentList,
    IncidentFollower,
    IncidentInputRepository,
    IncidentNoticeRepository,
    IncidentNotices,
    IncidentRepository,
    IncidentRights,
    IncidentService,
    IncidentTransitions,
    IncidentView,
    IncidentWriter,
    PolicyRepository,
    StatusRepository,
  ],
  exports: [ContractIncidentService, IncidentService, IncidentWriter],
})
export class IncidentsModule {}
