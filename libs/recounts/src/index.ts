export { CheckSteps } from './check-steps';
export { CheckStepsModule } from './check-steps.module';
export { RECOUNT_STATUSES, reportText, type RecountStatus } from './recount-run';
export { Recounts, requestRecount, type RecountQuery } from './recounts';
export { RecountsModule } from './recounts.module';
export { RecountsWorkerModule } from './recounts-worker.module';
