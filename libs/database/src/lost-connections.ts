import { Client } from 'pg';

type Connect = (this: Client, ...words: unknown[]) => unknown;
const unheard = (): void => undefined;

/**
 * Has no lost connection end the process. pg tells of one on which nobody waits for an answer by an `error` event, and Node ends
 * where nobody hears one. Pools hear it while it is idle, TypeORM while it is used; but not all do between two statements, nor in the
 * moment in which it is handed over, and BullMQ not before it has connected: when a server ends sessions that have just
 * begun, its greeting and its farewell come in one piece. Whoever uses it next is told by the failure of the statement.
 */
export function outliveLostConnections(): void {
  const prototype = Client.prototype as unknown as { connect: Connect };
  const { connect } = prototype;
  prototype.connect = function (...words) {
    this.on('error', unheard);
    return connect.apply(this, words);
  };
}
