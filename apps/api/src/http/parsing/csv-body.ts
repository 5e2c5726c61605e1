/** A CSV body as it came; nothing of it is looked at yet. */
export class CsvBody {
  constructor(readonly bytes: Buffer) {}
}
