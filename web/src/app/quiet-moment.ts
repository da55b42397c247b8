/** Whether the page itself would lose nothing by a reload: nothing stands in its fields, nobody writes, nothing plays here. */
const fields = 'input:not([type=checkbox], [type=radio], [type=range], [type=hidden], [type=button]), textarea'

export function isPageQuiet(): boolean {
  if (document.activeElement?.matches(`${fields}, [contenteditable=true]`)) return false
  const isFilled = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(
    (field) => field.value !== '' && !field.readOnly,
  )
  const isWritten = [...document.querySelectorAll('[contenteditable=true]')].some((part) => part.textContent !== '')
  const isPlaying = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ paused }) => !paused)
  return !isFilled && !isWritten && !isPlaying
}
