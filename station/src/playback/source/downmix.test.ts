/** Each channel of each layout sounds alone for a moment, then all at once: real ffmpeg makes two channels of them. */
import { describe, expect, it } from 'vitest'
import { run } from '../../../../testing/counted-films/counted-films.ts'
import { ffmpeg } from '../../testing/tv.ts'
import { stereoOf } from './downmix.ts'

const rate = 48_000
const slotSeconds = 0.05
const layouts: Record<string, number> = {
  '2.1': 3,
  '3.0': 3,
  '3.0(back)': 3,
  '4.0': 4,
  quad: 4,
  'quad(side)': 4,
  '3.1': 4,
  '5.0': 5,
  '5.0(side)': 5,
  '4.1': 5,
  '5.1': 6,
  '5.1(side)': 6,
  '6.0': 6,
  '6.0(front)': 6,
  hexagonal: 6,
  '6.1': 7,
  '6.1(back)': 7,
  '6.1(front)': 7,
  '7.0': 7,
  '7.0(front)': 7,
  '7.1': 8,
  '7.1(wide)': 8,
  '7.1(wide-side)': 8,
  octagonal: 8,
  cube: 8,
  hexadecagonal: 16,
  '9C': 9,
  '12C': 12,
  '22.2': 24,
}

describe.skipIf(ffmpeg === '')('two channels', () => {
  it.each(Object.entries(layouts))('of %s have every channel, and never too loud', (layout, channels) => {
    const each = rate * slotSeconds
    const frames = Array.from({ length: (channels + 1) * each }, (_, at) => at)
    const sound = Float32Array.from(
      frames.flatMap((at) => {
        const slot = Math.floor(at / each)
        const value = Math.sin((2 * Math.PI * 200 * at) / rate)
        return Array.from({ length: channels }, (_, channel) => (slot === channel || slot === channels ? value : 0))
      }),
    )
    const input = ['-f', 'f32le', '-ar', String(rate), '-ch_layout', layout, '-i', 'pipe:0']
    const filters = ['aresample=48000:async=1', stereoOf(channels)].join(',')
    const raw = run(ffmpeg, [...input, '-af', filters, '-f', 'f32le', 'pipe:1'], Buffer.from(sound.buffer))
    const samples = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length))
    const loudest = (slot: number) => {
      return samples.subarray(slot * each * 2, (slot + 1) * each * 2).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    }
    // 0.02 is 34 dB below the loudest.
    for (let at = 0; at < channels; at += 1) expect([at, loudest(at) > 0.02]).toEqual([at, true])
    expect(loudest(channels)).toBeLessThanOrEqual(1.001)
    expect(loudest(channels)).toBeGreaterThan(0.9)
  })
})
