/** Puts the pieces of zlib-packed blocks together and unpacks them; bounded whatever a source sends. */
import { maxInflate, ProtocolError } from '../wire/frame.ts'
import type { PartData } from '../wire/messages.ts'

export type PackedBlocks = ReturnType<typeof createPackedBlocks>

/** The packed blocks that one source sends, put together from their pieces. */
export function createPackedBlocks() {
  const begun = new Map<number, { bytes: Buffer; filled: number }>()
  return {
    /** The unpacked block once its last piece is here. length: of the block that was requested from this start. */
    async add({ start, bytes, packedBytes }: PartData, length: number): Promise<Buffer | undefined> {
      // zlib makes bytes that cannot be packed hardly longer.
      if (packedBytes > length * 1.1 + 64) throw new ProtocolError('a packed block that is too long')
      const block = begun.get(start) ?? { bytes: Buffer.allocUnsafe(packedBytes), filled: 0 }
      if (block.filled + bytes.length > block.bytes.length) throw new ProtocolError('more than the packed block has')
      begun.set(start, block)
      block.filled += bytes.copy(block.bytes, block.filled)
      if (block.filled < block.bytes.length) return undefined
      begun.delete(start)
      const plain = await maxInflate(block.bytes, length)
      if (plain.length !== length) throw new ProtocolError('a packed block of another length')
      return plain
    },
  }
}
