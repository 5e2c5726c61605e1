import { JobProducer, type QueueSettings } from '@app/queue';

/** How what a test has started is stopped. */
export type Stops = (() => Promise<unknown>)[];

/**
 * Of the tests of a block. Behind each of them all is stopped, the last one first, also where the test has failed or did not end. What a block
 * itself takes down behind each test goes after it, if it is declared after it.
 */
export function stopsAfterEach(): Stops {
  const stops: Stops = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  return stops;
}

/** Sends jobs until it is stopped. */
export function producerOf(settings: QueueSettings, stops: Stops): JobProducer {
  const producer = new JobProducer(settings);
  stops.push(() => producer.onApplicationShutdown());
  return producer;
}
