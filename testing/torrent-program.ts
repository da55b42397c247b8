/** For tests: a torrent program as an owner has one in the house, with a configuration of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { until } from './until.ts'

export const programUser = 'owner'
export const programPassword = 'Cellar door 7'

/** progress: 0 to 1 of what is wanted. */
export type TestTorrent = {
  hash: string
  state: 'paused' | 'loading' | 'shared' | 'checked' | 'error'
  folder: string
  tags: string[]
  progress: number
}
/** folder: where it is saved. */
export type GivenTorrent = { bytes: Buffer; folder: string; isPaused?: boolean; tag?: string }

/** Its process; each kind of program has one. uid: another user than that of the test, which is root then. */
export function createProgramProcess(
  command: string,
  args: readonly string[],
  { address, uid }: { address: string; uid?: number | undefined },
) {
  let child: ChildProcess | undefined
  const isOver = () => !child || child.exitCode !== null || child.signalCode !== null
  const answers = () =>
    fetch(address).then(
      () => true,
      () => false,
    )
  async function begin(as = command): Promise<void> {
    child = spawn(as, args, {
      stdio: 'ignore',
      ...(uid !== undefined && { uid, gid: uid, env: { PATH: process.env['PATH'] } }),
    })
    await until(`${command} answers, or ends`, async () => isOver() || (await answers()))
    if (isOver()) throw new Error(`${command} ended as it started`)
  }
  const kill = async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> => {
    if (!child || isOver()) return
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return { begin, kill }
}

/** What its owner does in the program itself, and what happens to it. */
export type TestProgram = {
  kind: 'qbittorrent' | 'transmission'
  name: string
  address: string
  /** As the app sends it. */
  choice: { kind: 'own'; address: string; user: string; password: string }
  /** As the box keeps it. */
  login: { kind: 'qbittorrent' | 'transmission'; address: string; user: string; password: string }
  torrents: () => Promise<TestTorrent[]>
  give: (torrent: GivenTorrent) => Promise<void>
  pause: (hash: string) => Promise<void>
  resume: (hash: string) => Promise<void>
  /** In the program; its files stay. */
  remove: (hash: string) => Promise<void>
  recheck: (hash: string) => Promise<void>
  /** Its files go along. */
  move: (hash: string, folder: string) => Promise<void>
  /** Its folder, on the disk too. */
  renameFolder: (hash: string, name: string, target: string) => Promise<void>
  /** Below the folder in which it is saved; on the disk too. */
  renameFile: (hash: string, name: string, target: string) => Promise<void>
  /** In place of the tags that it has. */
  tag: (hash: string, tag: string) => Promise<void>
  /** SIGTERM: it ends by itself, as for an upgrade. */
  kill: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>
  /** as: another version, on the same profile. */
  begin: (as?: string) => Promise<void>
  stop: () => Promise<void>
}

export function loginOf(kind: TestProgram['kind'], address: string): Pick<TestProgram, 'kind' | 'choice' | 'login'> {
  const signIn = { address, user: programUser, password: programPassword }
  return { kind, choice: { kind: 'own', ...signIn }, login: { kind, ...signIn } }
}

/** The folder and all in it, which that user may reach. */
export function giveTo(folder: string, uid: number): void {
  chmodSync(dirname(folder), 0o755)
  for (const path of ['', ...readdirSync(folder, { recursive: true })]) chownSync(join(folder, String(path)), uid, uid)
}
