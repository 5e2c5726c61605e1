import { Injectable } from '@nestjs/common';
import { markBegin, markEnd, newMarks } from './served-marks';

/**
 * Signals to the export thread that other requests are active, so that it yields. Request handling reports its
 * activity here.
 */
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
