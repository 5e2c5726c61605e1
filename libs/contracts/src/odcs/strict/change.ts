/** Something that had to change for a document to become valid, or that was said for it. */
export interface DocumentChange {
  readonly path: string;
  readonly message: string;
}
