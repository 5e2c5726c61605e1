export { createLogger } from './logger';
export { showProcess } from './process-metrics';
export { NestLogger } from './nest-logger';
