/** The Enter key as a command of the person, not of an input method, which takes a word with it. */

type KeyPress = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>

/** Safari ends the composition before the keydown that ended it: isComposing is false by then, and only keyCode says so. */
const inputMethodKeyCode = 229

export function isEnter({ key, keyCode, isComposing }: KeyPress): boolean {
  return key === 'Enter' && !isComposing && keyCode !== inputMethodKeyCode
}
