import { AppError, badRequest } from '@app/common';
import { refusal } from './tool-answer';

const textOf = (error: AppError) => refusal(error).content[0]?.text;

describe('the text of a refusal', () => {
  it('says each fault once', () => {
    expect(textOf(badRequest('asset: is required', [{ field: 'asset', message: 'is required' }]))).toBe(
      'BAD_REQUEST: asset: is required',
    );
    const details = ['a', 'b', 'c', 'd'].map((field) => ({ field, message: 'must be a text' }));
    const error = badRequest('a: must be a text; b: must be a text (and 2 more, see details)', details);
    expect(textOf(error)).toMatch(/details\)\n- c must be a text\n- d must be a text$/);
  });

  it('is the message where there are no details', () => {
    expect(textOf(new AppError('CONFLICT', 'It runs'))).toBe('CONFLICT: It runs');
  });
});
