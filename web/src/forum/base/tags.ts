/** Labels as they are typed: separated by blanks (spec 5), a # before one forgiven, the same one twice is one. */
export function tagsOf(typed: string): string[] {
  const words = typed.split(/\s+/).map((word) => word.replace(/^[#＃]+/, ''))
  return [...new Set(words.filter((word) => word !== ''))]
}

/** Those that a blank has ended, and what is still being typed. */
export function splitTags(typed: string): { done: string[]; rest: string } {
  const [, before = '', rest = ''] = /^(.*\s)?(\S*)$/s.exec(typed) ?? []
  return { done: tagsOf(before), rest }
}
