import { entityTypes } from '@app/catalog';
import { isObject } from '@app/common';
// Declares contracts, which are searched as well.
import '@app/contracts';
import { ChoiceProperty, IntegerProperty, TextProperty } from '../../http/input';
import { fittingLists, present, shortened } from '../bounded';
import { defineTool } from '../tool';
import { count, LINK_TEMPLATES, list, object, OMITTED, text } from '../tool-schema';
import { objects, reference } from './shown';

const SEARCHED_TYPES = entityTypes.all().flatMap(({ type, search: found }) => (found ? [type] : []));
const SOURCE = 'id,entityType,name,displayName,fullyQualifiedName,description';

class SearchInput {
  @TextProperty({
    required: true,
    max: 1_000,
    description:
      'Words, "a phrase", name:orders*, column:email, owner:ann, tier:Tier.Tier1 AND NOT service:test; * for all',
  })
  query!: string;

  @ChoiceProperty({ of: SEARCHED_TYPES, description: 'Only of this type; without it of all types' })
  type?: string;

  @IntegerProperty({ min: 1, max: 25, description: 'Hits at most' })
  limit = 10;

  @IntegerProperty({ min: 0, max: 9_975, description: 'Hits to skip' })
  from = 0;
}

export const search = defineTool<SearchInput>({
  name: 'search',
  title: 'Search the catalog',
  description:
    'Finds tables, topics, dashboards, contracts, glossary terms, people and all else of the catalog by words. Begin here: it answers ' +
    'the fully qualified names that the other tools take.',
  input: SearchInput,
  output: object(
    {
      total: count,
      hits: list(
        object(
          { type: text, fullyQualifiedName: text },
          { id: text, name: text, displayName: text, description: text },
        ),
      ),
    },
    {
      ...{ omitted: OMITTED, links: LINK_TEMPLATES },
      rewrittenQuery: { ...text, description: 'What found these hits, where the query found none' },
      warnings: list({ ...text, description: 'What the query names that nothing has, and what it may mean' }),
    },
  ),
  readsOnly: true,
  run: async ({ query, type = 'all', limit, from }, catalog) => {
    const answer = await catalog.get('/search/query', {
      ...{ q: query, index: type, from, size: limit, include_source_fields: SOURCE, include_aggregations: false },
    });
    const { total, hits } = answer.hits as { total?: { value: number }; hits: unknown };
    const shown = objects(hits).flatMap(({ _source: found }) => {
      if (!isObject(found)) return [];
      const { entityType, name, displayName, description } = found;
      const texts = { name, displayName: shortened(displayName), description: shortened(description, 200) };
      return [{ ...reference({ ...found, type: entityType }), ...present(texts) }];
    });
    return {
      total: total?.value ?? shown.length,
      hits: [],
      ...fittingLists({ hits: shown }),
      ...(shown.length > 0 && { links: catalog.links.templates(shown.map(({ type: of }) => of)) }),
      ...present({ rewrittenQuery: shortened(answer.rewrittenQuery), warnings: warningsOf(answer.warnings) }),
    };
  },
});

/** A query may name a hundred unknown fields. */
const MOST_WARNINGS = 10;

function warningsOf(warnings: unknown): string[] | undefined {
  const messages = objects(warnings).flatMap(({ message }) => shortened(message) ?? []);
  return messages.length > 0 ? messages.slice(0, MOST_WARNINGS) : undefined;
}
