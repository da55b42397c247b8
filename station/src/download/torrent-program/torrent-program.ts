/** Which program fetches the torrents: the owner chooses it, it is tried before it is kept, and it takes over at once with every task. */
import type { TorrentProgram, TorrentProgramChoice } from '@homeport/contract/download/torrent-program.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DownloadFolders } from '../folder/download-folders.ts'
import { addressFault } from '../house-program/house-address.ts'
import { tryProgram, wrongAddress } from '../house-program/try-program.ts'
import { findKind } from './find-kind.ts'
import { createDriver, openProgram, type DriverDeps } from './open-program.ts'
import type { ProgramFile } from './program-file.ts'
import type { ProgramLogin } from '../house-program/program-login.ts'
import type { SwitchingEngine } from './switching-engine.ts'
import type { TorrentTasks } from '../house-program/torrent-tasks.ts'

export type ProgramChoice = { kind: TorrentProgramChoice; address: string; user: string; password?: string | undefined }
export type TorrentProgramDeps = DriverDeps & {
  file: ProgramFile
  engine: SwitchingEngine
  folders: DownloadFolders
  tasks: TorrentTasks
  hasAria2: boolean
  warn: (line: string) => void
  onFault: (fault: unknown) => void
  /** Runs while no other operation on the tasks does; what of them is not done begins again with the next engine. */
  whileQuiet: (work: () => Promise<void>) => Promise<void>
}
export type TorrentProgramSetting = ReturnType<typeof createTorrentProgram>

export function createTorrentProgram(deps: TorrentProgramDeps) {
  const { file, engine, hasAria2, whileQuiet } = deps
  const oneAtATime = createOneAtATime()

  function state(): TorrentProgram['state'] {
    const current = engine.current()
    if (!current) return 'none'
    if (current.isUp()) return 'works'
    return current.isRefused?.() ? 'refused' : 'away'
  }

  function seen({ isOwner }: { isOwner: boolean }): TorrentProgram {
    const login = file.now()
    return {
      kind: login?.kind ?? 'aria2',
      state: state(),
      version: engine.version(),
      address: isOwner ? (login?.address ?? '') : '',
      user: isOwner ? (login?.user ?? '') : '',
      has_password: (login?.password ?? '') !== '',
    }
  }

  /** The address shows which program is there. */
  async function loginOf({ address, user, password }: ProgramChoice): Promise<ProgramLogin> {
    const fault = await addressFault(new URL(address), deps)
    if (fault !== '') throw wrongAddress(fault)
    const stored = file.now()
    // A password goes to no other address than the one that it was given for.
    const isSame = stored && sameHost(stored.address, address) && stored.user === user
    return { kind: await findKind(address, deps), address, user, password: password ?? (isSame ? stored.password : '') }
  }

  async function setNow(choice: ProgramChoice): Promise<void> {
    const login = choice.kind === 'aria2' ? undefined : await loginOf(choice)
    if (!login && !hasAria2) throw new Refusal(Code.invalid, { field: 'kind', rule: 'program_no_aria2' })
    if (login) await tryProgram(createDriver(login, deps), deps.folders)
    await whileQuiet(async () => {
      file.write(login)
      await engine.use(login && openProgram(login, deps))
    })
  }

  return {
    seen,
    /** Two at once come one after the other, and the last one holds. */
    async set(choice: ProgramChoice): Promise<TorrentProgram> {
      await oneAtATime(() => setNow(choice))
      return seen({ isOwner: true })
    },
    /** The last of the household has left. */
    forget: (): Promise<void> => oneAtATime(async () => (file.now() ? setForgotten() : undefined)),
  }

  async function setForgotten(): Promise<void> {
    await whileQuiet(async () => {
      file.write(undefined)
      await engine.use(undefined)
    })
  }
}

function sameHost(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href
}
