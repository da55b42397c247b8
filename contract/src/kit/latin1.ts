/** Bytes as letters of the same number, as btoa takes them. TextDecoder('latin1') is not that: it reads 0x80 to 0x9f as windows-1252. */
export function latin1Of(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
