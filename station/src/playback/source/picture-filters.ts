/** The filters of a converted picture: whole frames, square pixels, at most so many lines, and the range of an ordinary TV. */
import { isHdr, isInterlaced } from '../delivery/delivery.ts'
import type { PictureStream } from '../delivery/streams.ts'
import type { Converter } from './ffmpeg-plan.ts'

/** The lines with which an H.264 encoder keeps up on a home box, and that a TV shows at a distance. */
const mostLines = 1080
/** Tone mapping in floating point costs as much as the encoding: two cores keep up with 720 lines, eight with 1080. */
const mostLinesToneMapped = 720
const manyCores = 8
const linesOfLimit: Record<number, number> = { 8_000: 1080, 4_000: 720, 1_500: 480, 700: 360 }

export function linesOf(picture: PictureStream, { cores }: Pick<Converter, 'cores'>, limitKbit: number): number {
  const lines = linesOfLimit[limitKbit] ?? mostLines
  return isHdr(picture) && cores < manyCores ? Math.min(lines, mostLinesToneMapped) : lines
}

export function pictureFilters(picture: PictureStream, converter: Converter, limitKbit: number): string {
  const lines = linesOf(picture, converter, limitKbit)
  const width = `trunc(iw*sar*min(1,${lines}/ih)/2)*2`
  const height = `trunc(min(${lines},ih)/2)*2`
  return [
    ...(isInterlaced(picture) ? ['bwdif=mode=send_frame'] : []),
    `scale=w='${width}':h='${height}':flags=bicubic`,
    'setsar=1',
    ...(isHdr(picture) ? toStandardRange(picture, converter) : []),
    converter.encoder === 'h264_vaapi' ? 'format=nv12,hwupload' : 'format=yuv420p',
  ].join(',')
}

/** Without zscale the brightness follows the same curve by a table, and the colours are made as strong as they were meant by one factor. */
export function toStandardRange({ transfer }: PictureStream, { hasToneMapping }: Converter): string[] {
  if (hasToneMapping) {
    return [
      `zscale=tin=${transfer}:min=bt2020nc:pin=bt2020:rin=tv:t=linear:npl=100`,
      'format=gbrpf32le',
      'zscale=p=bt709',
      'tonemap=tonemap=hable:desat=0',
      'zscale=t=bt709:m=bt709:r=tv',
    ]
  }
  const chroma = (factor: number) => `(val-(maxval+minval)/2)*${factor}+(maxval+minval)/2`
  if (transfer !== 'smpte2084') return [`lutyuv=u='${chroma(1.2)}':v='${chroma(1.2)}'`]
  const code = 'pow(clip((val-minval)/(maxval-minval),0,1),1/78.84375)'
  const light = `(100*pow(max(${code}-0.8359375,0)/(18.8515625-18.6875*${code}),1/0.1593017578125))`
  const shown = `pow(${light}*(1+${light}/100)/(1+${light}),1/2.2)`
  return [`lutyuv=y='minval+(maxval-minval)*min(1,${shown})':u='${chroma(1.6)}':v='${chroma(1.6)}'`]
}
