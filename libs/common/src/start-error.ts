/** The error that keeps a process from starting until a person changes it. The message names the setting and the cure. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
