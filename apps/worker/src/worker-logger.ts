import type { Settings } from '@app/config';
import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions } from 'pino';
import type { Logger } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** One JSON line per event, to standard output. */
export function createLogger({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino({
    level: logLevel,
    base: { pid: process.pid, app: 'worker' },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

/** What Nest and the libraries log through Nest's Logger, as such lines; Nest's own news of its start are for debugging. */
export class WorkerLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...more: unknown[]): void {
    const isNest = ['NestFactory', 'InstanceLoader'].includes(String(more.at(-1)));
    this.write(isNest ? 'debug' : 'info', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.write('error', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.write('warn', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.write('trace', message, more);
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.write('fatal', message, more);
  }

  /** Nest gives the name of the logger last. */
  private write(level: Level, message: unknown, more: readonly unknown[]): void {
    const err = [message, ...more].find((part) => part instanceof Error);
    this.logger[level]({ context: more.at(-1), ...(err && { err }) }, String(message));
  }
}
