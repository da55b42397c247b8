/** Labels as they are typed: separated by blanks (spec 5), a # before one forgiven, the same one twice is one. */
export function tagsOf(typed: string): string[] {
  const words = typed.split(/\s+/).map((word) => word.replace(/^[#＃]+/, ''))
  return [...new Set(words.filter((word) => word !== ''))]
}
