import { StartError } from '@app/common';
import type { LoggerService } from '@nestjs/common';
import type { Settings } from '@app/config';
import type { Logger } from 'pino';
import { PartLevels } from './part-levels';

/** Writes the lines of Nest's Logger, which Nest and the libraries use, in the format of the service. */
export class NestLogger implements LoggerService {
  private readonly parts: PartLevels;

  constructor(logger: Logger, levels: Settings['logLevels'] = {}) {
    this.parts = new PartLevels(logger, levels);
  }

  /** Nest logs each module and each route at its start: at `debug`. */
  log(message: unknown, ...more: unknown[]): void {
    const context = contextOf(more);
    this.write(context && NEST_CONTEXTS.has(context) ? 'debug' : 'info', message, more);
  }

  /** Nest logs what ends the start, too: a `StartError` is one line for the operator, which the process prints as it ends. */
  error(message: unknown, ...more: unknown[]): void {
    this.write(message instanceof StartError ? 'debug' : 'error', message, more);
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

  private write(level: Settings['logLevel'], message: unknown, more: readonly unknown[]): void {
    const context = contextOf(more);
    const error = [message, ...more].find((part) => part instanceof Error);
    const stack = more.find((part) => typeof part === 'string' && part !== context);
    const text = message instanceof Error ? message.message : message;
    const fields = { context, ...(error ? { err: error } : {}), ...(stack !== undefined && { stack }) };
    const logger = this.parts.of(context);
    if (typeof text === 'string') logger[level](fields, text);
    else if (isLine(text)) logger[level]({ ...fields, ...text });
    else logger[level]({ ...fields, about: text });
  }
}

/** A line with members of its own. */
function isLine(text: unknown): text is { readonly msg: string } {
  return typeof (text as { msg?: unknown } | null)?.msg === 'string';
}

const NEST_CONTEXTS = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Nest gives the name of the logger last. */
function contextOf(more: readonly unknown[]): string | undefined {
  const last = more.at(-1);
  return typeof last === 'string' ? last : undefined;
}
