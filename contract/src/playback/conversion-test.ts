/** The test of how fast the box converts each kind of film, on samples that it makes, and of which it plays to each TV as they are. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'

/** By codec and lines. hevc_2160 and av1_2160: ten bits; hdr_2160: HEVC with HDR10; mpeg2_576: interlaced. */
export const convertedKinds = [
  'mpeg2_576',
  'h264_1080',
  'hevc_1080',
  'av1_1080',
  'h264_2160',
  'hevc_2160',
  'hdr_2160',
  'av1_2160',
] as const
export type ConvertedKind = (typeof convertedKinds)[number]

/** A film that is converted more slowly stutters: 1 is as fast as it plays. */
export const smoothSpeed = 1.1

/** playing: a film plays on a screen. no_ffmpeg: the box has no ffmpeg or no ffprobe. */
export const testHindrances = ['', 'playing', 'no_ffmpeg'] as const

/**
 * done: kinds that were tried so far, of all. tested_at: when the results came, in seconds, 0 if there are none. data: the results of the last test that ended; speed: how many seconds of film are
 * converted in one, null if no sample of this kind could be made here. hindrance: why a test cannot begin, or was ended. screens: the TVs that are on, with the kinds that each is sent as they are.
 */
export const ConversionTest = z.object({
  is_running: z.boolean(),
  done: z.int(),
  tested_at: z.int(),
  hindrance: z.enum(testHindrances),
  data: z.array(z.object({ kind: z.enum(convertedKinds), speed: z.nullable(z.number()) })),
  screens: z.array(z.object({ screen_id: z.string(), name: z.string(), kinds: z.array(z.enum(convertedKinds)) })),
})
export type ConversionTest = z.infer<typeof ConversionTest>

export const conversionTest = act({ name: 'conversion_test', input: z.object({}), output: ConversionTest })

/** Begins a test, or ends the one that runs, whose results are dropped. */
export const runConversionTest = act({
  name: 'conversion_test_run',
  input: z.object({ is_running: z.boolean() }),
  output: ConversionTest,
})
