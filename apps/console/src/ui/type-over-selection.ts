import { EditorView } from '@codemirror/view';

/**
 * Text that is typed over a selection is put in by the editor. A browser that does it itself keeps the look of what was
 * selected: it adds an element with a style attribute, which the content security policy refuses and reports.
 */
export const typeOverSelection = EditorView.domEventHandlers({
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
