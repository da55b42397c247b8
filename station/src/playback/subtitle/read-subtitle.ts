/** Reads the cues of a subtitle file of any text format, in turns so short that the box answers others meanwhile. */
import { cuesMost, fileMostBytes, type Cue } from './cue.ts'
import { decodeText } from './decode-text.ts'
import { readAss } from './read-ass.ts'
import { readSrt } from './read-srt.ts'
import { readVtt } from './read-vtt.ts'

/** Suffixes of files with text. */
export const textFormats = ['srt', 'vtt', 'ass', 'ssa'] as const
export type TextFormat = (typeof textFormats)[number]

/** How long a turn may take, ms. */
const turnMs = 8
const stepsPerLook = 64

const readers = { srt: readSrt, vtt: readVtt, ass: readAss, ssa: readAss } as const

/** In the order of their times. [] if it is none, or too large. language: BCP 47, as far as it is known; it tells the encoding. */
export async function readSubtitle(bytes: Uint8Array, language = ''): Promise<Cue[]> {
  if (bytes.length > fileMostBytes) return []
  const text = decodeText(bytes, language)
  const cues: Cue[] = []
  let turnEnd = performance.now() + turnMs
  let steps = 0
  for (const cue of readers[formatOf(text)](text)) {
    if (cue) cues.push(cue)
    if (cues.length >= cuesMost) break
    if ((steps += 1) % stepsPerLook !== 0 || performance.now() < turnEnd) continue
    await nextTurn()
    turnEnd = performance.now() + turnMs
  }
  return cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
}

/** By the text itself: a name may be wrong. */
function formatOf(text: string): TextFormat {
  const head = text.slice(0, 4_096)
  if (/^\s*WEBVTT/.test(head)) return 'vtt'
  return /^\s*\[(script info|v4\+? styles|events)\]/im.test(head) || /^Dialogue:/m.test(head) ? 'ass' : 'srt'
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
