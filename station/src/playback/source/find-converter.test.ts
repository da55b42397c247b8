/** The choice of an H.264 encoder, with a script that answers as ffmpeg does on different machines. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { film } from '../../testing/tv.ts'
import { streamsOfFacts } from '../delivery/delivery.ts'
import { conversionArgs } from './ffmpeg-args.ts'
import { createConverterFinder } from './find-converter.ts'

let folder: string
beforeEach(() => (folder = testFolder()))
afterEach(() => clear(folder))

type Machine = { encoders: string[]; hwaccels?: string; works: string[]; frames?: number; filters?: string }

/** An ffmpeg that knows these encoders, of which some work: the others fail as without a driver. */
function fakeFfmpeg({ encoders, hwaccels = 'cuda', works, frames = 24, filters = 'zscale tonemap' }: Machine): string {
  const path = join(folder, 'ffmpeg')
  const lines = (names: string[], mark: string) => names.map((name) => `echo ' ${mark} ${name} of a kind'`).join('; ')
  const trials = works.map(
    (name) => `*"-c:v ${name} "*) echo '#tb 0: 1/24'; for n in $(seq ${frames}); do echo "0, $n, $n, 1, 10, 0x0"; done; exit 0;;`,
  )
  writeFileSync(
    path,
    [
      '#!/bin/sh',
      `echo "$*" >> '${join(folder, 'calls')}'`,
      'case "$* " in',
      `*-encoders*) ${lines(encoders, 'V....D')}; exit 0;;`,
      `*-hwaccels*) echo 'Hardware acceleration methods:'; echo '${hwaccels}'; exit 0;;`,
      `*-filters*) ${lines(filters.split(' '), '.S.')}; exit 0;;`,
      `*-codecs*) ${lines(['h264', 'hevc'], 'DEV.LS')}; ${lines(['vvc'], '..V.LS')}; exit 0;;`,
      ...trials,
      'esac',
      'echo "No device available for decoder" >&2; exit 1',
    ].join('\n'),
  )
  chmodSync(path, 0o755)
  return path
}
const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [])
const all = ['libx264', 'h264_nvenc', 'h264_qsv', 'h264_vaapi', 'h264_v4l2m2m']

type Case = Machine & { is: string; encoder: string }
const cases: Case[] = [
  { is: 'none works', encoders: all, works: [], encoder: 'libx264' },
  { is: 'one is compiled in and works', encoders: all, works: ['h264_vaapi'], encoder: 'h264_vaapi' },
  { is: 'several work', encoders: all, works: ['h264_vaapi', 'h264_qsv'], encoder: 'h264_qsv' },
  { is: 'it would work but is not compiled in', encoders: ['libx264'], works: ['h264_nvenc'], encoder: 'libx264' },
  { is: 'it ends well and wrote next to nothing', encoders: all, works: ['h264_nvenc'], frames: 2, encoder: 'libx264' },
]

describe.skipIf(process.platform === 'win32')('the encoder', () => {
  it.each(cases)('is $encoder where $is', async ({ is: _is, encoder, ...machine }) => {
    const path = fakeFfmpeg(machine)
    const finder = createConverterFinder(async () => path, 2)
    expect((await finder.find())?.encoder).toBe('libx264')
    await finder.tryHardware()
    expect(await finder.find()).toEqual({ ffmpeg: path, encoder, hasToneMapping: true, cores: 2 })
  })

  it('is tried once, and what ffmpeg can is read once', async () => {
    const path = fakeFfmpeg({ encoders: all, works: ['h264_qsv'], filters: 'scale tonemap' })
    const finder = createConverterFinder(async () => path, 2)
    await Promise.all([finder.tryHardware(), finder.tryHardware()])
    expect((await finder.find())?.hasToneMapping).toBe(false)
    expect([await finder.canRead('hevc'), await finder.canRead('vvc'), await finder.canRead('')]).toEqual([true, false, false])
    await finder.tryHardware()
    const count = (word: string) => calls().filter((line) => line.includes(word)).length
    expect([count('h264_nvenc'), count('h264_qsv'), count('h264_vaapi'), count('-filters'), count('-codecs')]).toEqual([
      1, 1, 0, 1, 1,
    ])
  })

  it('is none without ffmpeg', async () => {
    const finder = createConverterFinder(async () => '', 2)
    await finder.tryHardware()
    expect(await finder.find()).toBeUndefined()
  })

  it('gets its pictures as it needs them, and never more than the limit', () => {
    const streams = streamsOfFacts(film('/a.mkv', { video: 'hevc' }))
    const conversion = {
      path: '/a.mkv',
      delivery: 'transcode',
      streams,
      audio: undefined,
      fromMs: 0,
      isSurround: false,
      limitKbit: 1_500,
      recoveryMs: 0,
    } as const
    const argsOf = (encoder: string) => {
      const converter = { ffmpeg: '', encoder, hasToneMapping: true, cores: 2 }
      return conversionArgs(conversion, converter, { keyframeEverySeconds: 4, filledMs: 0 }).join(' ')
    }
    expect(argsOf('h264_vaapi')).toMatch(
      /-vaapi_device \/dev\/dri\/renderD128 -i .*format=nv12,hwupload -c:v h264_vaapi -b:v 1308k/,
    )
    expect(argsOf('libx264')).toMatch(/min\(480,ih\).*-c:v libx264 -preset veryfast -crf 21 .*-maxrate 1308k/)
  })

  it('decodes from the keyframe before the point where the file has no index, but never a whole film', () => {
    const streams = { ...streamsOfFacts(film('/a.ts', { video: 'mpeg2video' })), container: 'mpegts' }
    const from = {
      path: '/a.ts',
      delivery: 'transcode',
      streams,
      audio: undefined,
      isSurround: false,
      limitKbit: 0,
      recoveryMs: 0,
    } as const
    const converter = { ffmpeg: '', encoder: 'libx264', hasToneMapping: true, cores: 2 }
    const startsOf = (fromMs: number, keyframeMs: number) => {
      const args = conversionArgs({ ...from, fromMs, keyframeMs }, converter, { keyframeEverySeconds: 2, filledMs: 0 })
      return args.flatMap((arg, at) => (arg === '-ss' ? [args[at + 1]] : []))
    }
    expect(startsOf(3_600_000, 3_598_000)).toEqual(['3597.800', '2.200'])
    expect(startsOf(3_600_000, 3_600_000)).toEqual(['3599.800', '0.200'])
    expect(startsOf(3_600_000, 0)).toEqual(['3600.000'])
    expect(startsOf(900, 0)).toEqual(['0.000', '0.900'])
  })
})
