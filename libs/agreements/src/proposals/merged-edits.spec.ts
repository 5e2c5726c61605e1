import { editsAsPatch } from './merged-edits';

const column = (name: string, more: object = {}) => ({ name, dataType: 'INT', ...more });

describe('a change of what is another contract by now', () => {
  it('sets the members that it changes, and no others', () => {
    const patch = editsAsPatch(
      { sla: null, termsOfUse: 'a' },
      { sla: { availability: 99 }, termsOfUse: null },
      { termsOfUse: 'b', description: 'x' },
    );
    expect(patch).toEqual([
      { op: 'add', path: '/sla', value: { availability: 99 } },
      { op: 'remove', path: '/termsOfUse' },
    ]);
  });

  it('removes nothing that is gone', () => {
    expect(editsAsPatch({ sla: {} }, { sla: null }, {})).toEqual([]);
  });

  it('changes columns one by one', () => {
    const base = { schema: [column('id'), column('note'), column('old')] };
    const edits = { schema: [column('id'), column('note', { constraint: 'NOT_NULL' }), column('new')] };
    const current = {
      schema: [
        column('id', { description: 'now' }),
        column('note', { description: 'x' }),
        column('old'),
        column('later'),
      ],
    };
    expect(editsAsPatch(base, edits, current)).toEqual([
      {
        op: 'add',
        path: '/schema',
        value: [
          column('id', { description: 'now' }),
          column('note', { constraint: 'NOT_NULL' }),
          column('new'),
          column('later'),
        ],
      },
    ]);
  });

  it('brings back no column that went meanwhile', () => {
    const base = { schema: [column('id'), column('gone'), column('old')] };
    const edits = { schema: [column('id'), column('gone')] };
    const [patch] = editsAsPatch(base, edits, { schema: [column('id'), column('old')] });
    expect(patch?.value).toEqual([column('id')]);
  });
});
