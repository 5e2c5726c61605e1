import { Combobox, Kbd, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { typeLabel } from '../api/entity-types';
import { suggestionsQuery } from '../api/searches';
import { Icon } from './icon';

/** A pause in typing after which completions are asked for. */
const PAUSE_MS = 120;

/** Finds an entity while its name is typed; without a choice, Enter searches for the text. `/` leads here from anywhere. */
export function SearchBox() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const searched = useRouterState({ select: ({ location }) => (location.search as { q?: string }).q ?? '' });
  const [text, setText] = useState(searched);
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data: suggestions = [] } = useQuery(suggestionsQuery(asked));
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  useEffect(() => setText(searched), [searched]);
  useHotkeys([['/', () => input.current?.focus()]]);

  const search = () => {
    combobox.closeDropdown();
    void navigate({ to: '/search', search: { q: text.trim() || undefined } });
  };
  const open = (id: string) => {
    const chosen = suggestions.find((one) => one.id === id);
    combobox.closeDropdown();
    if (!chosen) return;
    const { entityType: type, fullyQualifiedName: fqn } = chosen;
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
        <Combobox.Dropdown hidden={suggestions.length === 0 || text.trim() !== asked}>
          <Combobox.Options aria-label="Completions">
            {suggestions.map(({ id, text: name, entityType, fullyQualifiedName }) => (
              <Combobox.Option key={id} value={id}>
                <div className="row row-apart" style={{ flexWrap: 'nowrap' }}>
                  <span>{name}</span>
                  <span className="dimmed small">{typeLabel(entityType)}</span>
                </div>
                <div className="dimmed small fqn">{fullyQualifiedName}</div>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </form>
  );
}
