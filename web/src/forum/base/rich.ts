/** How much of a post is drawn, and where its pictures stand. */
import type { Block } from '@homeport/contract/shape/post-marks.ts'

/** The blocks to render at first: all, or those within so many lines. */
export function beginningOf(blocks: readonly Block[], maxLines: number): readonly Block[] {
  let remaining = maxLines
  for (const [at, block] of blocks.entries()) {
    const height = 'lines' in block ? block.lines.length : 1
    if (height > remaining) {
      const cut = 'lines' in block && remaining > 0 ? [{ ...block, lines: block.lines.slice(0, remaining) }] : []
      return [...blocks.slice(0, at), ...cut]
    }
    remaining -= height
  }
  return blocks
}

/** Pictures without a mark in the text: shown below it. */
export function notInText<T>(blocks: readonly Block[], pictures: readonly T[]): { picture: T; at: number }[] {
  const inText = new Set(blocks.flatMap((block) => (block.is === 'image' ? [block.at] : [])))
  return pictures.map((picture, at) => ({ picture, at })).filter(({ at }) => !inText.has(at))
}
