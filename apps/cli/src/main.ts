import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readEnvironment } from './environment';
import { EXIT } from './cli-error';
import { readSecret } from './read-secret';
import { type Terminal, runCommand } from './run-command';

/** From the package that has it alone, from its source, and from the built file in dist/apps/cli/src: the nearest is its own. */
const MANIFESTS = ['../package.json', '../../../package.json', '../../../../package.json'].map((path) =>
  join(__dirname, path),
);

function version(): string {
  for (const file of MANIFESTS) {
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch {
      // It is at the other path.
    }
  }
  return 'unknown';
}

function write(text: string | Uint8Array): Promise<void> {
  return new Promise((done, failed) => process.stdout.write(text, (error) => (error ? failed(error) : done())));
}

/** The reader of a pipe has seen enough, as in `metadata-catalog … | head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.passed : EXIT.usage),
);

const environment = readEnvironment();
const terminal: Terminal = {
  environment,
  readStdin: () => buffer(process.stdin),
  readSecret: (prompt) => readSecret(prompt, process.stdin, process.stderr),
  write,
  progress: (line) => void process.stderr.write(`${line}\n`),
  colours: process.stdout.isTTY && !environment.noColour,
  version: version(),
};

/** An internal error says nothing about the checked item: exit code 1 would mean that it failed. */
function unexpected(error: unknown): number {
  process.stderr.write(
    `metadata-catalog: unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return EXIT.refused;
}

void runCommand(process.argv.slice(2), terminal)
  .catch(unexpected)
  .then((code) => {
    process.exitCode = code;
  });
