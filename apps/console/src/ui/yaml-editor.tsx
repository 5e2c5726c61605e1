import { autocompletion, closeBrackets, completionKeymap, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

/**
 * Text that is typed over a selection is put in by the editor. A browser that does it itself retains the look of what was
 * selected: it adds an element with a style attribute, which the content security policy refuses and reports.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { data, inputType, isComposing } = event;
    if (inputType !== 'insertText' || !data || empty || isComposing || view.state.readOnly) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'light-dark(#1f4fae, #9db4ff)' },
  { tag: [tags.string, tags.content], color: 'light-dark(#1d5e36, #8fd9ab)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'light-dark(#8a3b00, #f0b37a)' },
  { tag: tags.comment, color: 'light-dark(#565e69, #a3abb6)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'var(--panel)', border: '1px solid var(--line)', borderRadius: '10px' },
  '&.cm-focused': { outline: '2px solid light-dark(#2f4ac0, #9db4ff)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', maxHeight: '70vh', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'currentColor' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'light-dark(#d5defa, #33416e)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', border: '1px solid var(--line)', color: 'inherit' },
});

/** A fault at a line, 1 for the first. */
export interface LineFault {
  readonly line: number;
  readonly message: string;
}

interface EditorProps {
  readonly value: string;
  readonly label: string;
  /** Absent: it is only read. */
  readonly change?: (value: string) => void;
  readonly faults?: readonly LineFault[];
  readonly complete?: CompletionSource;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** YAML with colours, folding, and where it is written faults at their lines and completion. Tab leaves it: Control-Space completes. */
export function YamlEditor({ value, label, change, faults = [], complete }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ change, complete });
  latest.current = { change, complete };
  const isWritten = change !== undefined;

  useEffect(() => {
    const access = new Compartment();
    const state = EditorState.create({
      doc: value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.lineWrapping,
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        typeOverSelection,
        highlightActiveLine(),
        lintGutter(),
        yaml(),
        syntaxHighlighting(colours),
        look,
        autocompletion({ override: [(context) => latest.current.complete?.(context) ?? null] }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        access.of([EditorState.readOnly.of(!isWritten), EditorView.editable.of(true)]),
        EditorView.updateListener.of(
          (update) => update.docChanged && latest.current.change?.(update.state.doc.toString()),
        ),
      ],
    });
    view.current = new EditorView({ state, ...(place.current ? { parent: place.current } : {}) });
    return () => view.current?.destroy();
    // The document is the editor's own once it is open: a new value from outside opens another one, by its key.
  }, [label, isWritten]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || isWritten || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value, isWritten]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { doc } = editor.state;
    const marks = faults.map(({ line, message }): Diagnostic => {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      return { from, to, message, severity: 'error' };
    });
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [faults]);

  return <div ref={place} />;
}
