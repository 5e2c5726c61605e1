export { waitSeconds } from './runs/request/prefer';
export type { RunAnswer } from './runs/request/run-answer';
export type { RunTrigger } from './runs/request/run.repository';
export { RunService } from './runs/request/run.service';
export type { RunOptions } from './runs/request/run.service';
export { Reconciler } from './runs/work/reconciler';
export { ValidationWorkerModule } from './validation-worker.module';
export { ValidationModule } from './validation.module';
export { ruleFault } from './rules/rule-fault';
