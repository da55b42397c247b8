/** The value of a cookie in the header of a request; undefined if it has none of this name. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const match = header?.split(';').find((part) => part.trim().startsWith(start))
  return match?.trim().slice(start.length)
}
