/** Brings an offered version to where it could take over: downloaded, unpacked, with its packages, and tried beside the running one. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { UpdateStatus } from '@homeport/contract/update.ts'
import type { Channel } from './channel.ts'
import { installParts } from './install-parts.ts'
import type { Manifest } from './manifest.ts'
import { tryVersion } from './try-version.ts'
import { unpack } from './unpack.ts'
import { UpdateRefusal } from './update-refusal.ts'
import type { VersionFolder } from './version-folder.ts'

/** Archive, unpacked files, and the copies of the databases. */
const roomFactor = 5

export type PrepareDeps = {
  /** The folder of the running version. */
  root: string
  versions: VersionFolder
  copyDatabase: (file: string) => Promise<void>
  /** For npm and the trial. */
  env: NodeJS.ProcessEnv
}
export type Progress = Pick<UpdateStatus, 'step' | 'percent'>
type Options = { channel: Channel; signal: AbortSignal; onProgress: (progress: Progress) => void }

export async function prepareVersion(manifest: Manifest, deps: PrepareDeps, options: Options): Promise<void> {
  const { versions, copyDatabase, env } = deps
  const { version } = manifest
  if (!(await versions.has(version))) await fetchVersion(manifest, deps, options)
  options.onProgress({ step: 'try', percent: 100 })
  const folder = join(versions.folder, version)
  try {
    await tryVersion({ folder, scratch: versions.scratchOf(version), copyDatabase, env, signal: options.signal })
  } catch (error) {
    // A version that did not start is fetched anew the next time.
    await versions.remove(version)
    throw error
  }
}

async function fetchVersion(
  manifest: Manifest,
  { root, versions, env }: PrepareDeps,
  { channel, signal, onProgress }: Options,
): Promise<void> {
  const { version, size } = manifest
  await versions.clean()
  const { bavail, bsize } = await statfs(versions.folder)
  if (bavail * bsize < size * roomFactor) throw new UpdateRefusal('no_space')
  const archive = versions.archiveOf(version)
  const onBytes = (bytes: number) => onProgress({ step: 'download', percent: Math.floor((100 * bytes) / size) })
  await channel.download(manifest, archive, { onBytes, signal })
  onProgress({ step: 'unpack', percent: 100 })
  const folder = versions.unpackedOf(version)
  await unpack(archive, folder)
  onProgress({ step: 'parts', percent: 100 })
  await installParts({ running: root, folder, cache: versions.cache, env }, signal)
  await versions.finish(version)
  await versions.clean()
}
