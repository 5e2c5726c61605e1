import { answeredText, invitedText } from './invitation-notices';

describe('the sentence of a notice about an invitation', () => {
  it('says who invites, and with which message', () => {
    expect(invitedText('ann')).toBe('has an invitation of ann to declare what relies on it');
    expect(invitedText('ann', 'You read it nightly')).toBe(
      'has an invitation of ann to declare what relies on it: "You read it nightly"',
    );
  });

  it('says how it was answered, by whom and why', () => {
    expect(answeredText({ decision: 'accept', by: 'bob' })).toBe('has an invitation that bob accepted');
    expect(answeredText({ decision: 'decline', by: 'bob', reason: 'Not any more' })).toBe(
      'has an invitation that bob declined: "Not any more"',
    );
  });
});
