import { Webhook } from 'standardwebhooks';
import { newSecret, secretFault, signedHeaders } from './signature';

describe('the signature of a webhook', () => {
  const message = { id: 'msg_1', sentAt: Date.now(), body: '{"type":"contractFailed","text":"größer"}' };

  it('is what the published package expects, by each secret', () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const headers = signedHeaders(message, [fresh, old]);
    for (const secret of [old, fresh])
      expect(new Webhook(secret).verify(message.body, headers)).toMatchObject({ text: 'größer' });
    expect(() => new Webhook(newSecret()).verify(message.body, headers)).toThrow();
    expect(() => new Webhook(old).verify(`${message.body} `, headers)).toThrow();
    expect(headers['webhook-signature']).toBe(
      [fresh, old]
        .map((secret) => new Webhook(secret).sign(message.id, new Date(message.sentAt), message.body))
        .join(' '),
    );
  });

  it('has a secret of 24 to 64 bytes', () => {
    expect(secretFault(newSecret())).toBeUndefined();
    const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;
    expect([of(24), of(64)].map(secretFault)).toEqual([undefined, undefined]);
    for (const wrong of [of(23), of(65), 'whsec_', 'secret', of(24).slice(6), 'whsec_!!!!', `${of(24)}=`])
      expect(secretFault(wrong)).toMatch(/24 to 64 bytes/);
  });
});
