import type { LoadCommand, LoadReply } from './load-message';
import { prepareTarget, type PreparedTarget } from './prepared-target';
import { SliceRun } from './run-slice';

// The generator, a process of its own: its work is none of the servers' time, and its pauses are none of the bench's.
const targets = new Map<string, PreparedTarget>();

async function obey(command: LoadCommand): Promise<LoadReply> {
  if (command.kind === 'prepare') {
    targets.set(command.name, await prepareTarget(command.target));
    return {};
  }
  const target = targets.get(command.slice.target);
  if (!target) throw new Error(`The target ${command.slice.target} is not prepared`);
  return { slice: await new SliceRun(target, command.slice).run() };
}

process.on('message', (command: LoadCommand) => {
  obey(command).then(
    (reply) => process.send?.(reply),
    (error: Error) => process.send?.({ error: error.message } satisfies LoadReply),
  );
});
process.on('disconnect', () => process.exit());
