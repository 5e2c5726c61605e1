/** The meanings of the codes of Node, of its TLS and of the mail library, as the end of a sentence. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is not known, or stands for an address that NOTIFICATION_NETWORKS does not allow',
  EDNS: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEOUT: 'the name servers did not answer in time',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the receiver cut the connection',
  EPIPE: 'the receiver cut the connection',
  ETIMEDOUT: 'the host did not answer in time',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  EPROTO: 'the receiver does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the receiver does not speak TLS there',
  CERT_HAS_EXPIRED: "the receiver's certificate has expired",
  CERT_NOT_YET_VALID: "the receiver's certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver's certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the authority of the receiver's certificate is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the authority of the receiver's certificate is not known",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the authority of the receiver's certificate is not known",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver's certificate is for another host",
};

/** The mail library has its own code, and the cause in the text of its message. */
const OF_THE_SYSTEM = /\b(?:E[A-Z]{4,}|EAI_AGAIN)\b/;

interface Fault {
  readonly message: string;
  readonly code?: string;
}

/** Why a message did not go out: in words where the cause is known, with its code; else as in the error. */
export function sendFault({ message, code }: Fault): string {
  const [told] = OF_THE_SYSTEM.exec(message) ?? [];
  const cause = [told, code].find((one) => one !== undefined && Object.hasOwn(WORDS, one));
  return cause === undefined ? message || code || 'the connection failed' : `${WORDS[cause]} (${cause})`;
}
