import { invalidFields } from '@app/common';
import { LONGEST_PRODUCER, PRODUCER_RULE, producerNameFault, pushedProducerFault } from '@app/results';
import { TextProperty } from '../http/input';

/** Declares the producer: the sender of results about a part of a contract. */
export function ProducerProperty(): PropertyDecorator {
  return TextProperty({
    max: LONGEST_PRODUCER,
    further: (name) => (name === undefined ? undefined : pushedProducerFault(name as string)),
    description:
      `Who checked a part of the contract: ${PRODUCER_RULE}. The result is then added up with the newest ones of other producers, ` +
      'each for 7 days, and stored at its timestamp, or at the next free millisecond.',
  });
}

/** That of a path, which may be that of our own runs. @throws {AppError} BAD_REQUEST */
export function readProducer(name: string): string {
  const message = producerNameFault(name);
  if (message !== undefined) throw invalidFields([{ field: 'name', message }]);
  return name;
}
