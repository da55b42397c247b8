/** The global form of a pattern, made once: the tables of words are searched for every name. */

const made = new Map<RegExp, RegExp>()

export function everywhere(pattern: RegExp): RegExp {
  const existing = made.get(pattern)
  if (existing) return existing
  const flags = pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`
  const all = new RegExp(pattern.source, flags)
  made.set(pattern, all)
  return all
}
