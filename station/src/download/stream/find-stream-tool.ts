/** Which streams the ffmpeg of this machine reads. */
import { execFile } from 'node:child_process'
import { findMediaTools, toolEnv } from '../../shared/ffmpeg.ts'
import type { LinkKind } from '../engine/engine.ts'

const answerWithinMs = 10_000

export async function findStreamTool(searchPath: string): Promise<{ ffmpeg: string; kinds: LinkKind[] } | undefined> {
  const { ffmpeg } = await findMediaTools({ searchPath })
  if (!ffmpeg) return undefined
  const protocols = await new Promise<string>((resolve) => {
    execFile(ffmpeg.path, ['-hide_banner', '-protocols'], { env: toolEnv, timeout: answerWithinMs }, (error, out) =>
      resolve(error ? '' : out),
    )
  })
  const inputs = new Set((protocols.split('Output:')[0] ?? '').split(/\s+/))
  const kinds: LinkKind[] = []
  if (inputs.has('rtmp')) kinds.push('rtmp')
  if (inputs.has('mmsh') && inputs.has('mmst')) kinds.push('mms')
  return kinds.length > 0 ? { ffmpeg: ffmpeg.path, kinds } : undefined
}
