import { Injectable } from '@nestjs/common';
import { markBegin, markEnd, newMarks } from './served-marks';

/** Tells the export thread that somebody else is being served, so that it gives way. Whoever serves says so here. */
@Injectable()
export class OthersServed {
  readonly marks = newMarks();

  begin(): void {
    markBegin(this.marks);
  }

  end(): void {
    markEnd(this.marks);
  }
}
