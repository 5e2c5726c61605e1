import { Combobox, Kbd, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { entityTypeOf } from '../../api/entity-types';
import { firstHitsQuery, suggestionsQuery } from '../../api/searches';
import { Completion, FoundCompletion } from './completions';
import { Icon } from '../icon';

const SearchHelp = lazy(async () => ({ default: (await import('./search-examples')).SearchHelp }));
/** The choice below the completions; ids are UUIDs. */
const HELP = 'how-to-search';

/** A pause in typing after which completions are asked for. */
const PAUSE_MS = 120;
/** A longer one after which the search itself is asked. */
const LONG_PAUSE_MS = 250;

/**
 * Finds an entity while its name, or a word of its description, is typed; without a choice, Enter searches for the text. `/` leads here
 * from anywhere.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const searched = useRouterState({ select: ({ location }) => (location.search as { q?: string }).q ?? '' });
  const [text, setText] = useState(searched);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data: suggestions = [] } = useQuery(suggestionsQuery(asked));
  const [searchedFor] = useDebouncedValue(text.trim(), LONG_PAUSE_MS);
  const { data: found = [] } = useQuery(firstHitsQuery(searchedFor));
  const isCurrent = text.trim() === searchedFor;
  const hits = isCurrent ? found.filter(({ document }) => !suggestions.some(({ id }) => id === document.id)) : [];
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  useEffect(() => setText(searched), [searched]);
  useHotkeys([['/', () => input.current?.focus()]]);

  const search = () => {
    combobox.closeDropdown();
    void navigate({ to: '/search', search: { q: text.trim() || undefined } });
  };
  const open = (id: string) => {
    if (id === HELP) {
      combobox.closeDropdown();
      setHelpOpen(true);
      return;
    }
    const chosen = [...suggestions, ...hits.map(({ document }) => document)].find((one) => one.id === id);
    combobox.closeDropdown();
    if (!chosen) return;
    const { fullyQualifiedName: fqn } = chosen;
    const type = entityTypeOf(chosen.entityType);
    setText('');
    input.current?.blur();
    void navigate(
      type === 'dataContract' ? { to: '/contract', search: { fqn } } : { to: '/asset', search: { type, fqn } },
    );
  };

  return (
    <form
      role="search"
      style={{ flex: '1 1 240px', maxWidth: 620 }}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Combobox store={combobox} onOptionSubmit={open}>
        <Combobox.Target>
          <TextInput
            ref={input}
            aria-label="Search the catalog"
            placeholder="Search assets and contracts"
            leftSection={<Icon name="search" />}
            rightSection={<Kbd size="xs">/</Kbd>}
            value={text}
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={({ key }) => key === 'Escape' && input.current?.blur()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label="Completions">
            {text.trim() === asked &&
              suggestions.map((suggestion) => (
                <Combobox.Option key={suggestion.id} value={suggestion.id}>
                  <Completion {...suggestion} />
                </Combobox.Option>
              ))}
            {hits.length > 0 && (
              <Combobox.Group label="More results">
                {hits.map((hit) => (
                  <Combobox.Option key={hit.document.id} value={hit.document.id}>
                    <FoundCompletion hit={hit} />
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
            <Combobox.Option value={HELP} className="help-line">
              How to search
            </Combobox.Option>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {isHelpOpen && (
        <Suspense>
          <SearchHelp close={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </form>
  );
}
