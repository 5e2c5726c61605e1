import { invalidFields } from '@app/common';
import { LONGEST_PRODUCER, PRODUCER_RULE, producerNameFault, pushedProducerFault } from '@app/results';
import { TextProperty } from '../http/input';

const ADDED_UP =
  'The result is then added up with the newest ones of other producers, each for 7 days, and stored at its timestamp, or at the next free millisecond.';

const producerProperty = (description: string): PropertyDecorator =>
  TextProperty({
    max: LONGEST_PRODUCER,
    further: (name) => (name === undefined ? undefined : pushedProducerFault(name as string)),
    description,
  });

/** Declares the producer: the sender of results about a part of a contract. */
export const ProducerProperty = (): PropertyDecorator =>
  producerProperty(`Who checked a part of the contract: ${PRODUCER_RULE}. ${ADDED_UP}`);

/** Declares the producer of a report, which is its tool where none is named. */
export const ReportProducerProperty = (): PropertyDecorator =>
  producerProperty(
    `Who checked a part of the contract: ${PRODUCER_RULE}. By default the tool, whose part counts until its next report. ${ADDED_UP}`,
  );

/** That of a path, which may be that of our own runs. @throws {AppError} BAD_REQUEST */
export function readProducer(name: string): string {
  const message = producerNameFault(name);
  if (message !== undefined) throw invalidFields([{ field: 'name', message }]);
  return name;
}
