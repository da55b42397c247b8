/** Finds a working ffmpeg and ffprobe: first in the PATH, then those of the npm packages. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** path is absolute. */
export type Tool = { path: string; version: string }
/** quickProbe: for the headers of many files. npm's is one static file and starts in 4 ms of processor time; a distribution's loads 200 libraries first (docs/decisions/034). */
export type MediaTools = { ffmpeg: Tool | undefined; ffprobe: Tool | undefined; quickProbe: Tool | undefined }

/**
 * Environment of both, without the user's variables. A static ffprobe crashes on the names in an MPEG transport stream when it loads
 * the iconv modules of another C library: with this path it finds none, and reads the names without them.
 */
export const toolEnv = { GCONV_PATH: '/nonexistent' }

/** A box that has just started may be busy. */
const answerWithinMs = 30_000
const machine = `${process.platform}-${process.arch}`
/** Each resolves from the one before it: npm may nest the platform package inside the package that depends on it. */
const packages = {
  ffmpeg: [`@ffmpeg-binary/${machine}`],
  ffprobe: ['@ffprobe-installer/ffprobe', `@ffprobe-installer/${machine}`],
}

export async function findMediaTools({ searchPath }: { searchPath: string }): Promise<MediaTools> {
  const [ffmpeg, ffprobe, own] = await Promise.all([
    findTool('ffmpeg', searchPath),
    findTool('ffprobe', searchPath),
    findTool('ffprobe', ''),
  ])
  return { ffmpeg, ffprobe, quickProbe: own ?? ffprobe }
}

/** The first that answers -version. */
async function findTool(name: keyof typeof packages, searchPath: string): Promise<Tool | undefined> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const inPath = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name + suffix))
  for (const path of [...inPath, packaged(name, suffix)]) {
    if (path === '' || !existsSync(path)) continue
    const version = await versionOf(path)
    if (version !== '') return { path, version }
  }
  return undefined
}

/** '' if npm has none for this machine. */
function packaged(name: keyof typeof packages, suffix: string): string {
  try {
    let at = import.meta.filename
    for (const step of packages[name]) at = createRequire(at).resolve(`${step}/package.json`)
    const path = join(dirname(at), name + suffix)
    // npm unpacks it without the execute permission.
    if (existsSync(path)) chmodSync(path, 0o755)
    return path
  } catch {
    return ''
  }
}

function versionOf(path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, ['-version'], { timeout: answerWithinMs, env: toolEnv }, (error, out) => {
      resolve(error ? '' : (/version (\S+)/.exec(out)?.[1] ?? ''))
    })
  })
}
