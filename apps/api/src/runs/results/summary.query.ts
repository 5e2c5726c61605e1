import { DEFAULT_BUCKET, DEFAULT_WINDOW } from '@app/results';
import { TextProperty } from '../../http/input';

/** What of the history is summed up. */
export class SummaryParameters {
  @TextProperty({
    description: 'How far back from now, an ISO 8601 duration.',
    default: DEFAULT_WINDOW,
    example: 'P30D',
    max: 64,
  })
  window?: string;

  @TextProperty({
    description: 'Length of a part of the trend, an ISO 8601 duration; at most 1,000 parts.',
    default: DEFAULT_BUCKET,
    example: 'P1D',
    max: 64,
  })
  bucket?: string;
}
