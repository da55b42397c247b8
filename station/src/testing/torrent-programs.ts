/** For tests: the same test on every program that fetches torrents, each the real one. */
import { it } from 'vitest'
import type { setUpDownloads } from './downloads.ts'
import { hasAria2, itWithAria2 } from './engine.ts'
import { hasQbittorrent, noQbittorrent, openQbittorrent } from '../../../testing/qbittorrent.ts'
import type { TestProgram } from '../../../testing/torrent-program.ts'
import { hasTransmission, noTransmission, openTransmission } from '../../../testing/transmission.ts'

type Fixture = Pick<ReturnType<typeof setUpDownloads>, 'useProgram' | 'closing' | 'inFolder'>

export const programs = [
  { name: 'qBittorrent', isMissing: !hasQbittorrent, why: noQbittorrent, open: openQbittorrent },
  { name: 'Transmission', isMissing: !hasTransmission, why: noTransmission, open: openTransmission },
] as const
export type ProgramKind = (typeof programs)[number]

type Test = () => Promise<void>
/** but: programs that do not do this. */
type How = { timeoutMs?: number; but?: readonly ProgramKind['name'][] }

/** Transmission asks a peer for the first piece after ten seconds, and a peer that was busy once after minutes: what comes from peers is tried on it in `npm run soak`, what comes from a web seed or lies there always. */
const isForSoak = ({ name }: Pick<ProgramKind, 'name'>): boolean => process.env['SOAK'] !== '1' && name === 'Transmission'

/** A test of one program whose torrent comes from peers. */
export function fromPeersOn(program: ProgramKind) {
  return (title: string, test: Test): void => {
    if (!isForSoak(program)) it.skipIf(program.isMissing || !hasAria2)(title, test)
  }
}

/** A test that needs torrents; its box has the program, and a swarm of aria2 seeds for it. isFromPeers: its torrents come from them. */
export function onEveryProgram(fixture: Fixture, { isFromPeers = false } = {}) {
  return (title: string, test: Test, { timeoutMs, but = [] }: How = {}): void => {
    itWithAria2(`${title} (aria2)`, test, timeoutMs)
    for (const program of programs)
      if (!but.includes(program.name) && !(isFromPeers && isForSoak(program)))
        it.skipIf(program.isMissing)(
          `${title} (${program.name})${program.why}`,
          () => withProgram(fixture, { program, test }),
          timeoutMs,
        )
  }
}

/** The box that the test opens has the program. */
export async function withProgram(fixture: Fixture, { program, test }: { program: ProgramKind; test: Test }): Promise<void> {
  await fixture.useProgram(await openProgramOf(fixture, program))
  await test()
}

/** It ends with the test. */
export async function openProgramOf({ closing, inFolder }: Fixture, { name, open }: ProgramKind): Promise<TestProgram> {
  const program = await open({ folder: inFolder(name) })
  closing.push(program.stop)
  return program
}
