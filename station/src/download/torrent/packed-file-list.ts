/** The files of a torrent in few arrays: a hundred thousand of them are passed between threads and kept without an object for each. */
import type { Selection } from '@homeport/contract/shape/selection.ts'

/** index: in the engine's numbering, from 1; path: without the torrent's own name if it has several files. */
export type TorrentFile = { index: number; path: string; size: number }
/** paths: in UTF-8, one after the other; ends: where each ends; isPadding: 1 for a file that only fills a piece. */
export type PackedFiles = { paths: Uint8Array; ends: Uint32Array; sizes: Float64Array; isPadding: Uint8Array }

export class PackedFileList {
  readonly packed: PackedFiles
  /** Positions of those that are no padding. */
  readonly #real: Uint32Array
  readonly #paths: Buffer

  constructor(packed: PackedFiles) {
    this.packed = packed
    this.#paths = Buffer.from(packed.paths.buffer, packed.paths.byteOffset, packed.paths.byteLength)
    const real = new Uint32Array(packed.sizes.length)
    let count = 0
    for (let at = 0; at < real.length; at += 1) if (packed.isPadding[at] === 0) real[count++] = at
    this.#real = real.subarray(0, count)
  }

  /** Padding does not count, as in all that follows. */
  get count(): number {
    return this.#real.length
  }

  /** The index of the last file; padding counts. */
  get lastIndex(): number {
    return this.packed.sizes.length
  }

  /** False for padding, too. */
  has(index: number): boolean {
    return this.packed.isPadding[index - 1] === 0
  }

  /** Where padding lies in the torrent. */
  *padding(): Generator<{ index: number; size: number }> {
    for (const [at, flag] of this.packed.isPadding.entries())
      if (flag === 1) yield { index: at + 1, size: this.packed.sizes[at] ?? 0 }
  }

  slice(from: number, to = this.count): TorrentFile[] {
    return Array.from(this.#real.subarray(from, to), (at) => ({
      index: at + 1,
      path: this.#paths.toString('utf8', at === 0 ? 0 : this.packed.ends[at - 1], this.packed.ends[at]),
      size: this.packed.sizes[at] ?? 0,
    }))
  }

  /** The number and bytes of the files that are selected; undefined: of all. */
  sum(selection?: Selection): { count: number; bytes: number } {
    const sum = { count: 0, bytes: 0 }
    for (const at of this.#real) {
      if (selection && !selection.has(at + 1)) continue
      sum.count += 1
      sum.bytes += this.packed.sizes[at] ?? 0
    }
    return sum
  }

  /** Indexes of those that are selected; undefined: all. */
  indexes(selection?: Selection): number[] {
    return Array.from(this.#real, (at) => at + 1).filter((index) => selection?.has(index) ?? true)
  }
}

/** Collects the files of a torrent one by one. */
export function packFiles() {
  let paths = Buffer.alloc(4096)
  let length = 0
  const ends: number[] = []
  const sizes: number[] = []
  const isPadding: number[] = []
  return {
    add(file: { path: string; size: number; isPadding: boolean }): void {
      const bytes = Buffer.byteLength(file.path)
      if (length + bytes > paths.length) paths = Buffer.concat([paths], Math.max(2 * paths.length, length + bytes))
      length += paths.write(file.path, length)
      ends.push(length)
      sizes.push(file.size)
      isPadding.push(file.isPadding ? 1 : 0)
    },
    done: (): PackedFiles => ({
      paths: Uint8Array.from(paths.subarray(0, length)),
      ends: Uint32Array.from(ends),
      sizes: Float64Array.from(sizes),
      isPadding: Uint8Array.from(isPadding),
    }),
  }
}
