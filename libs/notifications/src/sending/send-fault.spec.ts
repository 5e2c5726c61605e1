import { sendFault } from './send-fault';

describe('why a message did not go out', () => {
  it.each([
    [
      'getaddrinfo ENOTFOUND hooks.example',
      'ENOTFOUND',
      'the host name is not known, or stands for an address that NOTIFICATION_NETWORKS does not allow (ENOTFOUND)',
    ],
    ['getaddrinfo EAI_AGAIN hooks.example', 'EAI_AGAIN', 'the host name could not be looked up (EAI_AGAIN)'],
    ['lookup ETIMEOUT hooks.example', 'ETIMEOUT', 'the name servers did not answer in time (ETIMEOUT)'],
    ['connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED', 'nothing listens there (ECONNREFUSED)'],
    // Of several addresses of one name: the error of all of them has no message.
    ['', 'ECONNREFUSED', 'nothing listens there (ECONNREFUSED)'],
    ['connect ETIMEDOUT 10.0.0.1:443', 'ETIMEDOUT', 'the host did not answer in time (ETIMEDOUT)'],
    ['Connection timeout', 'ETIMEDOUT', 'the host did not answer in time (ETIMEDOUT)'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'ESOCKET', 'nothing listens there (ECONNREFUSED)'],
    ['certificate has expired', 'CERT_HAS_EXPIRED', "the receiver's certificate has expired (CERT_HAS_EXPIRED)"],
    [
      "Hostname/IP does not match certificate's altnames",
      'ERR_TLS_CERT_ALTNAME_INVALID',
      "the receiver's certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)",
    ],
    ['no answer within 10000 ms', undefined, 'no answer within 10000 ms'],
    ['', undefined, 'the connection failed'],
    ['', 'EODD', 'EODD'],
  ])('%j (%s): %s', (message, code, words) =>
    expect(sendFault({ message, ...(code !== undefined && { code }) })).toBe(words),
  );
});
