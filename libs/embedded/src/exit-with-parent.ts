/**
 * For a process that a supervisor started with an IPC channel: when the channel closes, the supervisor is gone (killed,
 * for it would have sent a signal otherwise), and the process shuts down gracefully by sending SIGTERM to itself.
 * Without a channel (started manually) it does nothing. The channel is unreferenced: the process can exit.
 */
export function exitWithParent(): void {
  if (!process.send) return;
  const end = (): void => void process.kill(process.pid, 'SIGTERM');
  if (!process.connected) return end();
  process.once('disconnect', end);
  process.channel?.unref();
}
