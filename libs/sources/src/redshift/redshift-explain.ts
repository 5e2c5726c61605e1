import type { PostgresConfig } from '../postgres/postgres-config';
import { explainPostgres } from '../postgres/postgres-explain';
import type { Explanation } from '../reason';

/** Explains an error as PostgreSQL's, with the cures of a cluster or workgroup. */
export function explainRedshift(error: unknown, config: PostgresConfig, statement?: string): Explanation {
  const explained = explainPostgres(error, config, statement);
  const cure = cureOf(explained, config);
  return cure === undefined ? explained : { ...explained, cure };
}

function cureOf({ reason }: Explanation, { user, host, port }: PostgresConfig): string | undefined {
  const name = JSON.stringify(user);
  if (reason === 'loginRefused') return 'Check user name and password, and that the user is not disabled';
  if (reason === 'notPermitted')
    return (
      `GRANT USAGE ON SCHEMA … TO ${name}; GRANT SELECT ON ALL TABLES IN SCHEMA … TO ${name}; ` +
      'and a connection that the cluster takes from the worker'
    );
  if (reason !== 'sourceUnreachable') return undefined;
  return (
    `Check host and port, that the cluster at ${host}:${port} is not paused, and that its security group lets the worker in; ` +
    'a private endpoint is reached from its network alone'
  );
}
