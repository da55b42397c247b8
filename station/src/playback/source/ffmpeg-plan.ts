/** The conversion of a file for a screen, and the converter on this machine. */
import type { AudioStream, FileStreams } from '../delivery/streams.ts'
import type { Delivery } from '../delivery/delivery.ts'

/** fromMs: in this file; a keyframe's time if the picture is copied. keyframeMs: where the decoding of a converted picture begins, in a file without an index; ffmpeg finds it in any other. recoveryMs: how long before `fromMs` that must be at the least, for the picture to be whole (recovery.ts). isSurround: the screen takes more than two channels. limitKbit: 0 for none. */
export type Conversion = {
  path: string
  delivery: Exclude<Delivery, 'direct'>
  streams: FileStreams
  audio: AudioStream | undefined
  fromMs: number
  keyframeMs?: number
  recoveryMs: number
  isSurround: boolean
  limitKbit: number
}

/** encoder: ffmpeg's name of the H.264 encoder that works here. hasToneMapping: ffmpeg has zscale and tonemap. */
export type Converter = { ffmpeg: string; encoder: string; hasToneMapping: boolean; cores: number }
