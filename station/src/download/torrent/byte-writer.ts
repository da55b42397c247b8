/** Text written into one buffer, whose memory goes back as soon as it is released: what is left to the collector stays for minutes in a box that rests. */

const firstBytes = 64 * 1024

export function openByteWriter() {
  let memory = new ArrayBuffer(firstBytes)
  let buffer = Buffer.from(memory)
  let length = 0

  /** The memory before is free at once. */
  function resize(bytes: number): void {
    memory = memory.transfer(bytes)
    buffer = Buffer.from(memory)
  }

  return {
    /** In UTF-8. */
    write(text: string): void {
      const most = length + 3 * text.length
      if (most > buffer.length) resize(Math.max(most, Math.ceil(buffer.length * 1.5)))
      length += buffer.write(text, length)
    },
    /** All that was written, until `release`. */
    bytes: (): Buffer => buffer.subarray(0, length),
    /** Nothing may use its bytes any more. */
    release: (): void => void memory.transfer(0),
  }
}
