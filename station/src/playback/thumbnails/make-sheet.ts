/** Makes the sheet of a film by ffmpeg: one picture after the other at low priority, each from the keyframe at its time. */
import { drawPicture } from '../../shared/draw-picture.ts'
import { isHdr } from '../delivery/delivery.ts'
import type { Converter } from '../source/ffmpeg-plan.ts'
import { toStandardRange } from '../source/picture-filters.ts'
import { filmInput } from '../../shared/joined-recording.ts'
import type { FileStreams, PictureStream } from '../delivery/streams.ts'
import type { SheetShape } from './sheet-store.ts'

const everyMs = 10_000
const mostPictures = 300
/** 20 pictures of 160 px: no wider than what an old TV can hold. */
const columns = 20
const longSide = 160
const withinMs = 20_000

export type SheetRequest = {
  path: string
  joined?: FileStreams['joined'] | undefined
  picture: PictureStream
  durationMs: number
  converter: Converter
}

export function sheetShape({ picture, durationMs }: Pick<SheetRequest, 'picture' | 'durationMs'>): SheetShape {
  const intervalMs = Math.max(everyMs, Math.ceil(durationMs / mostPictures))
  const [num = 1, den = 1] = picture.sampleAspect.split(':').map(Number)
  const wide = picture.width * (num > 0 && den > 0 ? num / den : 1)
  const isTurned = Math.abs(picture.rotation) % 180 === 90
  const ratio = isTurned ? picture.height / wide : wide / picture.height
  const size = ratio >= 1 ? [longSide, longSide / ratio] : [longSide * ratio, longSide]
  const [width = longSide, height = longSide] = size.map((side) => Math.max(2, Math.round(side / 2) * 2))
  return { intervalMs, columns, count: Math.max(1, Math.floor(durationMs / intervalMs)), width, height }
}

/** mayGoOn: resolves once the machine has time, false to give up. undefined: no sheet this time. */
export async function makeSheet(request: SheetRequest, mayGoOn: () => Promise<boolean>): Promise<Buffer | undefined> {
  const { converter, picture, path, joined } = request
  const { intervalMs, count, width, height } = sheetShape(request)
  const range = isHdr(picture) ? toStandardRange(picture, converter) : []
  const filters = [`scale=${width}:${height}`, ...range, 'format=yuv420p'].join(',')
  const bytes = (width * height * 3) / 2
  const pictures: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    if (!(await mayGoOn())) return undefined
    const seconds = ((at * intervalMs) / 1000).toFixed(3)
    const input = [
      '-skip_frame',
      'nokey',
      '-noaccurate_seek',
      '-ss',
      seconds,
      ...filmInput(path, joined),
      '-map',
      `0:${picture.index}`,
    ]
    const output = ['-frames:v', '1', '-vf', filters, '-f', 'rawvideo']
    const one = await drawPicture(converter.ffmpeg, { args: [...input, ...output], withinMs })
    // The sheet is kept: a busy box would leave holes in it.
    if (one === 'late') return undefined
    // Where the film has none, the one before stays.
    pictures.push(one?.length === bytes ? one : (pictures.at(-1) ?? Buffer.alloc(bytes, 128)))
  }
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-i', 'pipe:0']
  const tiled = ['-vf', `tile=${Math.min(columns, count)}x${Math.ceil(count / columns)}`, '-frames:v', '1', '-q:v', '5']
  const args = [...raw, ...tiled, '-f', 'mjpeg']
  const sheet = await drawPicture(converter.ffmpeg, { args, input: Buffer.concat(pictures), withinMs })
  return sheet === 'late' ? undefined : sheet
}
