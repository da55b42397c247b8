/** For tests: a playlist of a Blu-ray, as much of it as is read. */

/** clips: name and seconds. */
export function playlistOf(clips: readonly (readonly [string, number])[]): Buffer {
  const items = clips.map(([name, seconds]) => {
    const item = Buffer.alloc(2 + 32)
    item.writeUInt16BE(32, 0)
    item.write(`${name}M2TS`, 2, 'latin1')
    item.writeUInt32BE(45_000, 14)
    item.writeUInt32BE(45_000 * (1 + seconds), 18)
    return item
  })
  const head = Buffer.alloc(40)
  head.write('MPLS0200', 'latin1')
  head.writeUInt32BE(40, 8)
  const list = Buffer.alloc(10)
  list.writeUInt16BE(clips.length, 6)
  return Buffer.concat([head, list, ...items])
}
