/** JSON that a server or a device of the house answers, within bounds before it is parsed: two bytes make a value, and a million wrong ones stop whoever reads them (P43). For cloud and station. */

/** maxValues: of all lists and objects of one answer together. maxEntries: of one list. */
export const jsonBounds = { maxValues: 100_000, maxEntries: 10_000 } as const

const beginsValue = new Set([...',[{'].map((sign) => sign.charCodeAt(0)))

/** undefined: it is no JSON, or has more values. */
export function jsonIn(text: string): unknown {
  if (mostValuesIn(text) > jsonBounds.maxValues) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Each of these signs may begin a value; those inside of texts count too. */
function mostValuesIn(text: string): number {
  let values = 0
  for (let at = 0; at < text.length; at += 1) if (beginsValue.has(text.charCodeAt(at))) values += 1
  return values
}
