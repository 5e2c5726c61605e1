import type { Settings } from '@app/config';
import type { Logger } from 'pino';

/** Loggers of single parts, whose levels LOG_LEVELS sets; all others share the logger of the process. */
export class PartLevels {
  private readonly loggers: ReadonlyMap<string, Logger>;

  constructor(
    private readonly logger: Logger,
    levels: Settings['logLevels'],
  ) {
    this.loggers = new Map(
      Object.entries(levels).map(([part, level]) => [part.toLowerCase(), logger.child({}, { level })]),
    );
  }

  /** @param part the `context` of its lines; capitals do not count */
  of(part: string | undefined): Logger {
    return this.loggers.get(part?.toLowerCase() ?? '') ?? this.logger;
  }
}
