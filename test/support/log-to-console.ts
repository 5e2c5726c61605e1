import { Logger } from '@nestjs/common';

const print = (...words: unknown[]): void => console.log(...words);

// Nest writes past Jest, which keeps what goes to the console and shows it beside a test that fails.
Logger.overrideLogger({ log: print, warn: print, error: print, debug: print, verbose: print, fatal: print });
