/** Finds out what ffmpeg on this machine can do: its filters, the pictures it can read, and the fastest H.264 encoder that really works. */
import { execFile } from 'node:child_process'
import type { Converter } from './ffmpeg-plan.ts'

const answerWithinMs = 15_000
const renderDevice = '/dev/dri/renderD128'
/** In the order of their speed. Each has to be compiled in, and to encode a second of picture here: drivers and devices are often missing. */
const hardware = ['h264_nvenc', 'h264_qsv', 'h264_vaapi', 'h264_videotoolbox', 'h264_v4l2m2m']
export const software = 'libx264'

export type ConverterFinder = ReturnType<typeof createConverterFinder>

/** program: the path of ffmpeg, '' if there is none. The encoder is libx264 until a trial in the background has shown a faster one. */
export function createConverterFinder(program: () => Promise<string>, cores: number) {
  let encoder = software
  let abilities: Promise<{ hasToneMapping: boolean; readable: Set<string> }> | undefined
  let trial: Promise<void> | undefined

  async function readAbilities(ffmpeg: string) {
    const [filters, codecs] = await Promise.all([run(ffmpeg, ['-filters']), run(ffmpeg, ['-codecs'])])
    const hasFilter = (name: string) => new RegExp(`^\\s*\\S+\\s+${name}\\s`, 'm').test(filters)
    return {
      hasToneMapping: hasFilter('zscale') && hasFilter('tonemap'),
      readable: new Set([...codecs.matchAll(/^\s*D\S{5}\s+(\S+)/gm)].map(([, name = '']) => name)),
    }
  }

  return {
    /** undefined: there is no ffmpeg. */
    async find(): Promise<Converter | undefined> {
      const ffmpeg = await program()
      if (ffmpeg === '') return undefined
      const { hasToneMapping } = await (abilities ??= readAbilities(ffmpeg))
      return { ffmpeg, encoder, hasToneMapping, cores }
    },
    /** codec: ffprobe's name. With an ffmpeg that lists nothing it is tried. */
    async canRead(codec: string): Promise<boolean> {
      const ffmpeg = await program()
      const { readable } = await (abilities ??= readAbilities(ffmpeg))
      return readable.size === 0 || readable.has(codec)
    },
    /** Once per start of the box. */
    tryHardware(): Promise<void> {
      return (trial ??= program().then(async (ffmpeg) => {
        if (ffmpeg !== '') encoder = await workingEncoder(ffmpeg)
      }))
    },
  }
}

async function workingEncoder(ffmpeg: string): Promise<string> {
  const listed = await run(ffmpeg, ['-encoders'])
  if ((await run(ffmpeg, ['-hwaccels'])) === '') return software
  for (const encoder of hardware) if (listed.includes(` ${encoder} `) && (await worksHere(ffmpeg, encoder))) return encoder
  return software
}

async function worksHere(ffmpeg: string, encoder: string): Promise<boolean> {
  const device = encoder === 'h264_vaapi' ? ['-vaapi_device', renderDevice] : []
  const upload = encoder === 'h264_vaapi' ? ['-vf', 'format=nv12,hwupload'] : ['-pix_fmt', 'yuv420p']
  const second = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=24:duration=1']
  const made = await run(ffmpeg, [...device, ...second, ...upload, '-c:v', encoder, '-b:v', '2M', '-f', 'framecrc', 'pipe:1'])
  return made.split('\n').filter((line) => line.startsWith('0,')).length >= 12
}

/** The output; '' if it failed. */
function run(ffmpeg: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const how = { timeout: answerWithinMs, killSignal: 'SIGKILL', maxBuffer: 8 * 1024 * 1024 } as const
    execFile(ffmpeg, ['-hide_banner', '-v', 'error', '-nostdin', ...args], how, (error, out) => resolve(error ? '' : out))
  })
}
