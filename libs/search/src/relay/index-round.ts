/** One of several ways to bring an index to what is marked. */
export interface IndexRound {
  /** Handles a block of marks. Returns whether there may be more. @throws where it could not */
  run(): Promise<boolean>;
}
