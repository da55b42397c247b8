/** The places of pictures in a text are their numbers: they follow when pictures change places or go. */

const marks = /^(\s*\[(?:image|图片) ?)([1-9])(\]\s*)$/gm

/** Two pictures change places; counted from 0. */
export function swapMarks(text: string, one: number, other: number): string {
  return text.replace(marks, (whole, before: string, digit: string, after: string) => {
    const at = Number(digit) - 1
    if (at !== one && at !== other) return whole
    return `${before}${(at === one ? other : one) + 1}${after}`
  })
}

/** A picture goes: its mark with it, and the later ones move up. */
export function dropMark(text: string, gone: number): string {
  return text.replace(marks, (whole, before: string, digit: string, after: string) => {
    const at = Number(digit) - 1
    if (at === gone) return ''
    return at > gone ? `${before}${at}${after}` : whole
  })
}
