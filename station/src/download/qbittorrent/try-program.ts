/** Tries a qBittorrent before it is kept: that it is one, takes user and password, is new enough, and works on the box's own download folders. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import { EngineAway, EngineRefusal } from '../engine/engine.ts'
import { workName } from '../folder/download-dir.ts'
import type { DownloadFolders } from '../folder/download-folders.ts'
import { addressFault } from '../house-program/house-address.ts'
import type { ProgramLogin, ProgramPorts } from '../house-program/program-login.ts'
import { probeTorrent } from '../house-program/probe-torrent.ts'
import { Entries } from './answers.ts'
import { createApi, LoginRefused, NotQbittorrent, type Api } from './client.ts'
import { ProgramTooOld, verbsOf, type Verbs } from './verbs.ts'

type TryDeps = ProgramPorts & { folders: DownloadFolders }
const folderSeenWithinMs = 5_000
const lookEveryMs = 100

/** A Refusal that names the field. */
export async function tryQbittorrent(login: ProgramLogin, { folders, ...ports }: TryDeps): Promise<void> {
  const fault = await addressFault(new URL(login.address), ports)
  if (fault !== '') throw wrong('address', fault)
  const api = createApi(login, ports)
  try {
    await api.signIn()
    const verbs = verbsOf(await api.text('app/webapiVersion'))
    if (!/^v?\d+\.\d+/.test(await api.text('app/version'))) throw wrong('address', 'program_none')
    for (const { dir } of folders.list)
      if ((await dir.isWritable()) && !(await seesFolder(api, verbs, dir.root))) throw wrong('address', 'program_folder')
  } catch (error) {
    throw error instanceof EngineAway || error instanceof EngineRefusal ? refusalOf(error) : error
  } finally {
    api.stop()
  }
}

const wrong = (field: string, rule: string): Refusal => new Refusal(Code.invalid, { field, rule })

function refusalOf(error: EngineAway | EngineRefusal): Refusal {
  if (error instanceof LoginRefused) return wrong('password', 'program_password')
  if (error instanceof ProgramTooOld) return wrong('address', 'program_old')
  if (error instanceof NotQbittorrent || error instanceof EngineRefusal) return wrong('address', 'program_none')
  return wrong('address', 'program_away')
}

/** A tiny torrent of a file that the box writes there, and of an empty one that the program makes: true if it finds the one and makes the other. */
async function seesFolder(api: Api, verbs: Verbs, root: string): Promise<boolean> {
  const folder = join(root, workName, `probe-${randomBytes(6).toString('hex')}`)
  const { bytes, hash, name, content, empty } = probeTorrent()
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'box'), content)
  try {
    const fields = { ...verbs.added(false), savepath: folder, tags: 'homeport-metadata' }
    await api.upload('torrents/add', fields, bytes)
    for (let waited = 0; waited < folderSeenWithinMs; waited += lookEveryMs) {
      const [entry] = await api.json(`torrents/info?hashes=${hash}`, Entries)
      const isMade = await stat(join(folder, name, empty)).then(
        () => true,
        () => false,
      )
      if (entry && entry.completed === entry.size && entry.size > 0 && isMade) return true
      await after(lookEveryMs)
    }
    return false
  } finally {
    await api.post('torrents/delete', { hashes: hash, deleteFiles: false }).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}
