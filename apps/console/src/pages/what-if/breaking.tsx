import type { WhatIf } from '../../api/governance/what-if';
import { counted } from '../../ui/changes/value-words';
import { nameOf } from '../../ui/references';
import { Notice } from '../../ui/states';

/** Changes that break readers, and the consumers whom they concern with the columns that these rely on. */
export function Breaking({ of: { changes, consumers = [] } }: { readonly of: WhatIf['check'] }) {
  const breaking = changes.filter(({ compatibility }) => compatibility === 'breaking');
  if (breaking.length === 0) return null;
  return (
    <Notice tone="part" icon="warning">
      <p>
        {counted(breaking.length, 'breaking change')}
        {consumers.length === 0
          ? '. No consumer is known whom it concerns.'
          : `, which concern${breaking.length === 1 ? 's' : ''} ${counted(consumers.length, 'consumer')}:`}
      </p>
      {consumers.length > 0 && (
        <ul aria-label="Consumers whom it concerns" style={{ margin: 0, paddingLeft: 20 }}>
          {consumers.map(({ id, party, columns = [], purpose }) => (
            <li key={id}>
              <bdi>{party ? nameOf(party) : 'A consumer whom you may not see'}</bdi>
              {columns.length > 0 ? `, by ${columns.join(', ')}` : ', by the whole contract'}: {purpose}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
