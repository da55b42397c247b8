/** Ids of frames and payloads: 128 random bits. randomUUID is missing on plain http, getRandomValues is not. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
