/** Reads the cues of a subtitle file of any text format, in turns so short that the box answers others meanwhile. */
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'
import { maxCues, maxFileBytes, type Cue } from './cue.ts'
import { decodeAs, encodingOf } from '../../kit/text-encoding/decode-text.ts'
import { readAss } from './read-ass.ts'
import { isMicroDvd, isMpl2, readMicroDvd, readMpl2 } from './read-frames.ts'
import { isSami, readSami, samiLanguage } from './read-sami.ts'
import { hasSrtTimes, readSrt } from './read-srt.ts'
import { isLrc, readLrc } from './read-lrc.ts'
import { isTmPlayer, readTmPlayer } from './read-tmplayer.ts'
import { isTtml, readTtml } from './read-ttml.ts'
import { readVtt } from './read-vtt.ts'

/** Suffixes of files with text. */
export const textFormats = ['srt', 'vtt', 'ass', 'ssa', 'smi'] as const

/** How long a turn may take, ms. */
const turnMs = 8
const stepsPerLook = 64

/** language: BCP 47, as far as it is known; it tells the encoding where none was chosen. framesPerSecond: of the film, 0 if unknown. */
export type SubtitleOf = { language?: string; framesPerSecond?: number; encoding?: TextEncoding | undefined }

/** In the order of their times. [] if it is none, or too large. */
export async function readSubtitle(
  bytes: Uint8Array,
  { language = '', framesPerSecond = 0, encoding }: SubtitleOf = {},
): Promise<Cue[]> {
  if (bytes.length > maxFileBytes) return []
  const text = decodeAs(bytes, encoding ?? encodingOf(bytes, language || samiLanguage(bytes)))
  const cues: Cue[] = []
  let turnEnd = performance.now() + turnMs
  let steps = 0
  for (const cue of cuesIn(text, { language, framesPerSecond })) {
    if (cue) cues.push(cue)
    if (cues.length >= maxCues) break
    if ((steps += 1) % stepsPerLook !== 0 || performance.now() < turnEnd) continue
    await nextTurn()
    turnEnd = performance.now() + turnMs
  }
  return cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
}

/** By the text itself: a name may be wrong. */
function cuesIn(
  text: string,
  { language, framesPerSecond }: Required<Pick<SubtitleOf, 'language' | 'framesPerSecond'>>,
): Generator<Cue | undefined> {
  const head = text.slice(0, 4_096)
  if (/^\s*WEBVTT/.test(head)) return readVtt(text)
  if (/^\s*\[(script info|v4\+? styles|events)\]/im.test(head) || /^Dialogue:/m.test(head)) return readAss(text)
  if (isSami(head)) return readSami(text, language)
  if (isTtml(head)) return readTtml(text)
  if (isMicroDvd(head)) return readMicroDvd(text, framesPerSecond)
  if (isMpl2(head)) return readMpl2(text)
  if (isLrc(head)) return readLrc(text)
  return isTmPlayer(head) ? readTmPlayer(text) : readSrt(text)
}

/** Whether a file holds cues whose name does not tell it: .sub is of pictures too, .txt of anything. */
export const isSubtitleText = (head: string): boolean =>
  [isMicroDvd, isMpl2, isTmPlayer, hasSrtTimes].some((isOfFormat) => isOfFormat(head.slice(0, 4_096)))

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
