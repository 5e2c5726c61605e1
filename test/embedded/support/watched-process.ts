import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { PATIENCE_MS } from '../../support/eventually';

/** A program under test: what it wrote so far, its next line, its end. */
export class WatchedProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** After its end, when all that it wrote was read; not for one whose children hold its output open. */
  readonly closed: Promise<{ code: number | null }>;
  output = '';

  constructor(file: string, args: readonly string[], options: SpawnOptions = {}) {
    this.child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const collect = (chunk: Buffer): void => void (this.output += chunk.toString('utf8'));
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
    this.closed = once(this.child, 'close').then(([code]) => ({ code }));
    // The pipes may be held open by processes that outlive this one, so its exit counts and not their closing.
    this.ended = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }));
  }

  get pid(): number {
    if (!this.child.pid) throw new Error(`the program was not started: ${this.output}`);
    return this.child.pid;
  }

  /** Resolves with the match as soon as the output has one. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    return eventually(
      () => {
        const match = pattern.exec(this.output);
        if (!match && (this.child.exitCode ?? this.child.signalCode) !== null)
          throw new Error(`it ended with ${this.child.exitCode}: ${this.output}`);
        return match;
      },
      () => `${pattern} in: ${this.output}`,
    );
  }
}

/** Resolves with the first value that is neither null, undefined nor false; polls, for states that send no event. */
export async function eventually<T>(
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  what: () => string = () => String(look),
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited ${PATIENCE_MS / 1000} s for ${what()}`);
}
