import type { BoundQuery } from '../../query/bound-query';
import { said } from '../cases/said.cases';
import { bindQueryText, type QueryTextOptions } from './bind-query-text';

const NOW = Date.UTC(2024, 4, 15, 12);

const bound = (text: string, options: Partial<QueryTextOptions> = {}): BoundQuery =>
  bindQueryText(text, { now: NOW, ...options });

/** With the name alone where a bare word looks, which is enough to see most. */
const inNames = (text: string, options: Partial<QueryTextOptions> = {}): string =>
  said(bound(text, { defaultFields: [{ field: 'name', weight: 1 }], ...options }));

describe('a bound query text', () => {
  it('looks for a bare word in all weighted fields, where the best counts', () => {
    expect(said(bound('Orders'))).toBe(
      'best(name:orders^10 name.stem:order^4 displayName:orders^10 displayName.stem:order^4 fullyQualifiedName:orders^2 ' +
        'columns.name:orders^2 columns.name.stem:order^0.8 children.name:orders^2 children.name.stem:order^0.8 ' +
        'description:order columns.description:order^0.5 children.description:order^0.5)',
    );
  });

  it.each([
    ['', 'all'],
    ['*', 'all'],
    ['*:*', 'all'],
    ['a b', '(name:a name:b)'],
    ['a AND b', '(+name:a +name:b)'],
    ['a OR b AND c', '(+name:b +name:c name:a)'],
    ['a^2 (b c)^3', '(name:a^2 (name:b name:c)^3)'],
    ['factOrders', 'best(name:factorders name:"fact orders")'],
    ['fact_orders^2', 'best(name:fact_orders name:"fact orders")^2'],
    ['"fact orders"', 'name:"fact orders"'],
    ['"fact_orders daily"~2', 'name:"fact orders daily"~2'],
    ['"factOrders"', 'best(name:factorders name:"fact orders")'],
    ['"fact"', 'name:fact'],
    ['a/b x+y', '((name:a name:b) (name:x name:y))'],
    ['https://x.de/z', '(name:https best(name:x.de name:"x de") name:z)'],
    [
      'cust* Größ?n ab~ abc~ abcdef~ abcdef~1',
      '(name:cust… name:gross|one|n name:ab~0 name:abc~1 name:abcdef~2 name:abcdef~1)',
    ],
    ['/Fact_[A-C]+/', 'name:/fact_[A-Ca-c]+/'],
    ['[Ä TO b}', 'name:[a..b)'],
    ['unknownfield:foo a', '(none name:a)'],
    [
      'owner:Foo tag:PII.A domain:x dataProduct:x schema:x type:Table',
      '(owners.name=foo tags.tagFQN=pii.a domains.name=x dataProducts.name=x databaseSchema.name=x entityType=table)',
    ],
    ['column:customer_id fqn:a', '(best(columns.name:customer_id columns.name:"customer id") fullyQualifiedName:a)'],
    [
      'owners:foo tags:foo tier:foo service:foo columns:foo',
      '(owners.name=foo tags.tagFQN=foo tier.tagFQN=foo service.name=foo columns.name:foo)',
    ],
    ['tags.tagFQN.keyword:x owner.name:x', '(tags.tagFQN=x none)'],
    ['_exists_:owner owner:* column:*', '(exists(owners.name) exists(owners.name) exists(columns.name))'],
    [
      'owner:an* owner:/a.*/ owner:ab~1 owner:[a TO b]',
      '(owners.name:an… owners.name:/a.*/ owners.name:ab~1 owners.name:[a..b])',
    ],
    ['name.stem:Ordering description:orders', '(name.stem:order description:order)'],
    ['columns.name:customer_id', 'best(columns.name:customer_id columns.name:"customer id")'],
    ['tags.tagFQN:Privacy.Sensitive tags.tagFQN:"PII Ä"', '(tags.tagFQN=privacy.sensitive tags.tagFQN=pii ä)'],
    ['tags.tagFQN:Privacy.* name.keyword:*Or?er*', '(tags.tagFQN:privacy.… name.keyword:many|or|one|er|many)'],
    ['tier.tagFQN:{Tier.Tier1 TO Tier.Tier3]', 'tier.tagFQN:(tier.tier1..tier.tier3]'],
    ['deleted:true totalVotes:5 totalVotes:[1 TO 2.5]', '(deleted=true totalVotes=5 totalVotes:[1..2.5])'],
    ['totalVotes:>=10 totalVotes:<3', '(totalVotes:[10.. totalVotes:..3))'],
    ['_exists_:owners', 'exists(owners.id,owners.name,owners.type)'],
    ['owners:* tier.tagFQN:*^2', '(exists(owners.id,owners.name,owners.type) exists(tier.tagFQN)^2)'],
    ['_exists_:name.stem _exists_:nothing', '(exists(name) none)'],
    ['totalVotes:[* TO *]', 'exists(totalVotes)'],
    ['NOT a', '(#all -name:a)'],
    ['(NOT a)', '(#all -name:a)'],
    ['((-a -b)^2)^3', '(#all -name:a -name:b)^6'],
    ['b AND (NOT a)', '(+name:b +none)'],
    ['b AND NOT a', '(+name:b -name:a)'],
    ['b (NOT a)', '(name:b none)'],
    ['+(NOT a)', '(+none)'],
    ['(NOT a) (NOT b)', '(none none)'],
    ['"" a', 'name:a'],
    ['a AND "!!"', 'name:a'],
    ['a b AND "!!"', '(+name:b name:a)'],
    ['""', 'none'],
    ['NOT ""', 'none'],
    ['(- ! )', 'none'],
    ['*:foo', 'name:foo'],
    ['__proto__:a constructor:b toString:*', '(none none none)'],
  ])('%s', (text, wanted) => {
    expect(inNames(text)).toBe(wanted);
  });

  it('joins clauses and the chunks of a word by the default operator', () => {
    expect(inNames('a/b c', { defaultOperator: 'and' })).toBe('(+(+name:a +name:b) +name:c)');
  });

  it('looks in the fields that are given, analysed or not', () => {
    const defaultFields = [
      { field: 'name', weight: 2 },
      { field: 'entityType', weight: 3 },
    ];
    expect(said(bound('My_Table ord*', { defaultFields }))).toBe(
      '(best(best(name:my_table^2 name:"my table"^2) entityType=my_table^3) best(name:ord…^2 entityType:ord…^3))',
    );
  });

  it.each([
    ['updatedAt:1715774400000', 'updatedAt:[1715774400000..1715774400000]'],
    ['updatedAt:2024-05-15', `updatedAt:[${Date.UTC(2024, 4, 15)}..${Date.UTC(2024, 4, 16) - 1}]`],
    ['updatedAt:>now-7d/d', `updatedAt:(${Date.UTC(2024, 4, 9) - 1}..`],
    ['updatedAt:[now-1M/M TO 2024-05}', `updatedAt:[${Date.UTC(2024, 3, 1)}..${Date.UTC(2024, 4, 1)})`],
    [
      'updatedAt:"2024-05-15T10:00:00+02:00"',
      `updatedAt:[${Date.UTC(2024, 4, 15, 8)}..${Date.UTC(2024, 4, 15, 8) + 999}]`,
    ],
  ])('%s', (text, wanted) => {
    expect(inNames(text)).toBe(wanted);
  });

  it.each([
    ['a updatedAt:soon', 12, /'soon' is no date/],
    ['updatedAt:[now TO later]', 10, /'later' is no date/],
    ['totalVotes:many', 11, /totalVotes is a number/],
    ['totalVotes:1*', 11, /two other characters/],
    ['totalVotes:12*', 11, /takes no wildcard/],
    ['deleted:maybe', 8, /true or false/],
    ['deleted:[a TO b]', 8, /no ranges/],
    ['name:/\\d+/', 5, /\\d is not allowed/],
    ['"a b" '.repeat(40) + '"a b"~1 '.repeat(33), 496, /more than 32 phrases with ~/],
    ['a/'.repeat(1_025), 0, /1024 words/],
    ['"' + 'a '.repeat(1_025) + '"', 0, /1024 words/],
  ])('refuses %s', (text, position, reason) => {
    expect(() => bound(text)).toThrow(expect.objectContaining({ position, reason: expect.stringMatching(reason) }));
  });
});
