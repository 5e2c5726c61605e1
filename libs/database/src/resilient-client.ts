import { severalHosts, type SeveralHosts } from '@app/common';
import { Client, type ClientConfig } from 'pg';
import { chosenHost, type HostWish } from './connection/chosen-host';
import { connectionOf } from './connection/pg-internals';
import { offerRowBytes } from './rows/row-bytes';

type Connected = (error: Error | null) => void;

/** For how long a connection to a server that takes no writes is used where another one may, in ms. */
const READ_ONLY_MS = 1_000;

/**
 * A connection whose loss does not end the process. pg emits `error` for a connection that is lost while no statement runs, and Node
 * ends a process in which nothing listens for it. Pools listen while a connection is idle and TypeORM while it uses one, but not all
 * do between two statements or while a connection is handed over, and BullMQ only after it has connected: a server that ends sessions
 * that have just begun sends its greeting and its termination in one packet. The next statement fails and reports the loss.
 * A URL of several hosts leads to the one that is wanted.
 */
export class ResilientClient extends Client {
  private readonly several: SeveralHosts | undefined;
  private spentAt = Infinity;

  constructor(private readonly config: ClientConfig & Partial<HostWish> = {}) {
    const several = severalHosts(config.connectionString ?? '');
    super(several ? { ...config, connectionString: several.hosts[0]?.url } : config);
    this.several = several && (several.hosts.length > 1 || several.wanted !== 'any') ? several : undefined;
    this.on('error', () => undefined);
    offerRowBytes(this);
  }

  override connect(): Promise<this>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<this> | void {
    if (!this.several) return callback ? super.connect(callback) : (super.connect() as Promise<this>);
    const connected = this.connectToChosen(this.several);
    if (!callback) return connected;
    connected.then(
      () => process.nextTick(callback, null),
      (error: Error) => process.nextTick(callback, error),
    );
  }

  /** Whether the hosts are to be asked again, since the one that was chosen took no writes. */
  get isSpent(): boolean {
    return performance.now() > this.spentAt;
  }

  private async connectToChosen(several: SeveralHosts): Promise<this> {
    const { connectionString = '', ssl, orReadOnly = false } = this.config;
    const chosen = await chosenHost(connectionString, several, { ssl }, { orReadOnly });
    const { host, port } = new Client({ connectionString: chosen.host.url });
    Object.assign(this, { host, port });
    const connected = (await super.connect()) as this;
    if (!chosen.takesWrites) this.spentAt = performance.now() + READ_ONLY_MS;
    return connected;
  }

  /**
   * Everything sent until the current iteration of the event loop ends goes out in one packet: of a connection that sends its statements
   * without waiting for the answer to the one before (`pipeline`).
   */
  sendTogether(): void {
    const { stream } = connectionOf(this);
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Ends the connection now, so that whatever was sent on it fails. */
  abort(error: Error): void {
    connectionOf(this).stream.destroy(error);
  }
}

/** Connections that are lost within this time of each other are one outage, in ms. */
const TOGETHER_MS = 5_000;

/** For pools: logs in one line idle connections that are lost together, as by a server that stops. */
export function lostConnections(warn: (message: string) => void): (error: Error) => void {
  let last = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (now - last > TOGETHER_MS) warn(`idle connections were lost: ${message}`);
    last = now;
  };
}
