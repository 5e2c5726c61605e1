export { captureWarnings, createLogger } from './logger';
export { NestLogger } from './nest-logger';
export { PartLevels } from './part-levels';
