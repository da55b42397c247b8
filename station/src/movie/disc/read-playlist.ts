/** Reads a playlist of a Blu-ray (BDMV/PLAYLIST/00000.mpls): which clips it plays, in which order, and how long each is shown. */

/** name: of its file in BDMV/STREAM, without suffix. */
export type PlayedClip = { name: string; durationMs: number }

/** The unit of the times in a playlist. */
const ticksPerSecond = 45_000
const itemsAtOffset = 10
const countOffset = 6
/** In an item, behind its length. */
const inTimeAt = 12
const outTimeAt = 16
const itemMinBytes = 20

/** Undefined where it is no playlist, or cut short. */
export function readPlaylist(bytes: Buffer): PlayedClip[] | undefined {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'MPLS') return undefined
  const start = bytes.readUInt32BE(8)
  if (start + itemsAtOffset > bytes.length) return undefined
  const count = bytes.readUInt16BE(start + countOffset)
  const clips: PlayedClip[] = []
  let at = start + itemsAtOffset
  for (let item = 0; item < count; item += 1) {
    if (at + 2 + itemMinBytes > bytes.length) return undefined
    const [length, body] = [bytes.readUInt16BE(at), at + 2]
    const name = bytes.toString('latin1', body, body + 5)
    const ticks = bytes.readUInt32BE(body + outTimeAt) - bytes.readUInt32BE(body + inTimeAt)
    if (length < itemMinBytes || !/^\d{5}$/.test(name) || ticks < 0) return undefined
    clips.push({ name, durationMs: (ticks * 1_000) / ticksPerSecond })
    at = body + length
  }
  return clips
}

/** The longest playlist that shows no clip twice and has all its clips; of two that are as long the first. exists: whether the clip is on the disc. */
export function mainPlaylist(playlists: readonly PlayedClip[][], exists: (name: string) => boolean): PlayedClip[] {
  const lengthOf = (clips: readonly PlayedClip[]) => clips.reduce((sum, { durationMs }) => sum + durationMs, 0)
  let longest: PlayedClip[] = []
  for (const clips of playlists) {
    const names = new Set(clips.map(({ name }) => name))
    // A loop of a menu shows one clip again and again.
    if (names.size < clips.length || ![...names].every(exists)) continue
    if (lengthOf(clips) > lengthOf(longest)) longest = clips
  }
  return longest
}
