export {
  type ContractIncident,
  INCIDENT_ACTIONS,
  type IncidentAction,
  RESOLUTIONS,
  type Resolution,
} from './contracts/contract-incident';
export { memberFaults, type SentAction } from './contracts/incident-actions';
export { INCIDENT_LISTS, type IncidentListRequest, type IncidentPage } from './contracts/incident-list';
export { INCIDENT_SORTS, type IncidentSort, SORTS_OF_OPEN } from './contracts/incident-order';
export { IncidentRound } from './contracts/incident-round';
export { ContractIncidentService, type IncidentHistory } from './contracts/incident.service';
export type { AffectedIncident } from './contracts/incident-view';
export { IncidentWriter, type SentIncident } from './contracts/incident-writer';
export { IncidentsWorkerModule } from './incidents-worker.module';
export { IncidentsModule } from './incidents.module';
export { INCIDENT_STATUSES, type IncidentStatus, SEVERITIES, type Severity } from './states/transitions';
export {
  FAILURE_REASONS,
  type FailureReason,
  type IncidentQuery,
  type SentIncidentStatus,
  type SentUser,
  SORTS_OF_OPEN_TEST_CASES,
  STATUS_SORTS,
  type StatusSort,
} from './test-cases/incident';
export { IncidentService } from './test-cases/incident.service';
