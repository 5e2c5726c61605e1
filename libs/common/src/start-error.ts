/** The error that prevents the start of a process until a person corrects the setting. The message names the setting and the cure. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
