// Opens files that a user selects or drops as the text of the page.

import { useEffect, useRef, useState } from 'preact/hooks';
import { MAX_TEXT } from '../protocol.js';
import type { Model } from './model.js';

/** Shows a button that opens files. */
export function FileButton({ model }: { readonly model: Model }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Open files …
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="YAML or JSON files"
        accept=".yaml,.yml,.json"
        onChange={({ currentTarget }) => {
          void openFiles(model, [...(currentTarget.files ?? [])]);
          // Without this, selecting the same file again would fire no event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Opens files that are dropped anywhere on the page. Returns whether files are being dragged over the page. */
export function useFileDrop(model: Model): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      // The editor would insert the text of a file at the pointer.
      event.preventDefault();
      event.stopPropagation();
      void openFiles(model, files);
    };
    addEventListener('dragover', over, true);
    addEventListener('dragleave', leave, true);
    addEventListener('drop', drop, true);
    return () => {
      removeEventListener('dragover', over, true);
      removeEventListener('dragleave', leave, true);
      removeEventListener('drop', drop, true);
    };
  }, [model]);
  return isOver;
}

/** The parts of a file that the page reads. */
export type OpenedFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** Shows the text of files, or the reason why they cannot be read. */
export async function openFiles(model: Model, files: readonly OpenedFile[]): Promise<void> {
  const [first, ...others] = files;
  if (first === undefined) return;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_TEXT) return model.showMessage(`Cannot open ${nameOf(first, others)}: the page reads up to ${MAX_TEXT / 1e6} MB.`);
  const texts: string[] = [];
  for (const file of files) {
    try {
      texts.push(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      return model.showMessage(`Cannot open ${file.name}: it is not a UTF-8 text file.`);
    }
  }
  model.openText(joined(texts), nameOf(first, others));
}

function nameOf({ name }: OpenedFile, others: readonly OpenedFile[]): string {
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/** Joins the documents of several files to one YAML text. */
function joined(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  return others.length === 0 ? first : texts.map((text) => `---\n${text.replace(/^---\n/, '').trimEnd()}\n`).join('');
}
