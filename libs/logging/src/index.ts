export { createLogger } from './logger';
export { NestLogger } from './nest-logger';
