import { type CliError, refused, timedOut } from '../cli-error';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; name the authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known; name it in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known; name it in NODE_EXTRA_CA_CERTS',
};

/** The error with which the command ends where a request was not answered. */
export function networkError(
  { url, limitMs }: { readonly url: string; readonly limitMs: number },
  what: string,
  error: unknown,
): CliError {
  const { name, message, cause } = error as {
    name?: string;
    message?: string;
    cause?: { code?: string; message?: string };
  };
  if (name === 'TimeoutError') return timedOut(`${what}: ${url} did not answer within ${limitMs / 1000} s`);
  const code = cause?.code ?? '';
  const reason = REASONS[code] ?? (code || cause?.message || message || 'the request failed');
  return refused(`${what}: ${url} cannot be reached: ${reason}`);
}
