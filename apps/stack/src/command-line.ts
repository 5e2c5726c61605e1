import { EmbeddedPostgresError } from '@app/embedded';
import { StackError } from './state/stack-error';

/**
 * Runs a command whose one argument is a folder, and ends the process. Exit code 0: done; 1: it could not be done now; 2: the command is
 * wrong.
 *
 * @param failure what an unexpected error is introduced by
 */
export function runFolderCommand(usage: string, failure: string, work: (folder: string) => Promise<void>): void {
  const [folder = '', ...more] = process.argv.slice(2);
  if (folder === '--help') {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (folder === '' || folder.startsWith('-') || more.length > 0) {
    process.stderr.write(usage);
    process.exit(2);
  }
  work(folder).then(
    () => process.exit(0),
    (error: Error) => {
      const known = error instanceof StackError || error instanceof EmbeddedPostgresError;
      process.stderr.write(`${known ? error.message : `${failure}: ${error.message}`}\n`);
      process.exit(1);
    },
  );
}

/**
 * For commands that take these options alone, by default none: prints the usage where it is asked for (exit code 0), or where anything else is
 * said (exit code 2).
 *
 * @returns the options that are given
 */
export function answerHelp(usage: string, options: readonly string[] = []): readonly string[] {
  const words = process.argv.slice(2);
  if (words.every((word) => options.includes(word))) return words;
  const isAsked = words.every((word) => word === '--help' || word === '-h');
  (isAsked ? process.stdout : process.stderr).write(usage);
  process.exit(isAsked ? 0 : 2);
}
