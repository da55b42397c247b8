/** Parses typed tags: separated by spaces (spec 5), a leading # is allowed, duplicates are removed. */
export function tagsOf(typed: string): string[] {
  const words = typed.split(/\s+/).map((word) => word.replace(/^[#＃]+/, ''))
  return [...new Set(words.filter((word) => word !== ''))]
}

/** Tags that a space has ended, and the rest that is still being typed. */
export function splitTags(typed: string): { done: string[]; rest: string } {
  const [, before = '', rest = ''] = /^(.*\s)?(\S*)$/s.exec(typed) ?? []
  return { done: tagsOf(before), rest }
}
