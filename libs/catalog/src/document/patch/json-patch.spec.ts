import type { AppError } from '@app/common';
import { patchDocument } from './json-patch';
import { checkedPatch } from './patch-operation';

function patched(document: Record<string, unknown>, patch: unknown): Record<string, unknown> {
  patchDocument(document, checkedPatch(patch));
  return document;
}

function refusal(document: Record<string, unknown>, patch: unknown): AppError {
  try {
    patchDocument(document, checkedPatch(patch));
  } catch (error) {
    return error as AppError;
  }
  throw new Error('it was not refused');
}

const VALUES = Array.from({ length: 50_000 }, (_, i) => i);

describe('patchDocument', () => {
  it.each<[string, Record<string, unknown>, object[], Record<string, unknown>]>([
    ['adds', {}, [{ op: 'add', path: '/a', value: 1 }], { a: 1 }],
    ['adds null', {}, [{ op: 'add', path: '/a', value: null }], { a: null }],
    ['replaces', { a: 1 }, [{ op: 'replace', path: '/a', value: [2] }], { a: [2] }],
    ['removes', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
    ['moves', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['copies', { a: { x: 1 } }, [{ op: 'copy', from: '/a', path: '/b' }], { a: { x: 1 }, b: { x: 1 } }],
    [
      'tests deeply, whatever the order of keys',
      { a: { x: 1, y: 2 } },
      [{ op: 'test', path: '/a', value: { y: 2, x: 1 } }],
      { a: { x: 1, y: 2 } },
    ],
    ['appends', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    ['inserts', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['unescapes', { 'a/b~c': 1 }, [{ op: 'replace', path: '/a~1b~0c', value: 2 }], { 'a/b~c': 2 }],
    [
      'takes a null in between',
      { a: [1, 2] },
      [
        { op: 'replace', path: '/a/0', value: null },
        { op: 'remove', path: '/a/0' },
      ],
      { a: [2] },
    ],
    ['does nothing', { a: 1 }, [], { a: 1 }],
  ])('%s', (_, document, patch, expected) => {
    expect(patched(document, patch)).toEqual(expected);
  });

  it.each<[string, unknown, string]>([
    ['an object', { op: 'add' }, 'array of operations'],
    ['null', null, 'array of operations'],
    ['a malformed operation', [5], '[0]: must be an object'],
    ['an unknown op', [{ op: 'merge', path: '/a', value: 1 }], '[0].op: must be one of add'],
    ['no op', [{ path: '/a', value: 1 }], '[0].op'],
    ['a path that is no pointer', [{ op: 'add', path: 'a', value: 1 }], '[0].path'],
    ['a path deeper than any document', [{ op: 'add', path: '/a'.repeat(65), value: 1 }], '[0].path'],
    ['a source deeper than any document', [{ op: 'move', path: '/a', from: '/a'.repeat(65) }], '[0].from'],
    ['the whole document', [{ op: 'replace', path: '', value: {} }], '[0].path'],
    ['no value', [{ op: 'add', path: '/a' }], '[0].value: is required'],
    ['no from', [{ op: 'move', path: '/a' }], '[0].from'],
    ['a place that is not there', [{ op: 'replace', path: '/no/such', value: 1 }], 'operation 0 (replace /no/such)'],
    ['removing what is not there', [{ op: 'remove', path: '/nope' }], 'operation 0 (remove /nope)'],
    ['an index beyond the end', [{ op: 'add', path: '/list/9', value: 1 }], 'operation 0'],
    ['a malformed index', [{ op: 'add', path: '/list/x', value: 1 }], 'operation 0'],
    ['the prototype', [{ op: 'add', path: '/__proto__/polluted', value: 1 }], 'operation 0'],
    ['moving a value into itself', [{ op: 'move', from: '/list', path: '/list/0' }], 'cannot be moved into itself'],
    ['an index with a leading zero', [{ op: 'add', path: '/list/00', value: 1 }], 'needs the index of an item'],
    ['reading behind the end', [{ op: 'copy', from: '/list/-', path: '/a' }], 'needs the index of an item'],
    ['what objects inherit', [{ op: 'copy', from: '/toString', path: '/a' }], 'there is nothing at /toString'],
    ['the constructor', [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }], 'operation 0'],
  ])('refuses %s', (_, patch, told) => {
    const error = refusal({ list: [] }, patch);
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message).toContain(told);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('refuses a value that is copied into itself again and again', () => {
    const patch = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '/a', path: `/a/x${i}` }));
    const error = refusal({ a: { text: 'x'.repeat(100) } }, patch);
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
    expect(error.message).toContain('copies more than');
  });

  it('takes the work of a patch for what it is: moves cost little, whatever they move', () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({ name: `c${i}`, text: 'x'.repeat(1_000) }));
    const moves = Array.from({ length: 10_000 }, (_, i) =>
      i % 2 ? { op: 'move', from: '/b', path: '/a' } : { op: 'move', from: '/a', path: '/b' },
    );
    const document = { a: items };
    const started = process.cpuUsage();
    expect(patched(document, moves)).toEqual({ a: items });
    expect(document.a).toBe(items);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });

  it.each<[string, (i: number) => object]>([
    ['tests of a large value', () => ({ op: 'test', path: '/a', value: VALUES })],
    ['insertions before many items', () => ({ op: 'add', path: '/a/0', value: 1 })],
    ['removals of the first of many items', () => ({ op: 'remove', path: '/a/0' })],
    ['copies of many small values', (i) => ({ op: 'copy', from: '/a', path: `/x${i}` })],
  ])('refuses %s without end', (_, operation) => {
    const patch = Array.from({ length: 10_000 }, (__, i) => operation(i));
    const error = refusal({ a: [...VALUES] }, patch);
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
    expect(error.message).toMatch(/too much work|copies more than/);
  });

  it('shares nothing with the patch: it can be applied again', () => {
    const patch = [
      { op: 'add', path: '/a', value: { list: [] } },
      { op: 'add', path: '/a/list/-', value: 1 },
    ];
    expect(patched({}, patch)).toEqual({ a: { list: [1] } });
    expect(patched({}, patch)).toEqual({ a: { list: [1] } });
  });

  it('refuses more operations than anybody means', () => {
    const patch = Array.from({ length: 10_001 }, () => ({ op: 'add', path: '/a', value: 1 }));
    expect(refusal({}, patch).message).toContain('10001');
  });

  it('lists every fault of a patch', () => {
    const error = refusal({}, [
      { op: 'x', path: '/a' },
      { op: 'add', path: 'b' },
    ]);
    expect(error.details?.map(({ field }) => field)).toEqual(['[0].op', '[1].path', '[1].value']);
  });

  it('tells a test that fails from a fault', () => {
    const error = refusal({ a: 1 }, [
      { op: 'add', path: '/b', value: 1 },
      { op: 'test', path: '/a', value: 2 },
    ]);
    expect(error).toMatchObject({ code: 'CONFLICT' });
    expect(error.message).toContain('operation 1 (test /a)');
  });

  it.each(['/b', '/list/1', '/list/-'])('a test of %s, where nothing is, fails', (path) => {
    expect(refusal({ a: 1, list: [1] }, [{ op: 'test', path, value: 1 }])).toMatchObject({ code: 'CONFLICT' });
  });
});
