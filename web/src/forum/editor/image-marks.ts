/** Keeps the [image n] marks in a text in step when pictures are moved or removed. */

const mark = /^(\s*\[(?:image|图片) ?)([1-9])(\]\s*)$/

/** Renumbers the marks when a picture moves; indexes from 0. */
export function moveMarks(text: string, from: number, to: number): string {
  return eachMark(text, (at) => {
    if (at === from) return to
    if (from < at && at <= to) return at - 1
    return to <= at && at < from ? at + 1 : at
  })
}

/** Removes a picture's mark and renumbers the later ones. */
export function dropMark(text: string, gone: number): string {
  return eachMark(text, (at) => (at === gone ? null : at > gone ? at - 1 : at))
}

function eachMark(text: string, turn: (at: number) => number | null): string {
  const lines = text.split('\n').map((line) => {
    const [, before = '', digit, after = ''] = mark.exec(line) ?? []
    if (digit === undefined) return line
    const next = turn(Number(digit) - 1)
    return next === null ? '' : `${before}${next + 1}${after}`
  })
  return lines.join('\n')
}
