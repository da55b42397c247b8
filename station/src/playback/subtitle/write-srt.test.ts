/** Subtitles for TVs, as SubRip. */
import { expect, it } from 'vitest'
import { cueOf, plainRun, type Run } from './cue.ts'
import { writeSrt } from './write-srt.ts'

const cue = (startMs: number, endMs: number, run: Partial<Run> & { text: string }) => {
  const made = cueOf(startMs, endMs, { runs: [{ ...plainRun, ...run }] })
  if (!made) throw new Error('no cue')
  return made
}

it('has times from the beginning of the source, without what was before it', async () => {
  const cues = [
    cue(1_000, 2_000, { text: 'gone' }),
    cue(59_000, 61_000, { text: 'a < b' }),
    cue(3_661_500, 3_662_000, { text: 'late', isItalic: true }),
  ]
  expect(await writeSrt(cues, -60_000)).toBe(
    '1\n00:00:00,000 --> 00:00:01,000\na < b\n\n2\n01:00:01,500 --> 01:00:02,000\n<i>late</i>\n',
  )
})
