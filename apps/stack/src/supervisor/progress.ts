/** Writes a line for people. A reader that has gone away (a closed pipe) must not end the stack. */
export function print(line: string): void {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
  process.stdout.write(`${line}\n`);
}

/** Wide enough for the longest name of a step. */
const NAME_WIDTH = 11;

/** Does one step of the start; writes what it has to say and how long it took. It says nothing when it was cut short. */
export async function step(name: string, work: () => Promise<string | undefined>): Promise<void> {
  const since = performance.now();
  const said = await work();
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  if (said !== undefined) print(`${name.padEnd(NAME_WIDTH)}${said} (${seconds} s)`);
}
