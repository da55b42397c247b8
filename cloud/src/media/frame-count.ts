/** How many frames an animated picture has, read from its blocks alone: a decoder keeps a record of each, which is 30 MB for a GIF of a million. */
import { closeSync, openSync, readSync } from 'node:fs'
import { latin1Of } from '@homeport/contract/kit/latin1.ts'

const windowBytes = 64 * 1024

/** Ends at `most` + 1, and where the blocks make no sense: a decoder says what is wrong with them. */
export function countFrames(path: string, kind: 'gif' | 'webp', most: number): number {
  const file = openSync(path, 'r')
  try {
    const byteAt = openBytes(file)
    return kind === 'gif' ? gifFrames(byteAt, most) : webpFrames(byteAt, most)
  } finally {
    closeSync(file)
  }
}

/** undefined: after the end. */
type ByteAt = (at: number) => number | undefined

function openBytes(file: number): ByteAt {
  const window = Buffer.alloc(windowBytes)
  let from = 0
  let length = 0
  return (at) => {
    if (at < from || at >= from + length) {
      from = at
      length = readSync(file, window, 0, windowBytes, at)
    }
    return at < from + length ? window[at - from] : undefined
  }
}

/** GIF89a: header, screen, blocks; an image begins with 0x2c, an extension with 0x21. */
function gifFrames(byteAt: ByteAt, most: number): number {
  let frames = 0
  let at = 13 + tableBytes(byteAt(10))
  while (frames <= most) {
    const block = byteAt(at)
    if (block === 0x2c) {
      frames += 1
      at = endOfParts(byteAt, at + 11 + tableBytes(byteAt(at + 9)))
    } else if (block === 0x21) at = endOfParts(byteAt, at + 2)
    else return frames
  }
  return frames
}

/** The size of the colour table that a packed byte announces. */
function tableBytes(packed = 0): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1)
}

/** Parts of at most 255 bytes, each after its length, up to one of length 0. */
function endOfParts(byteAt: ByteAt, begin: number): number {
  let at = begin
  for (let length = byteAt(at); length !== undefined; length = byteAt(at)) {
    at += length + 1
    if (length === 0) break
  }
  return at
}

/** RIFF: chunks of a name and a length; ANMF is a frame. */
function webpFrames(byteAt: ByteAt, most: number): number {
  let frames = 0
  let at = 12
  while (frames <= most) {
    const bytes = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => byteAt(at + index) ?? 0)
    const name = latin1Of(bytes.slice(0, 4))
    if (!/^[\w ]{4}$/.test(name)) return frames
    if (name === 'ANMF') frames += 1
    const length = bytes.slice(4).reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
    at += 8 + length + (length % 2)
  }
  return frames
}
