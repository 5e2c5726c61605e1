/** Thrown where a search is left to the engine that does all kinds of them. */
export class NotInMemory extends Error {
  constructor() {
    super('This search is not done in memory');
  }
}
