export {
  EVIDENCE_KINDS,
  LONGEST_OBJECTIVE_NAME,
  MOST_ALERTS,
  MOST_OBJECTIVES,
  NO_DATA,
  OBJECTIVE_UNITS,
  TARGET_DECIMALS,
  lengthOf,
  objectiveDurationFault,
  rollingFault,
  type BurnAlert,
  type Objective,
  type ObjectiveWindow,
} from './document/objective';
export type { ContractKeys } from './document/objective.repository';
export type { Attainment } from './attainment/attainment';
export { ObjectiveService, type Objectives } from './objective.service';
export { ObjectivesModule } from './objectives.module';
export { BurningList, type BurningQuery } from './reports/burning-list';
export { MonthReport, type ReportQuery } from './reports/month-report';
export { ObjectiveList, type ObjectiveListQuery } from './reports/objective-list';
export { reportCsv, type ReportRow } from './reports/report-rows';
export { alertKey, type BudgetTransition } from './reports/budget-transitions';
export { BudgetCheck } from './reports/budget-check';
export { BudgetWatch, type ChangedContract } from './reports/budget-watch';
