import { CONTRACT_SUBJECTS } from '@app/contracts';
import { ChoiceProperty, TextProperty } from '../../http/input';
import { fittingAnswer, present, shortened } from '../bounded';
import type { Json } from '../catalog-calls';
import { ASSET_NAME, ASSET_TYPE, assetNamed } from '../named-entity';
import { defineTool } from '../tool';
import { LINKS, list, object, OMITTED, text } from '../tool-schema';
import { objects, reference, REFERENCE } from './shown';

class SuggestInput {
  @TextProperty({ required: true, description: ASSET_NAME })
  asset!: string;

  @ChoiceProperty({ of: CONTRACT_SUBJECTS, description: ASSET_TYPE })
  type?: string;
}

const LINE = object({ path: text, value: text, confidence: { type: 'number' }, evidence: text });

export const suggestContract = defineTool<SuggestInput>({
  name: 'suggest_contract',
  title: 'What could a contract promise?',
  description:
    'Suggests the lines of a data contract for an asset by its columns, profiles, refreshes and test results, each with its confidence and ' +
    'evidence, and stores nothing. Of an asset with a contract only what that does not promise yet. To try a changed contract take check_change.',
  input: SuggestInput,
  output: object(
    { asset: REFERENCE, links: LINKS },
    { contract: text, lines: list(LINE, 'Tests are test cases to make'), omitted: OMITTED },
  ),
  readsOnly: true,
  run: async (input, catalog) => {
    const { type, entity } = await assetNamed(catalog, input, CONTRACT_SUBJECTS);
    const found = await catalog.post('/dataContracts/suggest', { body: { entity: { type, id: entity.id } } });
    const links = catalog.links.entity(type, String(entity.id), String(entity.fullyQualifiedName));
    const [contract] = objects([found.contract]);
    return fittingAnswer(
      {
        asset: reference(found.entity as Json),
        ...present({ contract: contract?.fullyQualifiedName }),
        links,
      },
      { lines: objects(found.lines).map(shownLine) },
    );
  },
});

function shownLine({ path, value, confidence, evidence }: Json): object {
  const said = typeof value === 'string' ? value : JSON.stringify(value);
  const texts = objects(evidence).map((one) => String(one.text));
  return { path, value: shortened(said, 200) ?? '', confidence, evidence: shortened(texts.join('; '), 200) ?? '' };
}
