/**
 * For tests: `node redraw-process.ts MAX_PX SMALL PICTURE…` redraws the pictures, all at once, in a process of its own. Prints what became of each, and by how many MB its memory grew at
 * most, counted from a process that has drawn the small one. Linux only.
 */
import { readFileSync } from 'node:fs'
import { redraw } from '../media/image.ts'
import { Refusal } from '../kit/refusal.ts'

const [, , maxPx = '', small = '', ...pictures] = process.argv
const draw = (path: string) =>
  redraw(path, { maxPx: Number(maxPx), fit: 'inside' }).then(
    ({ width, height }) => ({ width, height }),
    (error: unknown) => (error instanceof Refusal ? error.data : String(error)),
  )

function memoryMb(of: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${of}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
}

await draw(small)
const before = memoryMb('VmRSS')
const ends = await Promise.all(pictures.map(draw))
console.log(JSON.stringify({ ends, grownMb: memoryMb('VmHWM') - before }))
