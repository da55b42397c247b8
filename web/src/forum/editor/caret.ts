/** Inserts text at the caret. */

/** The new text and the new caret position. */
export function insertAt(field: HTMLTextAreaElement | null, text: string, words: string): { text: string; caret: number } {
  const from = field?.selectionStart ?? text.length
  const to = field?.selectionEnd ?? from
  return { text: text.slice(0, from) + words + text.slice(to), caret: from + words.length }
}

/** After React has written the value: the caret would jump to the end. */
export function setCaret(field: HTMLTextAreaElement | null, caret: number): void {
  requestAnimationFrame(() => {
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(caret, caret)
  })
}
