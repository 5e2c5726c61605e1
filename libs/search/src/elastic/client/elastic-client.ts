import { readFileSync } from 'node:fs';
import { Client } from '@elastic/elasticsearch';
import { searchServers } from '@app/common';
import { BoundedConnection } from './bounded-connection';
import { NodePool } from './node-pool';
import { ServerTransport } from './server-transport';

/** Nodes and credentials of the server, from the settings. */
export interface ElasticConnection {
  /** URLs that `searchServers` reads. */
  readonly url: string;
  readonly apiKey?: string;
  /** PEM file of the authorities whose certificates it may have; default: those of Node.js. */
  readonly caFile?: string;
}

/** A client that tries a request on each node at most once. Opens no connection yet. */
export function openElastic({ url, apiKey, caFile }: ElasticConnection): Client {
  const servers = searchServers(url);
  if (!servers) throw new Error('ELASTICSEARCH_URL has not its form');
  const { nodes, login } = servers;
  return new Client({
    nodes: [...nodes],
    Connection: BoundedConnection,
    ConnectionPool: NodePool,
    Transport: ServerTransport,
    maxRetries: 0,
    enableMetaHeader: false,
    // A document may have any key; parsed objects are read by their own keys only.
    disablePrototypePoisoningProtection: true,
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
    ...(apiKey ? { auth: { apiKey } } : login && { auth: login }),
  });
}
