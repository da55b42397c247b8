/** Everything that Homeport keeps, but what was downloaded, into one file while it runs, and out of it into an empty data folder (docs/decisions/025-backup.md). */
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { appVersion } from '@homeport/contract/kit/version.ts'
import { restoringPrefix } from '@homeport/contract/kit/program/folder-kinds.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import type { CloudConfig } from '../app/config.ts'
import { dbAddressOf, unreachable } from '../app/realms.ts'
import { copySqlite, exportPostgres, importPostgres, isPostgresEmpty, soundSteps, stepsOfSqlite } from '../kit/db/backup.ts'
import { readSteps } from '../kit/db/migrate.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { openUploads, type Uploads } from '../media/uploads.ts'
import { readArchive, writeArchive, type Manifest } from './archive.ts'
import { openStaging } from './staging.ts'

type Config = Pick<CloudConfig, 'dataFolder' | 'databaseUrl' | 'uploadsUrl' | 'port'>

const migrationFolders = {
  cloud: fileURLToPath(new URL('../../migrations', import.meta.url)),
  station: fileURLToPath(new URL('../../../station/migrations', import.meta.url)),
}
/** The box's, and the CA that phones trust. */
const keptFolders = ['station', 'cloud/tls', 'cloud/acme']
/** Files that are of no use in a copy, or that the box makes anew: sockets, process ids, SQLite's own files beside a database, copies of films for phones. */
const leftOut = /(^|\/)((pair|page)\.sock|aria2\.(pid|conf)|[^/]+\.db-(wal|shm|journal)|offline-copies\/.+)$/

export async function backUp(config: Config, file: string): Promise<Manifest> {
  const to = resolve(file)
  if (existsSync(to)) throw new OperatorError(`${to} is there already: name a file that is not.`)
  if (!existsSync(config.dataFolder))
    throw new OperatorError(`There is no data in ${config.dataFolder}: set HOMEPORT_DATA to the folder that Homeport uses.`)
  if (!existsSync(dirname(to))) throw new OperatorError(`There is no folder ${dirname(to)}: make it, or name a file elsewhere.`)
  const staging = await openStaging(dirname(to))
  const uploads = await openUploadsOf(config, staging)
  const steps: Manifest['steps'] = {}
  try {
    return await writeArchive(
      { file: to, partial: join(staging, 'archive') },
      sourcesOf(config, { staging, uploads, steps }),
      () => ({
        version: appVersion.version_name,
        made_at: Date.now(),
        engine: config.databaseUrl === undefined ? 'sqlite' : 'postgres',
        steps,
      }),
    )
  } finally {
    await uploads.stop()
    await rm(staging, { recursive: true, force: true })
  }
}

/** Databases first: what a row of theirs names was kept before the row was written. Each is a copy of one moment, gone once the next is asked for. */
async function* sourcesOf(
  config: Config,
  { staging, uploads, steps }: { staging: string; uploads: Uploads; steps: Manifest['steps'] },
): AsyncGenerator<{ name: string; path: string }> {
  const path = join(staging, 'one')
  const next = async () => {
    await rm(path, { force: true })
    return path
  }
  for (const lang of langs) {
    const location = dbAddressOf(config, lang)
    if (location.kind === 'postgres') {
      const name = `cloud/${lang}.ndjson`
      steps[name] = await exportPostgres(location, await next()).catch((error: unknown) => {
        throw unreachable(location, error)
      })
      yield { name, path }
      continue
    }
    if (!existsSync(location.path)) continue
    const name = `cloud/${lang}.db`
    await copySqlite(location.path, await next())
    steps[name] = stepsOfSqlite(path)
    yield { name, path }
  }
  for (const folder of keptFolders) {
    for (const file of await filesOf(join(config.dataFolder, folder))) {
      const name = `${folder}/${file}`
      if (leftOut.test(name)) continue
      const copy = name.endsWith('.db') ? copySqlite : copyFile
      const isThere = await copy(join(config.dataFolder, name), await next()).then(() => true, unlessGone)
      if (!isThere) continue
      if (name.endsWith('.db')) steps[name] = stepsOfSqlite(path)
      yield { name, path }
    }
  }
  for await (const key of uploads.list()) {
    const isThere = await readUpload(uploads, { key, to: await next() }).then(() => true, unlessGone)
    if (isThere) yield { name: `uploads/${key}`, path }
  }
}

async function readUpload(uploads: Uploads, { key, to }: { key: string; to: string }): Promise<void> {
  await pipeline(await uploads.read(key), createWriteStream(to, { mode: 0o600 }))
}

/** A file that is deleted between the listing and the reading is left out of the backup. */
async function unlessGone(error: unknown): Promise<false> {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false
  throw error
}

/** Regular files below a folder, with slashes on every system; none where there is no folder. */
async function filesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

export async function restore(config: Config, file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${resolve(file)}.`)
  await refuseUsedDatabase(config)
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  const staging = await mkdtemp(join(config.dataFolder, restoringPrefix))
  try {
    const manifest = await readArchive(file, staging)
    await refuseForeign(manifest, staging)
    await refuseUnknown(config, manifest)
    await restoreDatabases(config, manifest, staging)
    const stagedUploads = join(staging, 'uploads')
    const uploads = await openUploadsOf(config, staging)
    try {
      for (const key of await filesOf(stagedUploads))
        await uploads.keep({ path: join(stagedUploads, key), sizeBytes: 0, sha256: '' }, key)
    } finally {
      await uploads.stop()
    }
    for (const name of Object.keys(manifest.files)) {
      if (name.startsWith('uploads/') || name.endsWith('.ndjson')) continue
      await mkdir(dirname(join(config.dataFolder, name)), { recursive: true, mode: 0o700 })
      await rename(join(staging, name), join(config.dataFolder, name))
    }
    return manifest
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function refuseUsedDatabase(config: Config): Promise<void> {
  if (await isServing(config.port))
    throw new OperatorError(
      `Homeport, or another program, is running on port ${config.port}: stop it before you restore, or set HOMEPORT_PORT to the port of the cloud that you restore.`,
    )
  const present = existsSync(config.dataFolder) ? await readdir(config.dataFolder) : []
  if (present.length > 0)
    throw new OperatorError(
      `The data folder ${config.dataFolder} is not empty (${present.slice(0, 3).join(', ')}): move it away, or set HOMEPORT_DATA to an empty folder. A restore writes over nothing.`,
    )
  for (const lang of langs) {
    const location = dbAddressOf(config, lang)
    if (location.kind !== 'postgres') continue
    const isEmpty = await isPostgresEmpty(location).catch((error: unknown) => {
      throw unreachable(location, error)
    })
    if (!isEmpty)
      throw new OperatorError(
        `The PostgreSQL schema ${location.schema} holds tables: set DATABASE_URL to an empty database. A restore writes over nothing.`,
      )
  }
  if (config.uploadsUrl !== undefined) await refuseUsedUploads(config)
}

async function refuseUsedUploads(config: Config): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'homeport-restore-'))
  const uploads = await openUploadsOf(config, staging)
  try {
    for await (const key of uploads.list())
      throw new OperatorError(
        `There are uploads at UPLOADS_URL already (${key}): set it to an empty place. A restore writes over nothing.`,
      )
  } finally {
    await uploads.stop()
    await rm(staging, { recursive: true, force: true })
  }
}

/** Whether anything listens there. */
function isServing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** A database that does not open, is damaged inside, or is not the one that the manifest tells of. */
async function refuseForeign({ files, steps }: Manifest, staging: string): Promise<void> {
  for (const name of Object.keys(files).filter((one) => one.endsWith('.db'))) {
    const taken = soundSteps(join(staging, name))
    const isOurs = taken !== undefined && taken.length > 0 && taken.join() === (steps[name] ?? []).join()
    if (!isOurs)
      throw new OperatorError(
        `The database ${name} in this backup is damaged, or none of Homeport's: nothing was restored. Take another backup.`,
      )
  }
}

/** A backup of a newer version, or of the other kind of database. */
async function refuseUnknown(config: Config, manifest: Manifest): Promise<void> {
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  if (manifest.engine !== engine)
    throw new OperatorError(
      manifest.engine === 'postgres'
        ? 'This backup was made on PostgreSQL: set DATABASE_URL to an empty database.'
        : 'This backup was made on SQLite: unset DATABASE_URL.',
    )
  for (const [name, steps] of Object.entries(manifest.steps)) {
    const existing = await namesOfSteps(name.startsWith('cloud/') ? migrationFolders.cloud : migrationFolders.station)
    const unknown = steps.find((step) => !existing.has(step))
    if (unknown !== undefined)
      throw new OperatorError(
        `This backup was made by a newer Homeport (${manifest.version}; its step ${unknown} of ${name} is unknown here): restore it with that version.`,
      )
  }
}

async function namesOfSteps(folder: string): Promise<Set<string>> {
  return new Set((await readSteps(folder)).map(({ name }) => name))
}

async function restoreDatabases(config: Config, manifest: Manifest, staging: string): Promise<void> {
  for (const lang of langs) {
    const location = dbAddressOf(config, lang)
    const name = `cloud/${lang}.ndjson`
    if (location.kind !== 'postgres') continue
    const taken = new Set(manifest.steps[name])
    const steps = (await readSteps(migrationFolders.cloud)).filter((step) => taken.has(step.name))
    await importPostgres(location, join(staging, name), steps)
  }
}

function openUploadsOf(config: Config, staging: string): Promise<Uploads> {
  const folder = join(config.dataFolder, 'cloud', 'blobs')
  return openUploads(config.uploadsUrl, { folder, spoolFolder: join(staging, 'spool') })
}
