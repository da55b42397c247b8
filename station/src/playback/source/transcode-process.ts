/** ffmpeg child process: converts a file to a fragmented mp4 from a point on, written only to its pipe. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Conversion, Converter } from './ffmpeg-plan.ts'
import { conversionArgs, countedFromMs } from './ffmpeg-args.ts'

/** Two fragments a second: the first picture comes soon, and little is buffered during a pause. */
const fragments = ['-movflags', 'empty_moov+default_base_moof+delay_moov', '-frag_duration', '500000', '-f', 'mp4']
const keyframeEverySeconds = 2

/** fromMs: a keyframe's time if the picture is copied. */
export function convert(conversion: Conversion, converter: Converter): ChildProcess {
  const offsetMs = countedFromMs(conversion) - conversion.fromMs
  const offset = offsetMs === 0 ? [] : ['-output_ts_offset', (offsetMs / 1000).toFixed(3)]
  const args = [
    ...conversionArgs(conversion, converter, { keyframeEverySeconds, filledMs: 0 }),
    ...offset,
    ...fragments,
    'pipe:1',
  ]
  return spawn(converter.ffmpeg, args, { stdio: ['ignore', 'pipe', 'ignore'] })
}
