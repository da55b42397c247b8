/** The kinds of films that a test of the conversion tries: what is in them, and how a sample of each is made. */
import { convertedKinds, type ConvertedKind } from '@homeport/contract/playback/conversion-test.ts'
import { isHdr, streamsOfFacts } from '../delivery/delivery.ts'
import type { FileStreams, PictureStream } from '../delivery/streams.ts'

/** encoders: arguments of ffmpeg, the first that works here. */
export type FilmKind = {
  codec: string
  width: number
  height: number
  pixelFormat: 'yuv420p' | 'yuv420p10le'
  transfer?: string
  fieldOrder?: string
  encoders: readonly (readonly string[])[]
}

const h264 = [['libx264', '-preset', 'superfast', '-crf', '28']]
const hevc = [['libx265', '-preset', 'ultrafast', '-crf', '28', '-x265-params', 'log-level=none']]
const av1 = [
  ['libsvtav1', '-preset', '12', '-crf', '40'],
  ['libaom-av1', '-cpu-used', '8', '-usage', 'realtime', '-crf', '40', '-b:v', '0'],
]
const hd = { width: 1920, height: 1080, pixelFormat: 'yuv420p' } as const
const ultraHd = { width: 3840, height: 2160, pixelFormat: 'yuv420p10le' } as const
/** The colours of HDR10, by the numbers of H.273. */
const hdr10 = ['-bsf:v', 'hevc_metadata=colour_primaries=9:transfer_characteristics=16:matrix_coefficients=9']

export const filmKinds: Record<ConvertedKind, FilmKind> = {
  mpeg2_576: {
    codec: 'mpeg2video',
    width: 720,
    height: 576,
    pixelFormat: 'yuv420p',
    fieldOrder: 'tt',
    encoders: [['mpeg2video', '-flags', '+ilme+ildct', '-top', '1', '-q:v', '5']],
  },
  h264_1080: { ...hd, codec: 'h264', encoders: h264 },
  hevc_1080: { ...hd, codec: 'hevc', encoders: hevc },
  av1_1080: { ...hd, codec: 'av1', encoders: av1 },
  h264_2160: { ...ultraHd, codec: 'h264', pixelFormat: 'yuv420p', encoders: h264 },
  hevc_2160: { ...ultraHd, codec: 'hevc', encoders: hevc },
  hdr_2160: { ...ultraHd, codec: 'hevc', transfer: 'smpte2084', encoders: hevc.map((one) => [...one, ...hdr10]) },
  av1_2160: { ...ultraHd, codec: 'av1', encoders: av1 },
}

/** The streams of a film of this kind, as if ffprobe had read them. */
export function streamsOf(kind: ConvertedKind): FileStreams & { picture: PictureStream } {
  const { codec: video, width, height, pixelFormat, transfer = '', fieldOrder = '' } = filmKinds[kind]
  const facts = { id: '', movie_id: '', title: '', quality: '', poster: '', path: '', duration_ms: null, audio: '' }
  const streams = streamsOfFacts({ ...facts, container: 'matroska,webm', video, width, height, pix_fmt: pixelFormat })
  if (!streams.picture) throw new Error(`no picture in ${kind}`)
  return { ...streams, picture: { ...streams.picture, transfer, fieldOrder } }
}

/** The kind whose speed is that of this picture; undefined for one that none is like. */
export function kindOf(picture: PictureStream): ConvertedKind | undefined {
  return convertedKinds.find((kind) => {
    const other = streamsOf(kind).picture
    return other.codec === picture.codec && isHdr(other) === isHdr(picture) && sizeOf(other) === sizeOf(picture)
  })
}

/** Films in widescreen have fewer lines. A smaller one is converted faster than any kind says. */
function sizeOf({ width, height }: PictureStream): 'small' | 'hd' | 'ultra' | '' {
  if (width > 2600 || height > 1500) return 'ultra'
  if (width > 1300 || height > 750) return 'hd'
  return width > 700 ? 'small' : ''
}
