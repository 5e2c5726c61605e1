import { component, list, object, oneOf, text } from './schemas';

describe('object', () => {
  it('requires every member whose name has no question mark', () => {
    expect(object({ name: text, 'displayName?': text })).toEqual({
      type: 'object',
      required: ['name'],
      properties: { name: text, displayName: text },
    });
  });

  it('says nothing of required members where all may be absent', () => {
    expect(object({ 'after?': text }, 'Where it goes on')).toEqual({
      type: 'object',
      description: 'Where it goes on',
      properties: { after: text },
    });
  });
});

it('component has a title', () => {
  expect(component('Paging', { total: text })).toMatchObject({ title: 'Paging', required: ['total'] });
});

it('oneOf and list have a description where one is given', () => {
  expect(oneOf(['a'])).toEqual({ type: 'string', enum: ['a'] });
  expect(list(oneOf(['a'], 'A letter'), 'Letters')).toEqual({
    type: 'array',
    items: { type: 'string', enum: ['a'], description: 'A letter' },
    description: 'Letters',
  });
});
