// The editor: YAML with completions, and marks at lines with findings. It loads after the first answer.

import { autocompletion, type CompletionContext, type CompletionResult, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Completions, Mark } from '../protocol.js';

/** The colours of the page, which has a light and a dark theme. */
const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.typeName], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: 'var(--soft)' },
]);

const LOOKS = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--field)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--field)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--line-active)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  // The editor updates its focus class later than the browser does, and the focus ring must not be late.
  '&.cm-focused, &:focus-within': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  // Line numbers lie above the editor's outline.
  '&.cm-focused::after, &:focus-within::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    borderRadius: '7px',
    outline: '2px solid var(--accent)',
    outlineOffset: '-2px',
    pointerEvents: 'none',
  },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--border)', maxWidth: 'min(560px, 92vw)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--panel)', color: 'var(--soft)', border: '1px solid var(--border)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--text)' },
});

/** The page's interface for the editor. */
export interface EditorPage {
  readonly onEdit: (text: string) => void;
  readonly complete: (text: string, offset: number) => Promise<Completions | undefined>;
}

/** The editor on the page. */
export class Editor {
  readonly #view: EditorView;

  constructor(host: HTMLElement, text: string, { onEdit, complete }: EditorPage) {
    // Within a shadow root CodeMirror uses constructed style sheets, which need no permission by the Content Security Policy.
    const root = host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of('  '),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          yaml(),
          syntaxHighlighting(HIGHLIGHTS),
          autocompletion({ override: [completionsOf(complete)], icons: false }),
          // Tab leaves the editor, so the page works without a mouse.
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap]),
          LOOKS,
          EditorView.contentAttributes.of({ 'aria-label': 'Manifests as YAML', spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onEdit(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  /** Shows a text. The difference is made as one change, which the user can undo. */
  show(text: string): void {
    const { doc } = this.#view.state;
    const before = doc.toString();
    if (before === text) return;
    const most = Math.min(before.length, text.length);
    let from = 0;
    while (from < most && before[from] === text[from]) from++;
    let end = 0;
    while (end < most - from && before.at(-1 - end) === text.at(-1 - end)) end++;
    this.#view.dispatch({
      changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) },
      annotations: Transaction.userEvent.of('input.apply'),
      ...(from === 0 ? {} : { effects: EditorView.scrollIntoView(from, { y: 'center' }) }),
    });
  }

  /** Marks lines. */
  mark(marks: readonly Mark[]): void {
    const { doc } = this.#view.state;
    const diagnostics = marks.flatMap(({ severity, message, line, column = 1, rule }): Diagnostic[] => {
      if (line === undefined || line > doc.lines) return [];
      const docLine = doc.line(line);
      const from = Math.min(docLine.from + column - 1, docLine.to);
      const code = /^[^\s:#]+/.exec(docLine.text.slice(from - docLine.from))?.[0].length ?? 0;
      return [
        {
          from,
          to: Math.max(from + code, Math.min(from + 1, docLine.to)),
          severity: severity === 'note' ? 'info' : severity,
          message,
          ...(rule === undefined ? {} : { source: rule }),
        },
      ];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Moves the cursor to a line. */
  goTo(line: number, column = 1): void {
    const { doc } = this.#view.state;
    const docLine = doc.line(Math.min(Math.max(1, line), doc.lines));
    const at = Math.min(docLine.from + column - 1, docLine.to);
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    this.#view.focus();
  }
}

function completionsOf(complete: EditorPage['complete']) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    // The user is writing a word, or has just begun a value, an item or an entry, so completions are offered.
    const isWriting = context.matchBefore(/[\w."'[\]-]$|[:,[{-] $|[[{]$/) !== null;
    if (!isWriting && !context.explicit) return null;
    const found = await complete(context.state.doc.toString(), context.pos);
    if (found === undefined || found.options.length === 0) return null;
    return { from: found.from, to: found.to, options: found.options.map((option) => ({ ...option })), validFor: /^[\w.-]*$/ };
  };
}
