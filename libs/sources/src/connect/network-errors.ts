import { endsWithin } from '@app/common';
import type { Explanation } from '../reason';

interface Target {
  readonly host: string;
  readonly port: number;
}

/** Node's and the resolver's words for a name that is not found. */
const UNKNOWN_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'ETIMEOUT']);

const SILENT: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT']);

const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_OSSL|EPROTO|HANDSHAKE_)|_CERT/;
const TLS_REFUSED = /does not support (SSL|secure) connections?|establishing an SSL connection|SSL is required/i;

export const noAnswer = (): Error => Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' });

/** Waits for a connection. @throws as it does, or `noAnswer` */
export async function connectedWithin<Result>(connecting: Promise<Result>, ms: number): Promise<Result> {
  if (await endsWithin(connecting, ms)) return connecting;
  throw noAnswer();
}

/** The cure of engines with `sslMode` where the server speaks no TLS. */
export const WITHOUT_TLS = 'write sslMode: disable, by which the password and all rows pass the network in clear';

interface NetworkTexts {
  readonly message: string;
  /** The member that says how TLS is spoken. */
  readonly tlsField: string;
  /** How the engine goes without TLS. */
  readonly withoutTls?: string;
}

/** An error that no server sent: of name, line or TLS. What is none of these is `internal`. */
export function explainNetwork(
  error: unknown,
  target: Target,
  { message, tlsField, withoutTls }: NetworkTexts,
): Explanation {
  const code = codeOf(error);
  const at = `${target.host}:${target.port}`;
  if (TLS.test(code) || TLS_REFUSED.test(message))
    return { reason: 'tlsFailed', field: tlsField, ...tlsTexts(code, message, at, withoutTls) };
  const field = 'connection.config.hostPort';
  if (UNKNOWN_HOST.has(code))
    return {
      reason: 'hostUnknown',
      field,
      message: `The name ${target.host} is not found (${code})`,
      cure: `Check the name ${target.host}; it is resolved in the network of the worker, and one whose addresses DATA_NETWORKS does not allow counts as not found`,
    };
  if (SILENT.has(code))
    return {
      reason: 'sourceUnreachable',
      field,
      message: `No answer from ${at} (${code})`,
      cure: `Check host and port; a firewall may drop what the worker sends to ${at}`,
    };
  if (code === 'ECONNREFUSED')
    return {
      reason: 'sourceUnreachable',
      field,
      message: `${at} refuses connections`,
      cure: `Check host and port: a machine answers, and nothing listens at ${at}`,
    };
  return {
    reason: isOfTheLine(code, message) ? 'sourceUnreachable' : 'internal',
    field,
    message,
    cure: `The connection to ${at} was cut: check the server and what lies between it and the worker`,
  };
}

/** The code of an error; of several addresses each has one of its own, and the first counts. */
function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly { code?: unknown }[] };
  return String(code ?? errors?.[0]?.code ?? '');
}

function isOfTheLine(code: string, message: string): boolean {
  return (
    /^(ECONN|EPIPE|ENOTCONN|PROTOCOL_|ERR_STREAM)/.test(code) ||
    /connection.*(terminated|ended|closed|lost)|not queryable/i.test(message)
  );
}

function tlsTexts(
  code: string,
  message: string,
  at: string,
  withoutTls = 'choose a mode that goes without',
): { message: string; cure: string } {
  if (TLS_REFUSED.test(message))
    return {
      message: `${at} does not speak TLS`,
      cure: `Switch TLS on in the server, or ${withoutTls}`,
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      message: `The certificate of ${at} has another name: ${message}`,
      cure: 'Connect by a name that the certificate has, or choose verify-ca',
    };
  return {
    message: `The certificate of ${at} is not trusted, or TLS was refused: ${message} (${code})`,
    cure: 'Give the certificate of its authority as sslConfig.caCertificate',
  };
}
