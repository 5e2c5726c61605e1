export { METRICS, type Metric } from './baseline/judge';
export { FeedbackService, type FeedbackListRequest, type SentFeedback } from './feedback/feedback.service';
export { LearnedWatcher } from './warnings/watcher';
export { LearnedWorkerModule } from './learned-worker.module';
export { type WarningListRequest, WarningService } from './warnings/warning.service';
export { LearnedModule } from './learned.module';
export {
  LearnedService,
  type Learned,
  type LearnedRequest,
  type LearnedSeries,
  type SeriesRequest,
} from './learned.service';
